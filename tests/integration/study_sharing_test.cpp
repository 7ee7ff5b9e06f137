// `flangeway study` with samples, and with several processes that share its runs and are killed.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using Strings = std::vector<std::string>;

class SharedStudyTest : public testing::Test {
 protected:
  SharedStudyTest() {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r150.toml\"\nspeed = 10.0\nintegration.duration = 0.5\n"
                                   "contact.friction.coefficient = 0.2364\ncontact.method = "
                                   "\"kec\"\ncontact.kec.points = 501\ninitial.y = 1e-3\n");
    write("from = 0.1, to = 0.5", "random", 12);
  }

  void write(const std::string& ends, const std::string& method, int count) const {
    folder_.write("study.toml",
                  "case = \"case.toml\"\nrecord = [\"wheelset.y\"]\nsample = { method = \"" + method +
                      "\", count = " + std::to_string(count) +
                      " }\n[[axes]]\nname = \"friction\"\nkey = \"contact.friction.coefficient\"\n"
                      "distribution = { kind = \"uniform\", " +
                      ends +
                      " }\n[[axes]]\nname = \"speed\"\nkey = \"speed\"\ndistribution = { kind = "
                      "\"normal\", mean = 10, deviation = 0.2 }\n[[analyses]]\noutput = "
                      "\"max_abs(wheelset.y)\"\nresamples = 100\n");
  }

  ProgramResult study(Strings options = {}, const std::string& out = "out",
                      RunOptions run_options = {}) const {
    Strings command{"study", "study.toml", "-o", out};
    command.insert(command.end(), options.begin(), options.end());
    run_options.folder = folder_.path();
    return run_flangeway(command, run_options);
  }

  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_.path() / name); }

  // Every run once, without the measured times.
  [[nodiscard]] std::string results(const std::string& out) const {
    std::istringstream lines(read(out + "/results.csv"));
    std::string line, text;
    std::getline(lines, line);
    std::vector<std::string> names = cells(line);
    while (std::getline(lines, line)) {
      const std::vector<std::string> row = cells(line);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool measured =
            names[i].starts_with("wall") || names[i].starts_with("cpu") || names[i].starts_with("real");
        if (!measured) text += row[i] + ',';
      }
      text += '\n';
    }
    return text;
  }
  static std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) result.push_back(cell);
    return result;
  }

  TemporaryFolder folder_;
};

TEST_F(SharedStudyTest, ASampleGrowsAndKeepsWhatWasRun) {
  ASSERT_EQ(study().exit_code, 0);
  const std::string first = read("out/results.csv");
  write("from = 0.1, to = 0.5", "random", 16);
  const ProgramResult more = study({"--json"});
  ASSERT_EQ(more.exit_code, 0) << more.error;
  EXPECT_TRUE(read("out/results.csv").starts_with(first));  // with their times: they were not run again
  const auto json = nlohmann::json::parse(more.out);
  EXPECT_EQ(json["rows"].size(), 16u);
  EXPECT_EQ(json["analyses"][0]["runs"], 16);
  EXPECT_EQ(json["analyses"][0]["estimates"][0]["quantity"], "mean");
  EXPECT_THAT(read("out/analysis.csv"), HasSubstr("max_abs(wheelset.y),rank_correlation,speed,"));
  EXPECT_THAT(read("out/study.html"), HasSubstr("<h2>Analyses</h2>"));
  // Fewer runs than there are belong to another study.
  write("from = 0.1, to = 0.5", "random", 12);
  EXPECT_THAT(study().error, HasSubstr("holds results of another study"));
}

