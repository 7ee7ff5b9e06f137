// `flangeway acceptance` as a user meets it.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string model_folder = std::string(FLANGEWAY_SOURCE_DIR) + "/models/";
const std::string tested_wagon = model_folder + "vehicles/manchester.toml";

// Two sections of 50 m in curves of 450 to 550 m, so that a campaign takes a second.
constexpr const char* short_rule = R"(name = "short"
title = "short rule"
source = "of this test"
date = "2026-11-28"
section_margin = 12

[[zones]]
name = "small"
title = "small radius curves"
min_radius = 400
max_radius = 600
section_length = 50
min_sections = 2
mean_radius = [450, 550]
deficiency_range = [0.75, 1.1]
friction = [0.36, 1.0]

[[quantities]]
quantity = "force_ratio"
title = "Y/Q"
low_pass = 20
mean_length = 2
estimate = "one_dimensional"
value = 0.8

[[quantities]]
quantity = "body_lateral_acceleration"
title = "body, lateral"
low_pass = 10
value = 5
)";

// Three bodies run and settle in a tenth of the time of a wagon on bogies.
constexpr const char* two_axle_wagon = R"(name = "two-axle wagon"
[[bodies]]
name = "body"
mass = 20000.0
inertia = [25e3, 250e3, 250e3]
position = [0.0, 0.0, 1.6]
[[wheelsets]]
name = "front"
mass = 1300.0
inertia = [700.0, 90.0, 700.0]
x = 3.0
wheel_radius = 0.46
wheel_profile = "s1002"
profile_position = 0.75
[[wheelsets]]
name = "rear"
mass = 1300.0
inertia = [700.0, 90.0, 700.0]
x = -3.0
wheel_radius = 0.46
wheel_profile = "s1002"
profile_position = 0.75
[[bushings]]
name = "front_spring"
body_i = "body"
body_j = "front"
position = [3.0, 1.0, 0.6]
stiffness = [2e6, 1e6, 8e5]
damping = [10e3, 20e3, 20e3]
mirror_y = true
copies = [{name = "rear_spring", body_j = "rear", shift = -6.0}]
)";

class AcceptanceVerb : public testing::Test {
 protected:
  std::vector<std::string> command(std::vector<std::string> more) const {
    std::vector<std::string> words{"acceptance",   wagon_,
                                   "--speed",      "120",
                                   "--deficiency", "0.1",
                                   "--rule",       rule_,
                                   "--sections",   "2",
                                   "--set",        "contact.method=kec",
                                   "--set",        "integration.method=abm4",
                                   "--set",        "integration.step=1e-3"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  TemporaryFolder folder_;
  std::string wagon_ = folder_.write("wagon.toml", two_axle_wagon).string();
  std::string rule_ = folder_.write("short.toml", short_rule).string();
  std::string out_ = (folder_.path() / "campaign").string();
};

TEST_F(AcceptanceVerb, ListsZonesRunsAndCost) {
  const ProgramResult result = run_flangeway({"acceptance", tested_wagon, "--speed", "160", "--deficiency",
                                              "0.13", "--list", "--json", "--set", "contact.method=kec"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["zones"].size(), 4u);
  for (const auto& zone : json["zones"]) EXPECT_EQ(zone["sections"], 30);
  EXPECT_GT(json["estimated_processor_time"].get<double>(), 0);
  EXPECT_GT(json["running_time"].get<double>(), 600);
}

TEST_F(AcceptanceVerb, RunsJudgesAndGoesOn) {
  const RunOptions there{.folder = folder_.path()};  // all names are relative, and the folder is new
  wagon_ = "wagon.toml", rule_ = "short.toml";
  const auto words = command({"-o", "campaign", "--json", "--friction", "0.3,0.4", "--track-limits",
                              model_folder + "track_quality/en14363_tl90.toml"});
  const ProgramResult first = run_flangeway(words, there);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const auto json = nlohmann::json::parse(first.out);
  ASSERT_EQ(json["conditions"].size(), 2u);
  for (const auto& condition : json["conditions"]) {
    const auto& report = condition["report"];
    EXPECT_EQ(report["records"].size(), 2u);
    ASSERT_FALSE(report["entries"].empty());
    for (const auto& entry : report["entries"]) EXPECT_EQ(entry["section_count"], 2) << entry["quantity"];
    bool has_friction = false, has_quality = false, has_conicity = false;
    for (const auto& check : report["zone_checks"]) {
      const std::string name = check["name"];
      if (name == "friction") {
        has_friction = true;
        EXPECT_EQ(check["outcome"], condition["friction"] == 0.3 ? "not met" : "met");
      }
      has_quality = has_quality || name.starts_with("longitudinal level");
      has_conicity = has_conicity || name.starts_with("equivalent conicity");
      if (name == "mean radius" || name == "cant deficiency") {
        EXPECT_EQ(check["outcome"], "met") << check;
      }
    }
    EXPECT_TRUE(has_friction && has_quality && has_conicity);
  }
  ASSERT_EQ(json["method_checks"].size(), 2u);  // one zone in two conditions
  for (const auto& check : json["method_checks"]) {
    EXPECT_EQ(check["method"], "elastic");
    EXPECT_EQ(check["problem"], "");
    EXPECT_GT(check["compared"].get<int>(), 10);
    EXPECT_GT(check["distance"].get<double>(), 50);
    for (const auto& difference : check["differences"])
      EXPECT_GT(std::abs(difference["value"].get<double>() - difference["other"].get<double>()), 0);
  }
  EXPECT_FALSE(json["stationary"].empty());
  EXPECT_FALSE(json["not_judged"].empty());
  const std::string page = read_file(folder_.path() / "campaign/acceptance.html");
  EXPECT_THAT(page, HasSubstr("Conditions of the zones"));
  EXPECT_THAT(page, HasSubstr("Cross-check of contact methods"));
  EXPECT_THAT(page, HasSubstr("Signatures"));
  EXPECT_TRUE(read_file(folder_.path() / "campaign/acceptance.pdf").starts_with("%PDF-1.4"));
  const auto before = std::filesystem::last_write_time(folder_.path() / "campaign/runs/runs/1.json");
  const ProgramResult again = run_flangeway(words, there);
  EXPECT_EQ(again.exit_code, 0) << again.error;
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(std::filesystem::last_write_time(folder_.path() / "campaign/runs/runs/1.json"), before);
  auto other = words;
  other.insert(other.end(), {"--seed", "7"});
  const ProgramResult refused = run_flangeway(other, there);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.error, HasSubstr("belongs to another campaign"));
}

TEST_F(AcceptanceVerb, RefusesKeysThatItSetsItself) {
  for (const char* set : {"speed=3", "track.segments[2].length=3", "contact.friction.coefficient=0.2"}) {
    const ProgramResult result = run_flangeway(command({"-o", out_, "--set", set}));
    EXPECT_EQ(result.exit_code, 2) << set;
    EXPECT_THAT(result.error, HasSubstr("is set by the campaign itself"));
  }
  EXPECT_FALSE(std::filesystem::exists(out_));
}

}  // namespace
}  // namespace flangeway::test
