// `flangeway optimise` with --ask and --tell, and by workers.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {
namespace ask_and_tell {

using nlohmann::json;
using testing::HasSubstr;
using Strings = std::vector<std::string>;

constexpr int all_trials = 14;

class AskTellTest : public testing::Test {
 protected:
  AskTellTest() {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r150.toml\"\nspeed = 10.0\nintegration.duration = 0.3\n"
                                   "contact.method = \"kec\"\ncontact.kec.points = 501\ninitial.y = 1e-3\n");
    write("YQ_max");
  }

  // Two objectives, one of them an axis, and a constraint that is no objective.
  void write(const std::string& column) const {
    folder_.write("study.toml",
                  "case = \"case.toml\"\nrecord = [\"wheelset.y\"]\n"
                  "[[axes]]\nname = \"speed\"\nkey = \"speed\"\n"
                  "distribution = { kind = \"uniform\", from = 5, to = 15 }\n"
                  "[[axes]]\nname = \"friction\"\nkey = \"contact.friction.coefficient\"\n"
                  "values = [0.1, 0.3, 0.5]\n"
                  "[optimise]\ntrials = " +
                      std::to_string(all_trials) + "\nbatch = 4\n[[optimise.objectives]]\ncolumn = \"" +
                      column +
                      "\"\n[[optimise.objectives]]\ncolumn = \"speed\"\ndirection = \"maximise\"\n"
                      "[[optimise.constraints]]\ncolumn = \"Q_max\"\nrelation = \"at_most\"\nlimit = 9090\n");
  }

  ProgramResult optimise(Strings options = {}, const std::string& out = "out") const {
    Strings command{"optimise", "study.toml", "-o", out};
    command.insert(command.end(), options.begin(), options.end());
    return run_flangeway(command, {.folder = folder_.path()});
  }
  [[nodiscard]] std::string said(const Strings& options, const std::string& out = "out") const {
    const ProgramResult result = optimise(options, out);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return result.out;
  }
  [[nodiscard]] std::string refused(const Strings& options) const {
    const ProgramResult result = optimise(options);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.error;
  }

  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_.path() / name); }

  // Cells of these columns, a line for each row.
  [[nodiscard]] std::vector<Strings> cells(const std::string& file, const Strings& names) const {
    std::istringstream lines(read(file));
    std::vector<std::size_t> places;
    std::vector<Strings> rows;
    for (std::string line; std::getline(lines, line);) {
      Strings row;
      std::istringstream in(line);
      for (std::string cell; std::getline(in, cell, ',');) row.push_back(cell.substr(0, cell.find(" [")));
      if (places.empty()) {
        for (const std::string& name : names)
          places.push_back(static_cast<std::size_t>(std::find(row.begin(), row.end(), name) - row.begin()));
      } else {
        Strings wanted;
        for (const std::size_t place : places) wanted.push_back(row.at(place));
        rows.push_back(std::move(wanted));
      }
    }
    return rows;
  }

  TemporaryFolder folder_;
};

// The columns of runs that were made before, told in any order, lead to the trials of the command that makes
// its runs itself, and to its front.
TEST_F(AskTellTest, ComesToTheTrialsOfARun) {
  ASSERT_EQ(optimise({}, "whole").exit_code, 0);
  const auto rows = cells("whole/results.csv", {"run", "YQ_max", "Q_max"});
  for (int told = 0; told < all_trials;) {
    auto trials = json::parse(said({"--ask", "3", "--json"}))["trials"];
    const auto rest = json::parse(said({"--ask", "9", "--json"}))["trials"];
    trials.insert(trials.end(), rest.begin(), rest.end());
    ASSERT_GE(trials.size(), 2u);
    std::reverse(trials.begin(), trials.end());
    for (const auto& trial : trials) {
      const auto number = trial["trial"].get<std::size_t>();
      const Strings& row = rows.at(number - 1);
      EXPECT_EQ(
          said({"--tell", row[0], "Q_max=" + row[2], "YQ_max=" + row[1]}),
          "trial " + row[0] + " has its result, " + std::to_string(++told) + " of 14 trials have one\n");
    }
  }
  const Strings same{"run", "speed", "friction", "status", "YQ_max", "Q_max"};
  EXPECT_EQ(cells("out/results.csv", same), cells("whole/results.csv", same));
  EXPECT_EQ(cells("out/front.csv", same), cells("whole/front.csv", same));
  EXPECT_GE(cells("out/front.csv", same).size(), 1u);
  EXPECT_THAT(read("out/study.html"), HasSubstr("results that were told with --tell"));
  const ProgramResult last = optimise({"--ask", "1"});
  EXPECT_EQ(last.out, "trial,speed,friction\n");
  EXPECT_EQ(last.error, "no trial: all 14 have results\n");
  EXPECT_EQ(json::parse(said({"--ask", "1", "--json"}))["status"], "completed");
}

