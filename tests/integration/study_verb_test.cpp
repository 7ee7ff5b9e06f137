// `flangeway study` as a user meets it: results, findings, going on after a kill, and the shipped studies.
#include <gmock/gmock.h>
#include <csignal>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Times are measured anew in every run; everything else must be the same, bit for bit.
const std::set<std::string> measured{"wall_time [s]", "cpu_time [s]", "cpu_time_deviation [s]",
                                     "real_time_factor"};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

std::vector<std::vector<std::string>> rows(const std::string& csv) {
  std::istringstream lines(csv);
  std::vector<std::vector<std::string>> result;
  for (std::string line; std::getline(lines, line);) result.push_back(cells(line));
  return result;
}

std::string without_times(const std::string& csv) {
  const auto all = rows(csv);
  std::string text;
  for (const auto& row : all) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (measured.count(all.front()[i]) == 0) text += row[i] + ',';
    }
    text += '\n';
  }
  return text;
}

// A folder with a case of the single wheelset and a study of it: 2 × 3 runs and two references.
class StudyVerb : public testing::Test {
 protected:
  StudyVerb() {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r150.toml\"\nspeed = 10.0\nintegration.duration = "
                                   "0.5\ncontact.friction.coefficient = 0.2364\ncontact.method = "
                                   "\"kec\"\ncontact.kec.points = 501\ninitial.y = 1e-3\n");
    folder_.write("study.toml", study_text());
  }

  static std::string study_text(const std::string& more = "") {
    return "case = \"case.toml\"\n[[axes]]\nname = \"method\"\nkey = \"integration.method\"\nvalues = "
           "[\"abm4\", \"rk4\"]\n[[axes]]\nname = \"step\"\nkey = \"integration.step\"\nvalues = [1e-3, "
           "5e-4, 2e-3]\n[reference]\nset = { integration.step = 1e-4 }\nfollows = "
           "[\"method\"]\n[[tables]]\nrows = \"method\"\ncolumns = \"step\"\nvalue = \"steps\"\n" +
           more;
  }

  ProgramResult study(std::vector<std::string> options = {}, RunOptions run_options = {}) const {
    std::vector<std::string> command{"study", "study.toml", "-o", "out"};
    command.insert(command.end(), options.begin(), options.end());
    run_options.folder = folder_.path();
    return run_flangeway(command, run_options);
  }

  std::string read(const std::string& name) const { return read_file(folder_.path() / "out" / name); }

  // Bad input: exit code 2, exactly this text, and no folder.
  void refuses(const std::string& text, const std::string& problem) const {
    folder_.write("study.toml", text);
    const ProgramResult result = study();
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.error, problem + "\n");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
  }

  TemporaryFolder folder_;
};

TEST_F(StudyVerb, GivesARowPerRunATableAndAPage) {
  const ProgramResult result = study();
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(
      result.out,
      "steps\nmethod \\ step  1e-3  5e-4  2e-3\nabm4            500  1000   250\nrk4             500  1000   "
      "250\n\n8 of 8 runs done, 0 of them failed; results in out/results.csv, page out/study.html\n");
  const auto all = rows(read("results.csv"));
  ASSERT_EQ(all.size(), 9u);
  ASSERT_THAT(all[0], testing::Contains("error_max"));
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(all[0].begin(), all[0].end(), name) - all[0].begin());
  };
  EXPECT_EQ(all[1][0], "reference 1");
  EXPECT_EQ(all[8][0], "6");
  EXPECT_EQ(all[8][column("step")], "2e-3");
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(all[i][column("status")], "completed");
  // Fourth order: a step twice as long has about 16 times the error against the fine reference.
  const auto error = [&](std::size_t row) { return std::stod(all[row][column("error_max")]); };
  EXPECT_GT(error(8), 4 * error(6));
  EXPECT_LT(error(8), 1e-3);
  EXPECT_THAT(read("study.html"), HasSubstr("8 of 8 runs: 8 completed"));
  EXPECT_THAT(read("study.html"), Not(HasSubstr("http")));
}

