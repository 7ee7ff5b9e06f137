// `flangeway geometry` as a user meets it.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::Each;
using testing::HasSubstr;

const std::string cases = FLANGEWAY_SOURCE_DIR "/models/cases/";

nlohmann::json geometry(const std::string& name, std::vector<std::string> options = {}) {
  std::vector<std::string> command{"geometry", cases + name, "--json"};
  command.insert(command.end(), options.begin(), options.end());
  const ProgramResult result = run_flangeway(command);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return nlohmann::json::parse(result.out);
}

TEST(GeometryVerb, JsonHasAllCurvesOverLateralDisplacement) {
  const auto json = geometry("wheelset_r500.toml", {"--gauge", "-5", "0"});
  EXPECT_EQ(json["wheel"], "s1002");
  EXPECT_EQ(json["rail"], "140re");
  ASSERT_EQ(json["gauge_variations"].size(), 2u);
  const auto& curve = json["gauge_variations"][1];
  EXPECT_EQ(curve["gauge_variation"], 0);
  const std::size_t count = curve["y"].size();
  EXPECT_GT(count, 100u);
  for (const char* key : {"z", "roll", "rolling_radius_left", "rolling_radius_right", "contact_angle_left",
                          "contact_angle_right", "wheel_s_left", "wheel_s_right", "rail_s_left",
                          "rail_s_right", "points_left", "points_right"})
    EXPECT_EQ(curve[key].size(), count) << key;
}

// S1002 on 140RE touches in two points once, where tread and flange share the wheel.
TEST(GeometryVerb, TwoPointPairChangesFromTreadToFlangeAtOnce) {
  const auto curve = geometry("bogie_r235_two_point.toml")["gauge_variations"][0];
  const auto y = curve["y"].get<std::vector<double>>();
  const auto points = curve["points_left"].get<std::vector<int>>();
  const double flange = curve["flange_contact_y"]["left"].get<double>();
  EXPECT_NEAR(flange, 3.946e-3, 2e-6);  // printed by `flangeway geometry` for this case
  EXPECT_DOUBLE_EQ(flange, -curve["flange_contact_y"]["right"].get<double>());
  bool found = false;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (points[i] == 2 && std::abs(y[i] - flange) < 1e-8) found = true;
    EXPECT_TRUE(points[i] == 1 || points[i] == 2);
  }
  EXPECT_TRUE(found);
}

// models/profiles/one_point_wheel.csv was designed for this, whatever the gauge.
TEST(GeometryVerb, OnePointPairNeverJumps) {
  const auto json = geometry("bogie_r235_one_point.toml", {"--gauge", "-9", "-3", "0", "3", "9"});
  for (const auto& curve : json["gauge_variations"]) {
    for (const char* key : {"points_left", "points_right"}) {
      EXPECT_THAT(curve[key].get<std::vector<int>>(), Each(1)) << key << " at " << curve["gauge_variation"];
    }
    // From the tread over the whole flange to where it stands on the rail's head.
    const auto angle = curve["contact_angle_left"].get<std::vector<double>>();
    EXPECT_LT(angle.front(), 0.05);
    EXPECT_GT(*std::max_element(angle.begin(), angle.end()), 1.2);
  }
}

TEST(GeometryVerb, PrintsWhereFlangesTouchAndDrawsThem) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "contact.svg";
  const std::vector<std::string> command{"geometry", cases + "wheelset_r500.toml", "--plot",
                                         picture.string()};
  const ProgramResult result = run_flangeway(command);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.out, HasSubstr("flange contact left"));
  EXPECT_THAT(result.out, HasSubstr("3.946 mm"));
  EXPECT_THAT(read_file(picture), HasSubstr("Rolling radius difference"));
  const ProgramResult again = run_flangeway(command);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.error,
            picture.string() + ": exists already. Give another name, or --force to overwrite it.\n");
}

