#include "flangeway/vehicle_case/plausibility.hpp"

#include <gmock/gmock.h>

#include "support/load_case.hpp"

namespace flangeway::vehicle_case {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string cases = FLANGEWAY_SOURCE_DIR "/models/cases/";

std::vector<std::string> said(const std::string& file, const std::vector<std::string>& sets) {
  return implausible_values(test::load_case(cases + file, sets));
}

TEST(Plausibility, AcceptsShippedVehicles) {
  for (const char* file : {"wheelset_r500.toml", "y25_r500.toml", "bogie_r235_two_point.toml",
                           "metro_coach_r500.toml", "y25_loaded_r500.toml", "three_piece_r500.toml"})
    EXPECT_THAT(said(file, {}), IsEmpty()) << file;
}

TEST(Plausibility, NamesWheelsThatNobodyMakes) {
  EXPECT_THAT(
      said("wheelset_r500.toml", {"vehicle.wheelsets[0].wheel_radius=3"}),
      Contains("wheelset: wheel radius is 3 m; usual for a wheelset are 0.15 to 0.7 m. Check wheel_radius, "
               "which is no diameter and in m"));
  EXPECT_THAT(said("wheelset_r500.toml", {"vehicle.wheelsets[0].wheel_radius=0.05"}),
              Contains(HasSubstr("wheel radius is 0.05 m")));
}

TEST(Plausibility, NamesWheelsetsThatStandInEachOther) {
  EXPECT_THAT(
      said("bogie_r235_two_point.toml", {"vehicle.wheelsets[1].x=0.9"}),
      Contains(testing::MatchesRegex(".* and .* stand 0\\.[0-9]+ m apart, where their wheels need "
                                     "0\\.9.* m: they stand in each other\\. Check x of the wheelsets")));
}

TEST(Plausibility, NamesForcesOfManyTimesTheWeight) {
  const auto with = [](const std::string& force) {
    return said("wheelset_r500.toml",
                {"vehicle.applied_forces=[{name=\"pull\",body_i=\"wheelset\",position=[0,0,0.4],force=[" +
                 force + ",0,0]}]"});
  };
  EXPECT_THAT(with("1e5"), IsEmpty());
  EXPECT_THAT(with("1e12"),
              ElementsAre(HasSubstr("a force of 1e+12 N acts on wheelset, 5.62e+07 times the weight of "
                                    "the vehicle. Check applied_forces")));
}

}  // namespace
}  // namespace flangeway::vehicle_case
