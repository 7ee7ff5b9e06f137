// `flangeway study` with samples, and with several processes that share its runs and are killed.
#include <gmock/gmock.h>

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
    folder_.write("case.toml",
                  "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                      "tracks/wheelset_r150.toml\"\nspeed = 10.0\nintegration.duration = 0.5\n"
                      "contact.friction.coefficient = 0.2364\ncontact.kec.points = 501\ninitial.y = 1e-3\n");
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

TEST_F(SharedStudyTest, WhatCannotBeSharedIsSaid) {
  const auto refused = [this](const Strings& options) {
    const ProgramResult result = study(options);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  const std::string ways = "--worker, --shard, --run, --list, --status, --collect: ";
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
