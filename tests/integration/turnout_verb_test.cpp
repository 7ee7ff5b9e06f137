// Rails that vary along the track, as a user meets them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

nlohmann::json run_turnout(const std::vector<std::string>& sets, std::vector<std::string> more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> command{"run", models + "cases/turnout.toml", "--json", "-o",
                                   (folder.path() / "run.h5").string()};
  for (const std::string& set : sets) command.insert(command.end(), {"--set", set});
  command.insert(command.end(), more.begin(), more.end());
  const ProgramResult result = run_flangeway(command);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return nlohmann::json::parse(result.out);
}

// The first wheelset passes the crossing: no wheel is lost, and half the step gives the same.
TEST(TurnoutRuns, TheNoseTakesTheWheelOver) {
  const std::vector<std::string> over_the_nose{"initial.s=47", "integration.duration=0.5"};
  std::vector<std::string> finer = over_the_nose;
  finer.push_back("integration.step=1.25e-4");
  const auto run = run_turnout(over_the_nose), fine = run_turnout(finer);
  EXPECT_EQ(run["status"], "completed");
  const auto largest = [](const nlohmann::json& json) {
    return json["wheels"]["wheelset1.left"]["Q_max"].get<double>();
  };
  EXPECT_NEAR(largest(run), largest(fine), 0.01 * largest(fine));  // 0.3 %
  EXPECT_GT(largest(run), 1.5 * run["wheels"]["wheelset1.right"]["Q_max"].get<double>());
}

// Both ends of the gap lie beside a rail that then moves aside.
TEST(TurnoutRuns, DerailWhereAWheelFindsNoRail) {
  const TemporaryFolder folder;
  std::string track =
      "segments = [{ kind = \"straight\", length = 50.0 }]\n[rails]\nprofile = \"60e1\"\ngauge = 1.435\n"
      "[[rails.gaps]]\nrail = \"left\"\nfrom = 20.0\nto = 30.0\n";
  for (const auto& [s, y] :
       {std::pair{18.0, 0.0}, {20.5, 0.0}, {22.0, 0.3}, {28.0, 0.3}, {29.5, 0.0}, {32.0, 0.0}})
    track += fmt::format(
        "[[rails.stations]]\nrail = \"left\"\nname = \"beside\"\ns = {}\nprofile = \"60e1\"\ny = {}\n", s, y);
  folder.write("track.toml", track);
  folder.write("case.toml",
               "vehicle = \"" + models +
                   "vehicles/wheelset.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\ncontact = { "
                   "method = \"elastic\" }\ninitial = { s = 19.0 }\nintegration = { step = 2.5e-4, "
                   "duration = 1.0 }\n");
  const ProgramResult result = run_flangeway({"run", "case.toml", "-o", "run.h5"}, {.folder = folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, testing::ContainsRegex("derailed at t = 0\\.[0-9]+ s, distance [2-4]\\.[0-9]+ m: "
                                                 "wheelset.left, wheel left the rail"));
}

TEST(TurnoutRuns, AreRefusedByMethodsWithOneSection) {
  const ProgramResult result =
      run_flangeway({"run", models + "cases/turnout.toml", "--set", "contact.method=kec", "-o", "none.h5"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("rails.stations: vary along the track or leave a gap"));
}

TEST(TurnoutRuns, HaveNoSteadyRunning) {
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"stability", "--branches", "0"},
                                               {"quasistatic", "--test", "curving"},
                                               {"response"}}) {
    std::vector<std::string> command = verb;
    command.insert(command.begin() + 1, models + "cases/turnout.toml");
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2) << verb[0];
    EXPECT_THAT(result.error,
                HasSubstr("turnout.toml: track: has rails that vary along it: there is no steady "
                          "running on them. Take a track without rails.stations and rails.gaps."))
        << verb[0];
  }
}

}  // namespace
}  // namespace flangeway::test