// A key that may not be below zero; the values that were drawn are all above.
TEST_F(SharedStudyTest, ADistributionThatLeavesTheRangeOfItsKeyIsRefused) {
  write("from = -0.000001, to = 0.5", "random", 4);
  const ProgramResult result = study();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              testing::MatchesRegex(
                  "study.toml:7:16: contact.friction.coefficient: is out of range, where the "
                  "distribution of axis friction ends \\(got -1e-0?6; allowed .*\\). Give limits, or "
                  "another distribution.\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
}

TEST_F(SharedStudyTest, WorkersShardsAndSingleRunsGiveTheSameResults) {
  ASSERT_EQ(study({}, "whole").exit_code, 0);
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([this] {
      const ProgramResult result = study({"--worker", "--jobs", "1"});
      EXPECT_EQ(result.exit_code, 0) << result.error;
    });
  }
  for (std::thread& worker : workers) worker.join();
  ASSERT_EQ(study({"--collect"}).out, "12 of 12 runs collected in out/results.csv and out/study.html\n");
  EXPECT_EQ(results("out"), results("whole"));
  const std::string page = read("out/study.html");
  EXPECT_THAT(page, testing::HasSubstr("several workers; times per run include delays by others"));
  EXPECT_THAT(page, testing::HasSubstr("case.toml <code title=\"SHA-256\">"));

  ASSERT_EQ(study({"--shard", "1/2"}, "parts").exit_code, 0);
  const auto half = nlohmann::json::parse(study({"--status", "--json"}, "parts").out);
  EXPECT_EQ(half["completed"], 6);
  EXPECT_EQ(half["waiting"], 6);
  const ProgramResult list = study({"--list"}, "parts");
  EXPECT_THAT(list.out, testing::StartsWith("flangeway study 'study.toml' -o 'parts' --run '2'\n"));
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 6);
  ASSERT_EQ(study({"--run", "2"}, "parts").out, "1 run done here; --collect makes tables and the page\n");
  ASSERT_EQ(study({"--shard", "2/2"}, "parts").exit_code, 0);
  ASSERT_EQ(study({"--collect"}, "parts").exit_code, 0);
  EXPECT_EQ(results("parts"), results("whole"));
}

// Workers are killed at random moments and new ones begin; in the end every run is there once, with the same
// bits.
TEST_F(SharedStudyTest, WorkersThatAreKilledLoseNothing) {
  folder_.write("study.toml", read("study.toml") + "[set]\nintegration.duration = 4.0\n");
  ASSERT_EQ(study({}, "whole").exit_code, 0);
  ASSERT_EQ(study({"--run", "1"}).exit_code, 0);  // later workers do not check all cases
  int kills = 0;
  std::vector<std::thread> killed;
  std::mutex mutex;
  for (unsigned worker = 0; worker < 2; ++worker) {
    killed.emplace_back([&, worker] {
      std::mt19937 random(7 + worker);
      for (int life = 0; life < 6; ++life) {
        const ProgramResult result = study({"--worker", "--jobs", "1", "--lease", "0.5"}, "out",
                                           {.time_limit = std::chrono::milliseconds(30 + random() % 400)});
        const std::lock_guard lock(mutex);
        kills += result.timed_out;
      }
    });
  }
  for (std::thread& thread : killed) thread.join();
  EXPECT_GE(kills, 3);
  const ProgramResult last = study({"--worker", "--lease", "0.5"});
  ASSERT_EQ(last.exit_code, 0) << last.error;
  const auto status = nlohmann::json::parse(study({"--status", "--json"}).out);
  EXPECT_EQ(status["completed"], 12);
  EXPECT_EQ(status["claimed"].size(), 0u);
  ASSERT_EQ(study({"--collect"}).exit_code, 0);
  EXPECT_EQ(results("out"), results("whole"));
  ASSERT_EQ(study().exit_code, 0);  // takes away what killed workers left half written
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() / "out"))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

