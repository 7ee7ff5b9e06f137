// Output of `flangeway modes`, for given modes.
#include "flangeway/stability/mode_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace flangeway::stability {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

simulate::Mode mode_of(std::complex<double> eigenvalue, const std::string& body) {
  return {eigenvalue, eigenvalue.imag() / (2 * pi), -eigenvalue.real() / std::abs(eigenvalue), body, "y", {}};
}

ModeList example() {
  return {.title = "Wagon",
          .speed = 20,
          .modes = {mode_of(0.5, "axle"), mode_of({-1, 2 * pi}, "carbody"), mode_of({0.1, 40}, "bogie"),
                    mode_of(-150, "bogie"), mode_of({-280, 0.5}, "wheelset"), mode_of(1e-12, "wheelset")}};
}

constexpr const char* head = "mode frequency/Hz  damping ratio  growth in 1/s  moves most\n";
constexpr const char* first =
    "   1            -        growing            0.5  axle.y\n"
    "   2       1.0000         0.1572             -1  carbody.y\n"
    "   3       6.3662        -0.0025            0.1  bogie.y\n";

TEST(ModeListText, FoldsWhatDecaysWithoutOscillatingAndWhatStaysWhereItIs) {
  EXPECT_EQ(
      text(example(), false),
      std::string(head) + first +
          "2 overdamped modes (decay by 150 1/s or more): --all shows them\n"
          "1 neutral mode (rigid-body motions, turning wheels, friction that sticks): --all shows it\n");
  EXPECT_EQ(text(example(), true), std::string(head) + first +
                                       "   4            -     overdamped           -150  bogie.y\n"
                                       "   5            -     overdamped           -280  wheelset.y\n"
                                       "   6            -        neutral          1e-12  wheelset.y\n");
}

TEST(ModeListText, BeginsWithThePlacesOfSteadyRunning) {
  ModeList list = example();
  list.steady = {{"wheelset1", -0.004, 0.001}};
  EXPECT_THAT(text(list, false),
              testing::StartsWith("steady running: wheelset1 y -4.0000 mm, yaw 1.0000 mrad\nmode "));
}

TEST(ModeListCsv, HasAllModesWithTheirEigenvalues) {
  EXPECT_THAT(csv_text(example()),
              testing::StartsWith(
                  "mode,kind,frequency [Hz],damping_ratio,real [1/s],imaginary [1/s],body,coordinate\n"
                  "1,growing,0,-1,0.5,0,axle,y\n"
                  "2,oscillation,1,0.1571"));
  EXPECT_THAT(csv_text(example()), HasSubstr("\n4,overdamped,0,1,-150,0,bogie,y\n"));
}

TEST(ModeListJson, NamesTheKindOfEachMode) {
  const auto modes = nlohmann::json::parse(json_text(example()))["modes"];
  ASSERT_EQ(modes.size(), 6u);
  EXPECT_EQ(modes[2]["kind"], "oscillation");
  EXPECT_EQ(modes[5]["kind"], "neutral");
}

TEST(ModeListFigure, HasOscillationsByBodyWithTheirNumbers) {
  const plot::Panel panel = figure_of(example()).panels.at(0);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].name, "carbody");
  EXPECT_THAT(panel.series[0].labels, ElementsAre("2"));
  EXPECT_EQ(panel.series[1].name, "bogie");
  EXPECT_THAT(panel.series[1].labels, ElementsAre("3"));
  EXPECT_EQ(panel.series[1].x, std::vector{example().modes[2].frequency});
}

TEST(ModeListFigure, OfManyBodiesHasOneColour) {
  ModeList list;
  for (int i = 0; i < 9; ++i) list.modes.push_back(mode_of({-1, 2.0 + i}, "body" + std::to_string(i)));
  const plot::Panel panel = figure_of(list).panels.at(0);
  ASSERT_EQ(panel.series.size(), 1u);
  EXPECT_EQ(panel.series[0].name, "");
  EXPECT_EQ(panel.series[0].labels.size(), 9u);
}

TEST(ModeListFigure, WithoutOscillationsHasNoValues) {
  const plot::Figure figure = figure_of({.modes = {mode_of(-1, "axle")}});
  EXPECT_THAT(plot::svg(figure), HasSubstr("no values"));
}

}  // namespace
}  // namespace flangeway::stability