// With the functions that the C library has for older processors, the same results lead to the same trials,
// to the last digit.
TEST_F(AskTellTest, AnotherProcessorChoosesTheSameTrials) {
  const auto said_by = [&](const std::string& folder, Strings options) {
    Strings command{"env",
                    folder == "old" ? "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA,-FMA4" : "A=1",
                    FLANGEWAY_EXECUTABLE,
                    "optimise",
                    "study.toml",
                    "-o",
                    folder};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult result = run_program(command, {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return result.out;
  };
  int count_of_results = 0;
  while (count_of_results < all_trials) {
    const std::string asked = said_by("new", {"--ask", "4"});
    ASSERT_EQ(said_by("old", {"--ask", "4"}), asked);
    const auto count = std::count(asked.begin(), asked.end(), '\n') - 1;
    ASSERT_GT(count, 0);
    for (int i = 0; i < count; ++i) {
      const std::string trial = std::to_string(++count_of_results);
      for (const char* folder : {"new", "old"})
        (void)said_by(folder, {"--tell", trial, "YQ_max=0." + std::to_string(37 * count_of_results % 11),
                               "Q_max=" + std::to_string(9000 + 40 * (count_of_results % 5))});
    }
  }
  EXPECT_EQ(read("old/front.csv"), read("new/front.csv"));
}

TEST_F(AskTellTest, EachTrialIsGivenOutOnce) {
  const ProgramResult first = optimise({"--ask", "3"});
  EXPECT_EQ(first.exit_code, 0) << first.error;
  EXPECT_EQ(first.out,
            "trial,speed,friction\n1,13.902591729757107,0.1\n2,8.902591729757106,0.3\n"
            "3,11.402591729757106,0.5\n");
  EXPECT_EQ(first.error, "");
  EXPECT_EQ(json::parse(said({"--ask", "3", "--json"})),
            (json{{"status", "asked"},
                  {"folder", "out"},
                  {"trials",
                   {{{"trial", 4},
                     {"axes", {{"speed", 6.402591729757106}, {"friction", 0.1}}},
                     {"command",
                      "flangeway run 'case.toml' --set 'speed=6.402591729757106' --set "
                      "'contact.friction.coefficient=0.1' -o run_4.h5"}}}},
                  {"waiting", {1, 2, 3}}}));
  (void)said({"--tell", "3", "failure=no convergence"});
  const ProgramResult waits = optimise({"--ask", "1"});
  EXPECT_EQ(waits.out, "trial,speed,friction\n");
  EXPECT_EQ(waits.error,
            "no trial: the next ones follow from the results of trials 1, 2, 4, which have none\n");
  for (const char* trial : {"1", "4"}) (void)said({"--tell", trial, "YQ_max=0.2", "Q_max=9000"});
  EXPECT_EQ(optimise({"--ask", "1"}).error,
            "no trial: the next ones follow from the results of trial 2, which has none\n");
  EXPECT_EQ(json::parse(said({"--ask", "1", "--json"})),
            (json{{"status", "waiting"}, {"folder", "out"}, {"trials", json::array()}, {"waiting", {2}}}));
  EXPECT_EQ(json::parse(said({"--tell", "2", "YQ_max=0.1", "Q_max=9000", "--json"})),
            (json{{"trial", 2}, {"done", 4}, {"trials", 14}}));
  EXPECT_THAT(said({"--ask", "1"}), testing::StartsWith("trial,speed,friction\n5,"));
  const auto asked = json::parse(read("out/asked.json"))["trials"];
  ASSERT_EQ(asked.size(), 5u);
  EXPECT_EQ(asked[0]["axes"]["speed"], 13.902591729757107);
  const auto rows = cells("out/results.csv", {"run", "status", "failure", "YQ_max"});
  EXPECT_EQ(rows.at(2), (Strings{"3", "failed", "no convergence", ""}));
  EXPECT_EQ(rows.at(0), (Strings{"1", "completed", "", "0.2"}));
}

// Told results may have columns that no run has; their values are then not those of runs.
TEST_F(AskTellTest, ColumnsMayHaveAnyName) {
  write("cost");
  EXPECT_EQ(refused({}),
            "study.toml:15:10: optimise.objectives[0].column: is no axis and no column of the results (got "
            "\"cost\"). See docs/studies.md for the columns.\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
  (void)said({"--ask", "4"});
  for (const char* trial : {"4", "2", "1", "3"})
    (void)said({"--tell", trial, std::string("cost=1") + trial + ".5", "Q_max=9000"});
  EXPECT_EQ(cells("out/front.csv", {"run", "cost"}), (std::vector<Strings>{{"1", "11.5"}}));
  write("failure");
  EXPECT_EQ(refused({"--ask", "1"}),
            "study.toml:15:10: optimise.objectives[0].column: has texts and no numbers (got \"failure\").\n");
}

// A run of ours fills in what was not told.
TEST_F(AskTellTest, ARunContinuesWithToldResults) {
  (void)said({"--ask", "4"});
  (void)said({"--tell", "2", "YQ_max=0.001", "Q_max=9000"});
  const ProgramResult rest = optimise({"--json"});
  ASSERT_EQ(rest.exit_code, 0) << rest.error;
  EXPECT_EQ(json::parse(rest.out)["trials"], 14);
  EXPECT_EQ(cells("out/results.csv", {"run", "YQ_max"}).at(1), (Strings{"2", "0.001"}));
  EXPECT_EQ(refused({"--tell", "1", "YQ_max=0.1", "Q_max=9000"}),
            "--tell: trial 1 has a result. It stays as it is.\n");
}

TEST_F(AskTellTest, ManyProcessesAskAndTellAtOnce) {
  ASSERT_EQ(optimise({"--ask", "1"}).exit_code, 0);
  std::vector<std::thread> processes;
  std::vector<std::string> asked(3);
  for (std::string& text : asked)
    processes.emplace_back([this, &text] { text = said({"--ask", "1", "--json"}); });
  for (std::thread& process : processes) process.join();
  std::set<int> numbers{1};
  for (const std::string& text : asked) numbers.insert(json::parse(text)["trials"][0]["trial"].get<int>());
  EXPECT_EQ(numbers, (std::set{1, 2, 3, 4}));
  processes.clear();
  for (const int trial : numbers) {
    processes.emplace_back([this, trial] {
      (void)said({"--tell", std::to_string(trial), "YQ_max=0.1", "Q_max=9000"});
    });
  }
  for (std::thread& process : processes) process.join();
  EXPECT_EQ(cells("out/results.csv", {"run"}), (std::vector<Strings>{{"1"}, {"2"}, {"3"}, {"4"}}));
}

TEST_F(AskTellTest, ErrorsAreReported) {
  const std::string ways = "--worker, --on, --status, --cancel, --ask, --tell: ";
  EXPECT_EQ(refused({"--ask", "1", "--worker"}), ways + "are given together. Give one of them.\n");
  EXPECT_EQ(refused({"--ask", "1", "--force"}),
            ways + "cannot remove results as --force does. Remove the folder first.\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
  (void)said({"--ask", "2"});
  EXPECT_EQ(refused({"--tell", "3", "YQ_max=0.1", "Q_max=9000"}),
            "--tell: is no trial that was asked for (got \"3\"). See out/asked.json.\n");
  EXPECT_EQ(refused({"--tell", "YQ_max=0.1", "Q_max=9000"}),
            "--tell: YQ_max: is missing. For a trial without it give failure=TEXT alone.\n"
            "--tell: is no trial that was asked for (got \"YQ_max=0.1\"). See out/asked.json.\n");
  EXPECT_EQ(refused({"--tell", "1", "Q_max=inf", "Y_max=3", "speed=4", "Q_max=5", "x"}),
            "--tell: Q_max: is given twice.\n"
            "--tell: is no column with its value (got \"x\"). Write COLUMN=VALUE.\n"
            "--tell: Q_max: is no finite number (got \"inf\"). For a trial without it give failure=TEXT.\n"
            "--tell: Y_max: is no column of an objective or a constraint. The nearest is 'YQ_max'.\n"
            "--tell: speed: is an axis, whose value is known.\n"
            "--tell: YQ_max: is missing. For a trial without it give failure=TEXT alone.\n");
  EXPECT_EQ(refused({"--tell", "1", "YQ_max=0.1", "Q_max=9000", "failure=no"}),
            "--tell: failure: is given together with columns. A trial that failed has no others.\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/runs/1.json"));
  (void)said({"--tell", "1", "YQ_max=0.1", "Q_max=9000"});
  const std::string result = read("out/runs/1.json");
  EXPECT_EQ(refused({"--tell", "1", "YQ_max=0.2", "Q_max=9000"}),
            "--tell: trial 1 has a result. It stays as it is.\n");
  EXPECT_EQ(read("out/runs/1.json"), result);
  EXPECT_EQ(refused({"--ask", "1", "--set", "optimise.seed=2"}),
            "out: holds results of another study: its runs have other settings, or other channels are "
            "recorded. Give another folder, or --force to begin anew.\n");
  // Taken for empty, the list would let trials be issued twice.
  folder_.write("out/asked.json", read("out/asked.json") + " ");
  const std::string damaged =
      "out/asked.json: is damaged: it does not tell which trials were asked for. Copy it again; or remove "
      "it, and "
      "ask for the trials without a result once more.\n";
  EXPECT_EQ(refused({"--ask", "1"}), damaged);
  EXPECT_EQ(refused({"--tell", "2", "YQ_max=0.1", "Q_max=9000"}), damaged);
}

TEST_F(AskTellTest, WorkersComeToTheSameTrials) {
  ASSERT_EQ(optimise({}, "whole").exit_code, 0);
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i)
    workers.emplace_back([this] {
      EXPECT_THAT(
          said({"--worker", "--jobs", "1"}),
          testing::EndsWith(" done here; the same command without --worker makes tables and the page\n"));
    });
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(json::parse(said({"--status", "--json"}))["completed"], 14);
  ASSERT_EQ(optimise().exit_code, 0);
  const Strings same{"run", "speed", "friction", "status", "YQ_max", "Q_max", "max_abs(wheelset.y)"};
  EXPECT_EQ(cells("out/results.csv", same), cells("whole/results.csv", same));
  EXPECT_EQ(cells("out/front.csv", same), cells("whole/front.csv", same));
}

// A worker meets a trial of a later batch that the case refuses.
TEST_F(AskTellTest, ATrialThatIsRefusedFailsForAWorker) {
  folder_.write("study.toml",
                "case = \"case.toml\"\nset.integration.method = \"rk4\"\n"
                "[[axes]]\nname = \"step\"\nkey = \"integration.step\"\nvalues = [1e-3, 2e-3]\n"
                "[[axes]]\nname = \"interval\"\nkey = \"output.interval\"\n"
                "values = [1e-3, 2e-3, 4e-3, 8e-3]\n"
                "[optimise]\ntrials = 8\nbatch = 4\nseed = 2\n[[optimise.objectives]]\ncolumn = \"Q_max\"\n");
  (void)said({"--worker"});
  ASSERT_EQ(optimise().exit_code, 0);
  const auto rows = cells("out/results.csv", {"step", "interval", "status", "failure"});
  const auto refused = std::count_if(rows.begin(), rows.end(), [](const Strings& row) {
    return row[2] == "failed" &&
           row[3].find("output.interval: is shorter than the time step") != std::string::npos;
  });
  EXPECT_EQ(rows.size(), 8u);
  EXPECT_GE(refused, 1);
  for (const Strings& row : rows) EXPECT_EQ(row[2] == "failed", row[0] == "2e-3" && row[1] == "1e-3");
}

}  // namespace ask_and_tell
}  // namespace
}  // namespace flangeway::test
