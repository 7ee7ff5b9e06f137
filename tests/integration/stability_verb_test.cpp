// `flangeway stability` as a user meets it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string bogie = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/cooperrider.toml";

TEST(StabilityVerb, FindsTheHopfPointAndWritesAPage) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "hunting.html").string();
  const ProgramResult result = run_flangeway({"stability", bogie, "--from", "60", "--to", "69", "--speeds",
                                              "5", "--intervals", "30", "--json", "-o", page},
                                             {.time_limit = std::chrono::minutes(5)});  // of sanitized code
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["hopf"].size(), 1u);
  EXPECT_NEAR(json["hopf"][0]["speed"].get<double>(), 68.66, 0.1);
  EXPECT_NEAR(json["hopf"][0]["frequency"].get<double>(), 4.0, 0.01);
  ASSERT_EQ(json["folds"].size(), 1u);
  EXPECT_NEAR(json["folds"][0]["speed"].get<double>(), 66.66, 0.1);
  ASSERT_GT(json["branch"].size(), 10u);
  EXPECT_EQ(json["branch"][0]["amplitude"].size(), 2u);
  EXPECT_EQ(json["branch"][0]["stable"], false);
  EXPECT_EQ(json["branch"].back()["stable"], true);
  EXPECT_EQ(json["wheelsets"], (std::vector<std::string>{"wheelset1", "wheelset2"}));
  EXPECT_THAT(read_file(page), HasSubstr("<h2>Limit cycles</h2>"));
}

TEST(StabilityVerb, RampsTheSpeedDown) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "ramp.html").string();
  const ProgramResult result = run_flangeway(
      {"stability", bogie, "--ramp", "--from", "48", "--to", "50", "--rate", "1", "--json", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["rate"], 1);
  EXPECT_TRUE(json["critical_speed_of_ramp"].is_null());
  EXPECT_GT(json["windows"].size(), 20u);
  EXPECT_THAT(read_file(page), HasSubstr("Speed ramped down"));
}

TEST(StabilityVerb, SaysWhatIsWrong) {
  const ProgramResult range = run_flangeway({"stability", bogie, "--from", "80", "--to", "60"});
  EXPECT_EQ(range.exit_code, 2);
  EXPECT_THAT(range.error, HasSubstr("--to: is not above --from (got 60 m/s; allowed more than 80 m/s)."));
  const ProgramResult over = run_flangeway({"stability", bogie, "--over", "speed"});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_THAT(over.error,
              HasSubstr("--over: is not a key with a range (got speed; allowed KEY=FIRST:LAST:COUNT with a "
                        "COUNT of 2 to 1000)"));
  const ProgramResult both = run_flangeway({"stability", bogie, "--ramp", "--over", "speed=1:2:3"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.error, HasSubstr("--ramp: is given with --over. Leave one of them out."));
  const ProgramResult slow = run_flangeway({"stability", bogie, "--ramp", "--rate", "0.01"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.error, HasSubstr("--rate: makes the run too long (got 11000 s from --to to --from; "
                                    "allowed up to 3600 s)."));
}

}  // namespace
}  // namespace flangeway::test
