// `flangeway identify`, `run --sensitivities`, `modes --sensitivities` and `stability --sensitivities` as a
// user meets them.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string shipped_models = std::string(FLANGEWAY_SOURCE_DIR) + "/models/";
const std::string curve_case = shipped_models + "cases/wheelset_r500.toml";
const std::string straight_case = shipped_models + "cases/cooperrider.toml";

Words operator+(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class IdentifyVerb : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  void SetUp() override {
    const Words run{"run",   curve_case,     "--set",  "integration.duration=0.6",
                    "--set", "initial.s=45", "--quiet"};
    ASSERT_EQ(run_flangeway(run + Words{"--set", "speed=11", "-o", path("twin.h5")}).exit_code, 0);
    ASSERT_EQ(run_flangeway({"results", path("twin.h5"), "--channel", "wheelset.y", "--csv", "--to", "0.5",
                             "--every", "5", "-o", path("measured.csv")})
                  .exit_code,
              0);
  }
  ProgramResult identify(const Words& more) {
    return run_flangeway(Words{"identify", curve_case, path("measured.csv"), "--set",
                               "integration.duration=0.6", "--set", "initial.s=45", "--parameter",
                               "speed=10:8:14", "--noise", "wheelset.y=1e-6"} +
                         more);
  }

  TemporaryFolder folder_;
};

TEST_F(IdentifyVerb, FindsTheSpeedOfItsOwnRun) {
  const ProgramResult result = identify({"--json", "-o", path("page.html")});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_NEAR(json["parameters"]["speed"]["value"].get<double>(), 11, 1e-4);
  EXPECT_TRUE(json["converged"]);
  EXPECT_EQ(json["channels"]["wheelset.y"]["computed"].size(), json["times"].size());
  EXPECT_THAT(read_file(path("page.html")), HasSubstr("Identification: "));
}

TEST_F(IdentifyVerb, SaysThatItHasNotConverged) {
  const ProgramResult result = identify({"--iterations", "1"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error, HasSubstr("The search has not converged in 1 iterations"));
  EXPECT_THAT(result.out, HasSubstr("not converged"));
}

TEST_F(IdentifyVerb, WritesNothingWhereAnInputIsWrong) {
  const ProgramResult result = identify({"--noise", "wheelset.z=1", "-o", path("page.html")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("wheelset.z: is no column of the measurement"));
  EXPECT_FALSE(std::filesystem::exists(path("page.html")));
}

TEST(SensitivityOptions, RunRecordsDerivativesAndPrintsTheirTable) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "slopes.h5").string();
  const Words run{"run", curve_case, "--set", "integration.duration=0.2", "-o", file, "--sensitivities"};
  const ProgramResult result = run_flangeway(run + Words{"speed,vehicle.wheelsets[0].mass"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out,
              HasSubstr("derivatives with respect to speed = 10, by differences with steps of 0.001"));
  EXPECT_THAT(result.out, HasSubstr("derivatives with respect to vehicle.wheelsets[0].mass = 1813"));
  const ProgramResult listed =
      run_flangeway({"results", file, "--channel", "d(distance)_d(speed)", "--json"});
  ASSERT_EQ(listed.exit_code, 0) << listed.error;
  EXPECT_THAT(listed.out, HasSubstr("d(distance)_d(speed)"));
  const ProgramResult again = run_flangeway(run + Words{"speed", "--force", "--continue"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.error, HasSubstr("--sensitivities"));
}

TEST(SensitivityOptions, RunNamesKeysThatAreUnknownOrHaveNoValue) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "slopes.h5").string();
  const ProgramResult result =
      run_flangeway({"run", curve_case, "-o", file, "--sensitivities", "contact.frction,initial.y"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(
      result.error,
      HasSubstr("--sensitivities: contact.frction: is not a key of the case: contact.frction is not a "
                "known key. The nearest known key is 'friction'"));
  EXPECT_THAT(result.error, HasSubstr("--sensitivities: initial.y: has no value in the files of the case. "
                                      "Give it one with --set initial.y=VALUE"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(SensitivityOptions, ModesAndHopfPointsHaveDerivatives) {
  const ProgramResult modes = run_flangeway({"modes", straight_case, "--sensitivities", "speed"});
  ASSERT_EQ(modes.exit_code, 0) << modes.error;
  EXPECT_THAT(modes.out, HasSubstr("derivatives with respect to speed = 60, and the change for 1 % more"));
  const ProgramResult hopf =
      run_flangeway({"stability", straight_case, "--from", "60", "--to", "80", "--speeds", "3", "--branches",
                     "0", "--no-runs", "--json", "--sensitivities", "vehicle.bodies[0].mass"});
  ASSERT_EQ(hopf.exit_code, 0) << hopf.error;
  const auto point = nlohmann::json::parse(hopf.out)["hopf"].at(0);
  EXPECT_TRUE(std::isfinite(point["speed_derivatives"]["vehicle.bodies[0].mass"].get<double>()));
}

}  // namespace
}  // namespace flangeway::test
