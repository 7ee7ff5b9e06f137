// Wheels that are not round and uneven rails, as a user meets them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

nlohmann::json wheel_of(const std::string& name, const std::string& wheel,
                        const std::vector<std::string>& sets = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> command{"run", models + "cases/" + name, "--json", "-o",
                                   (folder.path() / "run.h5").string()};
  for (const std::string& set : sets) command.insert(command.end(), {"--set", set});
  const ProgramResult result = run_flangeway(command);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["status"], "completed");
  return json["wheels"][wheel];
}

// docs/validation/impacts.md: 404 kN, converged to 0.3 %.
TEST(UnevenRuns, AFlatStrikesAsThePageSays) {
  const auto wheel = wheel_of("wheel_flat.toml", "wheelset1.left", {"integration.duration=0.12"});
  EXPECT_NEAR(wheel["Q_max"].get<double>(), 404e3, 4e3);
  EXPECT_GT(wheel["lift_time"].get<double>(), 5e-3);
}

// 50 mm waves of ±20 µm pass the contact at 400 Hz, which the wheel's mass does not follow.
TEST(UnevenRuns, CorrugationAndWeldCompleteTheirRun) {
  const auto wheel = wheel_of(
      "corrugation.toml", "wheelset1.left",
      {"initial.s=31", "integration.duration=0.2", "integration.step=1.25e-4", "output.interval=0.01"});
  EXPECT_NEAR(wheel["Q_max"].get<double>(), 102.06e3, 5e3);  // with half the step, to 10 N
  EXPECT_EQ(wheel["lift_time"].get<double>(), 0);
}

TEST(UnevenRuns, WhatDoesNotKnowThemRefuses) {
  const std::string flat = models + "cases/wheel_flat.toml",
                    round = "wheels=[{kind=\"eccentricity\",amplitude=1e-4}]";
  const auto refusal = [&](std::vector<std::string> command) {
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  const std::string steady =
      "wheels: are not round, or the track has irregularities.surface: there is no steady running. Leave "
      "them "
      "out.";
  EXPECT_THAT(refusal({"stability", flat}), HasSubstr(steady));
  EXPECT_THAT(refusal({"response", flat}), HasSubstr(steady));
  EXPECT_THAT(refusal({"quasistatic", flat, "--test", "curving"}), HasSubstr(steady));
  const TemporaryFolder folder;
  EXPECT_THAT(
      refusal({"codegen", flat, "--set", "contact.method=kec", "--set", round, "-o",
               (folder.path() / "code").string()}),
      HasSubstr("wheels: are not round, or the track has irregularities.surface, which generated code "
                "does not know. Leave them out."));
  EXPECT_THAT(refusal({"run", flat, "--set", "coupling.method=cosim"}),
              HasSubstr("wheels: has wheels that are not round, which a second process does not know "
                        "(coupling.method = \"cosim\") (got cosim; allowed none, tight or mass_spring). Set "
                        "coupling.method to "
                        "tight."));
}

}  // namespace
}  // namespace flangeway::test