// The folder of the runs is away for a second, as a shared folder may be: the worker waits for it.
TEST_F(SharedStudyTest, AWorkerWaitsForAFolderThatIsAway) {
  folder_.write("study.toml", read("study.toml") + "[set]\nintegration.duration = 4.0\n");
  ASSERT_EQ(study({}, "whole").exit_code, 0);
  ASSERT_EQ(study({"--run", "1"}).exit_code, 0);
  std::jthread worker([this] {
    const ProgramResult result = study({"--worker", "--jobs", "1"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
  });
  const auto runs = folder_.path() / "out/runs", away = folder_.path() / "out/away";
  while (!std::filesystem::exists(runs / "3.json") && !std::filesystem::exists(runs / "9.json"))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::filesystem::rename(runs, away);
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  std::filesystem::rename(away, runs);
  worker.join();
  ASSERT_EQ(study({"--collect"}).exit_code, 0);
  EXPECT_EQ(results("out"), results("whole"));
}

TEST_F(SharedStudyTest, WhatCannotBeSharedIsSaid) {
  const auto refused = [this](const Strings& options) {
    const ProgramResult result = study(options);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  const std::string ways = "--worker, --shard, --run, --list, --on, --status, --cancel, --collect: ";
  EXPECT_EQ(refused({"--worker", "--collect"}), ways + "are given together. Give one of them.\n");
  EXPECT_EQ(refused({"--worker", "--force"}),
            ways + "cannot remove results as --force does. Remove the folder first.\n");
  EXPECT_EQ(refused({"--shard", "3/2"}), "--shard: is no part (got \"3/2\"; allowed 1/8 to 8/8).\n");
  EXPECT_EQ(refused({"--collect"}),
            "out: holds no study. Run the study, with --worker, --shard or neither.\n");
  ASSERT_EQ(study({"--shard", "1/12"}).exit_code, 0);
  EXPECT_EQ(refused({"--run", "13"}), "--run: is no run of the study (got \"13\"). See --list.\n");
  write("from = 0.1, to = 0.4", "random", 12);
  EXPECT_EQ(
      refused({"--status"}),
      "out: holds results of another study, or of another version of Flangeway. Give another folder, or the "
      "study that it holds.\n");
  write("from = 0.1, to = 0.5", "random", 12);
  std::ofstream(folder_.path() / "case.toml", std::ios::app) << "initial.yaw = 1e-3\n";
  EXPECT_THAT(refused({"--worker"}),
              HasSubstr("case.toml: is not what it was when the study began. Restore it, or "
                        "begin the study anew.\n"));
}

// Programs with Slurm's names, in a folder that PATH begins with. sbatch does what the script says.
class StudyOnSlurm : public SharedStudyTest {
 protected:
  StudyOnSlurm() {
    program(
        "sbatch",
        "echo \"$@\" >asked\nfor task in 1 2; do SLURM_ARRAY_TASK_ID=$task bash \"$2\" & done\nwait\necho 5");
    program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
    program("scancel", "echo \"$@\" >cancelled_job");
    ::setenv("PATH", (folder_.path() / "bin").string().append(":/usr/bin:/bin").c_str(), 1);
  }
  ~StudyOnSlurm() override { ::setenv("PATH", path_.c_str(), 1); }
  void program(const std::string& name, const std::string& body) const {
    std::filesystem::permissions(folder_.write("bin/" + name, "#!/bin/sh\n" + body + "\n"),
                                 std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string refused(const Strings& options) const {
    const ProgramResult result = study(options);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.error;
  }
  std::string path_ = std::getenv("PATH");
};

TEST_F(StudyOnSlurm, TheScriptRunsWorkersThatGiveTheResultsOfOneProcess) {
  ASSERT_EQ(study({}, "whole").exit_code, 0);
  const ProgramResult submitted =
      study({"--on", "slurm", "--set", "slurm.workers=2", "--set", "name=\"it's\""});
  ASSERT_EQ(submitted.exit_code, 0) << submitted.error;
  EXPECT_EQ(submitted.out,
            "job array 5 of 2 workers submitted; --status says how far they are, --cancel ends them\n");
  EXPECT_EQ(read("asked"), "--parsable " + (folder_.path() / "out/slurm.sh").string() + "\n");
  EXPECT_THAT(read("out/slurm.sh"), HasSubstr("#SBATCH --array=1-2\n"));
  EXPECT_THAT(read("out/slurm/1.log"), testing::ContainsRegex("[0-9]+ runs? done here"));
  const auto status = nlohmann::json::parse(study({"--status", "--json"}).out);
  EXPECT_EQ(status["completed"], 12);
  EXPECT_EQ(status["job"], "5");
  std::size_t done = 0;
  for (const auto& worker : status["workers"]) done += worker["done"].get<std::size_t>();
  EXPECT_EQ(done, 12u);
  EXPECT_THAT(read("out/status.html"), HasSubstr("12 of 12 runs done"));
  EXPECT_THAT(read("out/status.html"), testing::Not(HasSubstr("http-equiv")));
  // The folder alone says the same.
  const ProgramResult alone = run_flangeway({"study", "out", "--status"}, {.folder = folder_.path()});
  EXPECT_THAT(alone.out,
              testing::StartsWith("12 of 12 runs done: 12 completed, 0 derailed, 0 failed; 0 in hand\n"));
  ASSERT_EQ(study({"--collect"}).exit_code, 0);
  EXPECT_EQ(results("out"), results("whole"));
}

TEST_F(StudyOnSlurm, ACancelledStudyTakesNoWorkerUntilItIsSubmittedAgain) {
  ASSERT_EQ(study({"--shard", "1/12"}).exit_code, 0);
  EXPECT_EQ(study({"--cancel"}).out, "workers end and put their runs back\n");
  EXPECT_EQ(refused({"--worker"}),
            "out: was cancelled. Submit it again with --on slurm, or remove out/cancelled.\n");
  EXPECT_THAT(study({"--status"}).out, HasSubstr("cancelled; workers end and none begins\n"));
  ASSERT_EQ(study({"--on", "slurm", "--quiet"}).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(study({"--status", "--json"}).out)["completed"], 12);  // the mark was gone
  EXPECT_EQ(study({"--cancel"}).out, "job array 5 cancelled; workers end and put their runs back\n");
  EXPECT_EQ(nlohmann::json::parse(study({"--cancel", "--json"}).out),
            (nlohmann::json{{"job", "5"}, {"cancelled", true}}));
  EXPECT_EQ(read("cancelled_job"), "5\n");
}

TEST_F(StudyOnSlurm, WhatIsRefusedLeavesNothing) {
  const auto nothing_is_there = [this] { return !std::filesystem::exists(folder_.path() / "out"); };
  EXPECT_EQ(refused({"--on", "pbs"}),
            "--on: is no batch system that is known (got \"pbs\"; allowed slurm). For others, "
            "start workers with --worker, or the commands of --list.\n");
  EXPECT_EQ(refused({"--on", "slurm", "--set", "slurm.workers=0"}),
            "--set: slurm.workers: is out of range (got 0; allowed a whole number from 1 to 10000).\n");
  EXPECT_THAT(refused({"--on", "slurm", "--set", "axes[0].key=speeed"}),
              HasSubstr("speeed: is not a known key"));
  program("sbatch", "echo 'sbatch: error: Invalid account' >&2; exit 1");
  EXPECT_EQ(refused({"--on", "slurm"}),
            "--on slurm: sbatch refuses the job array with exit code 1: sbatch: error: Invalid account. "
            "Nothing was "
            "submitted. Correct slurm in the study file.\n");
  EXPECT_TRUE(nothing_is_there());
  std::filesystem::remove(folder_.path() / "bin/sbatch");
  if (std::filesystem::exists("/usr/bin/sbatch")) ::setenv("PATH", (folder_.path() / "bin").c_str(), 1);
  EXPECT_EQ(refused({"--on", "slurm"}),
            "--on slurm: finds no sbatch in PATH. Submit on a machine of the cluster, or "
            "start workers with --worker.\n");
  EXPECT_TRUE(nothing_is_there());
  EXPECT_EQ(refused({"--cancel"}),
            "out: holds no study. Run the study, with --worker, --shard or neither.\n");
}

// Submitted jobs wait in the queue; meanwhile the study file is changed.
TEST_F(StudyOnSlurm, AStudyThatIsChangedMeanwhileIsRefusedByItsWorkers) {
  program("sbatch", "cp \"$2\" later.sh; echo 5");
  ASSERT_EQ(study({"--on", "slurm", "--quiet"}).exit_code, 0);
  write("from = 0.1, to = 0.4", "random", 12);
  EXPECT_EQ(
      run_program({"env", "SLURM_ARRAY_TASK_ID=3", "bash", "later.sh"}, {.folder = folder_.path()}).exit_code,
      2);
  EXPECT_EQ(read("out/slurm/3.log"),
            "out: holds results of another study: its runs have other settings, or other channels are "
            "recorded. Give "
            "another folder, or --force to begin anew.\n");
  EXPECT_THAT(refused({"--on", "slurm"}), HasSubstr("out: holds results of another study"));
  program("squeue", "echo 5_1");
  EXPECT_EQ(refused({"--on", "slurm"}),
            "out: has job array 5 in the queue. Wait until it has ended, or end it with --cancel.\n");
}

class CriticalSpeed : public testing::Test {
 protected:
  ProgramResult study(const std::string& text, Strings options = {}) const {
    folder_.write("study.toml",
                  "case = \"" + models + "cases/cooperrider.toml\"\nset.integration.duration = 0.01\n" +
                      text +
                      "[[axes]]\nname = \"conicity\"\nkey = \"contact.kec.conicity\"\nvalues = [0.05, "
                      "0.1]\n");
    Strings command{"study", "study.toml", "-o", "out", "--json"};
    command.insert(command.end(), options.begin(), options.end());
    return run_flangeway(command, {.folder = folder_.path()});
  }
  TemporaryFolder folder_;
};

// The same as by the verb of its own; at 0.1 the speed lies below the range.
TEST_F(CriticalSpeed, IsAColumnOfAStudy) {
  const ProgramResult result = study("critical_speed = { from = 60, to = 80, speeds = 11 }\n");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto rows = nlohmann::json::parse(result.out)["rows"];
  const ProgramResult alone =
      run_flangeway({"stability", models + "cases/cooperrider.toml", "--from", "60", "--to", "80", "--speeds",
                     "11", "--branches", "0", "--no-runs", "--json"});
  ASSERT_EQ(alone.exit_code, 0) << alone.error;
  EXPECT_EQ(rows[0]["critical_speed"], nlohmann::json::parse(alone.out)["hopf"][0]["speed"]);
  EXPECT_TRUE(rows[1]["critical_speed"].is_null());
  // The search is the longer part, and one thread cannot have had more processor time than time has passed.
  EXPECT_GE(rows[0]["wall_time"].get<double>(), 0.75 * rows[0]["cpu_time"].get<double>());
  // Another range is another study.
  EXPECT_EQ(study("critical_speed = { from = 60, to = 90, speeds = 11 }\n").exit_code, 2);
}

TEST_F(CriticalSpeed, WhatHasNoneIsSaid) {
  EXPECT_EQ(
      study("critical_speed = { from = 60, to = 60 }\n").error,
      "study.toml:3:18: critical_speed.to: is not above from (got 60; allowed a number > 60 in m/s).\n");
  EXPECT_THAT(study("[[plots]]\nx = \"conicity\"\ny = \"critical_speed\"\n").error,
              HasSubstr("plots[0].y: is no axis and no column of the results (got \"critical_speed\")"));
  EXPECT_THAT(study("critical_speed = { from = 60 }\n", {"--set", "set.drive=free"}).error,
              HasSubstr("drive: is free: a vehicle that is not driven has no steady speed (got free; allowed "
                        "prescribed). Set drive to prescribed.\n"));
}

// A run that fails has a command that does it again, alone.
TEST_F(SharedStudyTest, ThePageHasACommandForARunThatFailed) {
  folder_.write(
      "study.toml",
      "case = \"case.toml\"\nset = { contact.method = \"lut\", contact.lookup = { lateral_points = 101, "
      "gauge_points = 3, flange_damping = 1e8 }, integration = { method = \"abm4\", step = 2e-3, duration = "
      "12.0 } }\n[[axes]]\nname = \"k\"\nkey = \"contact.lookup.flange_stiffness\"\nvalues = [1e13]\n");
  ASSERT_EQ(study().exit_code, 0);
  const std::string page = read("out/study.html");
  std::smatch found;
  ASSERT_TRUE(
      std::regex_search(page, found, std::regex("<li>1: [^<]*<br><code>flangeway (run [^<]*)</code>")))
      << page;
  const std::string command = std::regex_replace(found[1].str(), std::regex("&quot;"), "\"");
  const ProgramResult again =
      run_program({"sh", "-c", FLANGEWAY_EXECUTABLE " " + command}, {.folder = folder_.path()});
  EXPECT_EQ(again.exit_code, 3) << again.error;
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "run_1.h5"));
}

// The study that comes with Flangeway, with each method.
class MethodOfASample : public testing::TestWithParam<const char*> {};

TEST_P(MethodOfASample, RunsInTheShippedStudy) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"study", models + "studies/friction_and_damping.toml", "-o", "out", "--set",
                     "set.integration.duration=0.1", "--set", std::string("sample.method=") + GetParam(),
                     "--set", "sample.count=4", "--json"},
                    {.folder = folder.path(), .time_limit = std::chrono::minutes(5)});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_FALSE(json["analyses"][0]["estimates"].empty());
  for (const auto& row : json["rows"]) EXPECT_EQ(row["status"], "completed");
}

INSTANTIATE_TEST_SUITE_P(Methods, MethodOfASample,
                         testing::Values("random", "latin_hypercube", "sobol", "saltelli", "morris"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace flangeway::test