// Every run lies alone on its thread: results do not depend on how many there are.
TEST_F(StudyVerb, ThreadsChangeNothing) {
  ASSERT_EQ(study({"--jobs", "1"}).exit_code, 0);
  const std::string alone = without_times(read("results.csv"));
  ASSERT_EQ(study({"--jobs", "5", "--force"}).exit_code, 0);
  EXPECT_EQ(without_times(read("results.csv")), alone);
}

// Only the times of a run differ from one repetition to the next.
TEST_F(StudyVerb, RepetitionsGiveMeansOfTheTimes) {
  ASSERT_EQ(study().exit_code, 0);
  const std::string once = read("results.csv");
  const ProgramResult other = study({"--set", "repetitions=3"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.error, HasSubstr("its runs have other settings"));
  const ProgramResult result = study({"--set", "repetitions=3", "--force"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(without_times(read("results.csv")), without_times(once));
  const auto single = rows(once), means = rows(read("results.csv"));
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(means[0].begin(), means[0].end(), name) - means[0].begin());
  };
  for (std::size_t i = 1; i < means.size(); ++i) {
    EXPECT_EQ(single[i][column("cpu_time_deviation [s]")], "");
    EXPECT_GT(std::stod(means[i][column("cpu_time_deviation [s]")]), 0) << i;
    EXPECT_NEAR(
        std::stod(means[i][column("real_time_factor")]) * std::stod(means[i][column("wall_time [s]")]), 0.5,
        1e-9)
        << i;
  }
}

TEST_F(StudyVerb, JsonIsOneDocument) {
  const ProgramResult result = study({"--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["status"], "completed");
  EXPECT_EQ(json["runs"], 8);
  EXPECT_EQ(json["rows"].size(), 8u);
  EXPECT_EQ(json["rows"][2]["method"], "abm4");
  EXPECT_EQ(json["rows"][2]["step"], 1e-3);
  EXPECT_EQ(json["rows"][2]["steps"], 500);
  EXPECT_TRUE(json["rows"][0]["error_max"].is_null());
}

// Killed again and again, at other moments each time, the study ends with what one without a kill gives, and
// rows that were once there stay as they were, times included.
TEST_F(StudyVerb, GoesOnAfterEveryKill) {
  folder_.write("study.toml", study_text() + "[set]\nintegration.duration = 1.0\n");
  ASSERT_EQ(study({"--jobs", "2"}).exit_code, 0);
  const std::string whole = without_times(read("results.csv"));
  std::filesystem::remove_all(folder_.path() / "out");
  std::set<std::string> kept;
  int kills = 0;
  for (int limit = 20;; limit += limit / 2) {
    const ProgramResult result = study({"--jobs", "2"}, {.time_limit = std::chrono::milliseconds(limit)});
    std::set<std::string> now;
    if (std::filesystem::exists(folder_.path() / "out/runs")) {
      for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out/runs")) {
        if (entry.path().extension() == ".json")
          now.insert(entry.path().filename().string() + read_file(entry.path()));
      }
    }
    EXPECT_TRUE(std::includes(now.begin(), now.end(), kept.begin(), kept.end()))
        << "after " << limit << " ms";
    kept = now;
    if (!result.timed_out) {
      EXPECT_EQ(result.exit_code, 0) << result.error;
      break;
    }
    ++kills;
    ASSERT_LT(limit, 60'000);
  }
  EXPECT_GE(kills, 2);
  EXPECT_EQ(without_times(read("results.csv")), whole);
  EXPECT_EQ(kept.size(), 8u);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() / "out"))
    EXPECT_NE(entry.path().extension(), ".part");
}

TEST_F(StudyVerb, ControlCEndsInOrder) {
  folder_.write("study.toml",
                "case = \"case.toml\"\n[[axes]]\nname = \"duration\"\nkey = \"integration.duration\"\nvalues "
                "= [0.1, 1e4, 2e4]\n[set]\nintegration.step = 1e-6\noutput.interval = 0.01\n");
  const ProgramResult stopped =
      study({"--json"}, {.signal = SIGINT, .signal_when = [this](int) {
                           return std::filesystem::exists(folder_.path() / "out/runs/1.json");
                         }});
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_EQ(stopped.error, "stopped; the same command continues it\nflangeway: interrupted\n");
  const auto json = nlohmann::json::parse(stopped.out);
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_LT(json["rows"].size(), 3u);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/study.html"));
}

TEST_F(StudyVerb, AFinishedStudyIsOnlyDrawnAnew) {
  ASSERT_EQ(study().exit_code, 0);
  const std::string first = read("results.csv");
  folder_.write("study.toml", study_text("[[plots]]\ntitle = \"Work\"\nx = \"step\"\ny = \"evaluations\"\n"));
  ASSERT_EQ(study().exit_code, 0);
  EXPECT_EQ(read("results.csv"), first);  // times too: nothing ran
  EXPECT_THAT(read("study.html"), HasSubstr("Work"));
  // A run that was copied over another one is detected and repeated.
  for (const char* ending : {".json", ".csv"})
    std::filesystem::copy_file(folder_.path() / "out/runs" / (std::string("2") + ending),
                               folder_.path() / "out/runs" / (std::string("3") + ending),
                               std::filesystem::copy_options::overwrite_existing);
  const ProgramResult again = study();
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(
      again.error,
      "out/runs/3.json: is the result of run 2, not of run 3; it does not count, and run 3 is done again\n");
  EXPECT_EQ(without_times(read("results.csv")), without_times(first));
}

// Not even with --force.
TEST_F(StudyVerb, DoesNotReplaceWhatItReads) {
  std::filesystem::create_directories(folder_.path() / "out/runs");
  std::filesystem::rename(folder_.path() / "case.toml", folder_.path() / "out/runs/case.toml");
  std::string text = study_text();
  text.replace(text.find("\"case.toml\""), 11, "\"out/runs/case.toml\"");
  folder_.write("study.toml", text);
  const ProgramResult result = study({"--force"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              testing::MatchesRegex("out: would replace .*out/runs/case.toml, which the study reads. "
                                    "Give another folder.\n"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/runs/case.toml"));
}

TEST_F(StudyVerb, RefusesResultsOfAnotherStudy) {
  ASSERT_EQ(study().exit_code, 0);
  const std::string first = read("results.csv"), end = " Give another folder, or --force to begin anew.\n";
  std::string changed = study_text();
  changed.replace(changed.find("2e-3"), 4, "1e-4");
  folder_.write("study.toml", changed);
  const ProgramResult refused = study();
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(
      refused.error,
      "out: holds results of another study: its runs have other settings, or other channels are recorded." +
          end);
  folder_.write("study.toml", study_text());
  std::ofstream(folder_.path() / "case.toml", std::ios::app) << "initial.yaw = 1e-3\n";
  EXPECT_EQ(study().error, "out: holds results of another study: case.toml is not what it was." + end);
  EXPECT_EQ(read("results.csv"), first);
  ASSERT_EQ(study({"--force"}).exit_code, 0);
  EXPECT_NE(without_times(read("results.csv")), without_times(first));
}

TEST_F(StudyVerb, AFailureIsAResult) {
  folder_.write("study.toml",
                "case = \"case.toml\"\nset = { contact.method = \"lut\", contact.lookup = { lateral_points = "
                "101, gauge_points = 3 }, integration = { method = \"abm4\", step = 2e-3, duration = 12.0 } "
                "}\n[[axes]]\nname = "
                "\"k\"\nkey = \"contact.lookup.flange_stiffness\"\nvalues = [1e9, 1e13]\n[[tables]]\nrows = "
                "\"k\"\ncolumns = \"k2\"\nvalue = \"steps\"\n[[axes]]\nname = \"k2\"\nkey = "
                "\"contact.lookup.flange_damping\"\nvalues = [1e8]\n");
  const ProgramResult result = study();
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("1e13    failed\n"));
  EXPECT_THAT(result.out, HasSubstr("2 of 2 runs done, 1 of them failed;"));
  EXPECT_THAT(read("results.csv"), ContainsRegex("\n2,1e13,1e8,failed,\"the step failed at t = [0-9.]+ s, "));
}

TEST_F(StudyVerb, FindingsStandAtTheirPlaceInTheStudyFile) {
  std::string text = study_text();
  text.replace(text.find("5e-4"), 4, "0.02");
  text.replace(text.find("\"rk4\""), 5, "\"rk5\"");
  text.replace(text.find("1e-4"), 4, "-1.0");
  refuses(
      text,
      "study.toml:5:19: integration.method: is not one of the choices, in run reference 2 (method rk5) and 3 "
      "more (got \"rk5\"; allowed auto, abm4, rk4, dormand_prince, bdf or ndf). The nearest is "
      "\"rk4\".\nstudy.toml:9:17: integration.step: "
      "is out of range, in run 2 (method abm4, step 0.02) and 1 more (got 0.02; allowed a number from 0 "
      "to 0.01 in s).\nstudy.toml:11:28: integration.step: is out of range, in run reference 1 (method abm4) "
      "and 1 more (got -1.0; allowed a number from 0 to 0.01 in s).");
}

// A combination that only together is wrong stands at the case, with the first run that has it.
TEST_F(StudyVerb, AWrongCombinationNamesTheRun) {
  std::string text = study_text() + "[set]\noutput.interval = 1e-3\n";
  refuses(text,
          "case.toml: output.interval: is shorter than the time step, in run 3 (method abm4, step 2e-3) and "
          "1 more (got 0.001; allowed ≥ 0.002 s). Lengthen it, or shorten integration.step.");
}

TEST_F(StudyVerb, OtherFindings) {
  refuses(study_text("[set]\nspeeed = 3\n"),
          "study.toml:18:10: speeed: is not a known key. The nearest known key is 'speed'.");
  refuses(study_text() + "[error]\nchannels = [\"wheelset.y\", \"wheelset.q\"]\n",
          "study.toml:18:27: error.channels[1]: has no channel 'wheelset.q'. The nearest is 'wheelset.s'.");
  refuses(study_text() + "[[plots]]\ntrace = \"wheelset.left.Q\"\n",
          "study.toml:18:9: plots[0].trace: is not recorded (got \"wheelset.left.Q\"). Add it to record.");
  refuses("case = \"missing.toml\"\n[[axes]]\nname = \"a\"\nkey = \"speed\"\nvalues = [1]\n",
          "missing.toml: does not exist. Check the name and the folder.");
  refuses(study_text() + "speed = 3\n",
          "study.toml:17:9: tables[0].speed: is not a known key. Known here: title, rows, columns, value or "
          "only.");
}

// Paths of a study file start at the study file.
TEST_F(StudyVerb, ProfilesAreFoundBesideTheStudy) {
  folder_.write("sub/wheel.csv", read_file(models + "profiles/s1002_hollow_2mm.csv"));
  folder_.write("sub/study.toml",
                "case = \"../case.toml\"\n[[axes]]\nname = \"wheel\"\nkey = \"profiles.wheel\"\nvalues = "
                "[\"s1002\", \"wheel.csv\"]\n[set]\nintegration.duration = 0.1\n");
  const ProgramResult result =
      run_flangeway({"study", "sub/study.toml", "-o", "out"}, {.folder = folder_.path()});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(read("study.json"), HasSubstr("sub/wheel.csv"));
}

// The studies of models/studies, cut short: they are whole, and their runs complete. Those that are
// optimisations have a test of their own.
class ShippedStudy : public testing::TestWithParam<const char*> {};

TEST_P(ShippedStudy, Runs) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"study", models + "studies/" + GetParam() + ".toml", "-o", "out", "--set",
                     "set.integration.duration=0.1", "--set", "set.contact.lookup.lateral_points=101",
                     "--set", "set.contact.lookup.gauge_points=3", "--json"},
                    {.folder = folder.path(), .time_limit = std::chrono::minutes(5)});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto document = nlohmann::json::parse(result.out);
  for (const auto& row : document.at("rows")) {
    EXPECT_EQ(row["status"], "completed") << row["run"] << ": " << row["failure"];
    EXPECT_NEAR(row["time"].get<double>(), 0.1, 1e-9);
  }
}

std::vector<const char*> shipped() {
  static std::set<std::string> names;
  std::vector<const char*> result;
  for (const auto& entry : std::filesystem::directory_iterator(models + "studies")) {
    if (entry.path().extension() == ".toml" &&
        read_file(entry.path()).find("[optimise]") == std::string::npos)
      result.push_back(names.insert(entry.path().stem()).first->c_str());
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedStudy, testing::ValuesIn(shipped()),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace flangeway::test