TEST(GeometryVerb, WheelsThatHaveNoRail) {
  const std::string file = cases + "wheelset_r500.toml";
  const ProgramResult result = run_flangeway({"geometry", file, "--set", "track.rails.lateral_position=0.9"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.error,
            file +
                ": wheel and rail do not touch at the centred position (got gauge variation 0 mm). Check "
                "profile_position, the gauge or lateral_position of the rails, and the profiles.\n");
}

TEST(GeometryVerb, ReportsWhereTheSearchEndedWithoutAFlange) {
  const ProgramResult result = run_flangeway(
      {"geometry", cases + "wheelset_r500.toml", "--set", "profiles.wheel=cone_1_20", "--gauge", "0"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out,
              HasSubstr("gauge variation +0.00 mm: the left wheel has no flange contact up to y = "));
  EXPECT_THAT(result.out, HasSubstr(" mm, the end of the search\n"));
}

// The flange of S1002 lies 3.946 mm away; a gauge 40 mm wider moves it out by nearly 20 mm, and it is still
// found.
TEST(GeometryVerb, FindsFlangesOfWideGauges) {
  const auto curve = geometry("wheelset_r500.toml", {"--gauge", "40"})["gauge_variations"][0];
  EXPECT_NEAR(curve["flange_contact_y"]["left"].get<double>(), 23.578e-3, 2e-6);
  EXPECT_GT(curve["climb_end_y"]["left"].get<double>(), 30e-3);
}

// [Escalona2021, section 4.2] finds at most 60 µm and 0.16 mrad between the methods.
TEST(GeometryVerb, ComparesTheMethodsOnTheTreads) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "compare.svg";
  const auto json = geometry("bogie_r235_two_point.toml", {"--compare", "--gauge", "-4.5", "0", "9", "--step",
                                                           "0.2", "--plot", picture.string()});
  EXPECT_EQ(json["table"], "hybrid");
  const auto& treads = json["largest_difference"]["lut_kec_tread"];
  EXPECT_GT(treads["positions"], 50);
  EXPECT_LT(treads["z"]["value"], 60e-6);
  EXPECT_GT(treads["z"]["value"], 10e-6);
  EXPECT_LT(treads["roll"]["value"], 0.16e-3);
  EXPECT_DOUBLE_EQ(treads["z"]["gauge_variation"].get<double>(), 9e-3);
  EXPECT_TRUE(json["largest_difference"]["lut_kec_flange"].is_null());
  ASSERT_EQ(json["gauge_variations"].size(), 3u);
  for (const auto& curve : json["gauge_variations"]) {
    for (const char* way : {"searched", "lut", "kec"}) {
      EXPECT_EQ(curve["z"][way].size(), curve["y"].size());
      EXPECT_EQ(curve["roll"][way].size(), curve["y"].size());
    }
  }
  EXPECT_THAT(read_file(picture), HasSubstr("Difference in height"));
}

TEST(GeometryVerb, ComparisonReportsThatAHybridTableHasNoRigidFlange) {
  const ProgramResult result = run_flangeway(
      {"geometry", cases + "bogie_r235_two_point.toml", "--compare", "--gauge", "0", "--step", "0.5"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("table − equivalent profiles, treads"));
  EXPECT_THAT(result.out, HasSubstr("The table is hybrid: its constraint contains the treads only"));
}

TEST(GeometryVerb, ComparisonOutsideTheTableIsAFinding) {
  const std::string file = cases + "bogie_r235_two_point.toml";
  const ProgramResult result = run_flangeway({"geometry", file, "--compare", "--gauge", "12"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            file +
                ": --gauge: is outside the lookup table (got 12 mm; allowed ±9 mm). Give less, or "
                "widen the table: --set contact.lookup.gauge_variation=….\n");
}

TEST(GeometryVerb, StepsOutOfRangeAreBadInput) {
  const ProgramResult result = run_flangeway({"geometry", cases + "wheelset_r500.toml", "--step", "0"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("--step"));
}

}  // namespace
}  // namespace flangeway::test
