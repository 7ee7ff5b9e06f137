// `flangeway optimise`: trials, what is kept after a kill, the page, and what is refused.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using Strings = std::vector<std::string>;

// A wheelset that goes fast and stays near the middle: one objective is an axis, and a list of values is
// varied.
class OptimiseTest : public testing::Test {
 protected:
  OptimiseTest() {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r150.toml\"\nspeed = 10.0\nintegration.duration = 0.3\n"
                                   "contact.method = \"kec\"\ncontact.kec.points = 501\ninitial.y = 1e-3\n");
    write("");
  }

  void write(const std::string& head, const std::string& column = "YQ_max") const {
    folder_.write("study.toml",
                  head +
                      "case = \"case.toml\"\nrecord = [\"wheelset.y\"]\n"
                      "[[axes]]\nname = \"speed\"\nkey = \"speed\"\n"
                      "distribution = { kind = \"uniform\", from = 5, to = 15 }\n"
                      "[[axes]]\nname = \"friction\"\nkey = \"contact.friction.coefficient\"\n"
                      "values = [0.1, 0.3, 0.5]\n"
                      "[optimise]\ntrials = 16\nbatch = 4\n"
                      "[[optimise.objectives]]\ncolumn = \"" +
                      column +
                      "\"\n[[optimise.objectives]]\ncolumn = \"speed\"\ndirection = \"maximise\"\n"
                      "[[optimise.constraints]]\ncolumn = \"speed\"\nrelation = \"at_most\"\nlimit = 12\n");
  }

  ProgramResult optimise(Strings options = {}, const std::string& out = "out",
                         RunOptions run_options = {}) const {
    Strings command{"optimise", "study.toml", "-o", out};
    command.insert(command.end(), options.begin(), options.end());
    run_options.folder = folder_.path();
    return run_flangeway(command, run_options);
  }

  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_.path() / name); }

  // Run, axes and the recorded largest value of each row: what does not depend on measured times.
  [[nodiscard]] std::string trials(const std::string& out) const {
    std::istringstream lines(read(out + "/results.csv"));
    std::string text;
    for (std::string line; std::getline(lines, line);)
      text += line.substr(0, line.find(",completed")) + line.substr(line.rfind(',')) + '\n';
    return text;
  }

  TemporaryFolder folder_;
};

TEST_F(OptimiseTest, TheFrontIsFoundAndGoesOnWhereItEnded) {
  const ProgramResult result = optimise({"--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["status"], "completed");
  EXPECT_EQ(json["trials"], 16);
  ASSERT_GE(json["front"].size(), 1u);
  double last = -1;
  for (const auto& point : json["front"]) {
    EXPECT_LE(point["objectives"]["speed"].get<double>(), 12);
    EXPECT_GT(point["objectives"]["YQ_max"].get<double>(), last);
    last = point["objectives"]["YQ_max"];
    const std::string run = point["run"];
    const std::string page = read("out/study.html");
    EXPECT_THAT(page, HasSubstr("<a href=\"#run-" + run + "\"><circle"));
    EXPECT_THAT(page, HasSubstr("<h3 id=\"run-" + run + "\">"));
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/runs" / (run + ".csv")));
  }
  const std::string rows = read("out/results.csv"), page = read("out/study.html");
  EXPECT_THAT(read("out/front.csv"), HasSubstr("\n" + json["front"][0]["run"].get<std::string>() + ","));
  EXPECT_THAT(page, HasSubstr("16 of 16 trials"));
  // Nothing is run again: measured times stay. More trials are added to those that are there.
  ASSERT_EQ(optimise().exit_code, 0);
  EXPECT_EQ(read("out/results.csv"), rows);
  const ProgramResult more = optimise({"--set", "optimise.trials=22"});
  ASSERT_EQ(more.exit_code, 0) << more.error;
  EXPECT_THAT(more.out, HasSubstr("22 of 22 trials done, "));
  EXPECT_TRUE(read("out/results.csv").starts_with(rows));
}

TEST_F(OptimiseTest, AKillChangesNoTrial) {
  ASSERT_EQ(optimise({"--jobs", "1"}, "whole").exit_code, 0);
  int kills = 0;
  for (const int life : {5, 60, 120, 200, 300}) {  // ms: nothing ends within the first
    const ProgramResult killed =
        optimise({"--jobs", "1"}, "out", {.time_limit = std::chrono::milliseconds(life)});
    kills += killed.timed_out;
  }
  EXPECT_GE(kills, 1);
  ASSERT_EQ(optimise().exit_code, 0);
  EXPECT_EQ(trials("out"), trials("whole"));
}

TEST_F(OptimiseTest, ErrorsAreReported) {
  const auto refused = [this](const Strings& options = {}) {
    const ProgramResult result = optimise(options);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.error;
  };
  write("", "max_abs(wheelset.z)");
  EXPECT_EQ(refused(),
            "study.toml:15:10: optimise.objectives[0].column: is no axis and no column of the results "
            "(got \"max_abs(wheelset.z)\"). The nearest is 'max_abs(wheelset.y)'.\n");
  write("", "admissible");
  EXPECT_EQ(
      refused(),
      "study.toml:15:10: optimise.objectives[0].column: has texts and no numbers (got \"admissible\").\n");
  write("sample = { method = \"sobol\", count = 4 }\n");
  EXPECT_THAT(refused(),
              HasSubstr("sample: has no meaning in an optimisation, which chooses the runs itself"));
  write("");
  EXPECT_THAT(refused({"--set", "axes[1].values=[0.1, -0.3]"}),
              HasSubstr("contact.friction.coefficient: is out of range, at the point -0.3 of axis friction"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
  ASSERT_EQ(optimise().exit_code, 0);
  EXPECT_EQ(
      refused({"--set", "optimise.seed=2"}),
      "out: holds results of another study: its runs have other settings, or other channels are recorded. "
      "Give another folder, or --force to begin anew.\n");
  const ProgramResult study =
      run_flangeway({"study", "study.toml", "-o", "other"}, {.folder = folder_.path()});
  EXPECT_EQ(study.exit_code, 2);
  EXPECT_THAT(study.error,
              HasSubstr("optimise: is for flangeway optimise. Run that verb, or leave the section out.\n"));
}

TEST(ShippedOptimisation, OfYawDampersRuns) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"optimise", models + "studies/yaw_damper.toml", "-o", "out", "--set",
                     "optimise.trials=4", "--set", "optimise.batch=4", "--set",
                     "set.integration.duration=0.1", "--set", "critical_speed.speeds=4", "--json"},
                    {.folder = folder.path(), .time_limit = std::chrono::minutes(5)});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(nlohmann::json::parse(result.out)["trials"], 4);
  EXPECT_GE(nlohmann::json::parse(result.out)["front"].size(), 1u);
}

}  // namespace
}  // namespace flangeway::test
