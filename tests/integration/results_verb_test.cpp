// `flangeway results` as a user meets it.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/results/writer.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Texts = std::vector<std::string>;

class ResultsVerb : public testing::Test {
 protected:
  ResultsVerb() {
    Findings findings;
    auto writer = results::Writer::create(file_,
                                          {{"t", "s", "", "time"},
                                           {"distance", "m", "track", "distance run"},
                                           {"wheelset1.left.Q", "N", "track", "vertical force"},
                                           {"wheelset1.right.Q", "N", "track", "vertical force"},
                                           {"wheelset1.left.YQ", "1", "track", "Y/Q"}},
                                          {.version = "1.2.3",
                                           .commit = "abc1234",
                                           .command_line = "flangeway run a.toml",
                                           .started = "2020-01-02T03:04:05Z",
                                           .inputs = {{"a.toml", std::string(64, 'f')}},
                                           .method = "kec",
                                           .integrator = "rk4, step 0.001 s",
                                           .settings = "speed = 20"},
                                          false, findings);
    findings.throw_if_any();
    for (int i = 0; i < 6; ++i) {
      const double row[] = {0.1 * i, 2.0 * i, 50000 + i / 3.0, 40000, 0.25};
      EXPECT_TRUE(writer->append(row));
    }
    EXPECT_TRUE(writer->finish(results::Status::completed,
                               R"({"status": "completed", "steps": 500, "warnings": ["a wheel pulls"],
                                   "wheels": {"wheelset1.left": {"Q_mean": 50000.8, "YQ_max": 0.25}}})"));
  }
  ProgramResult results(Texts arguments) const {
    arguments.insert(arguments.begin(), {"results", file_});
    return run_flangeway(arguments);
  }

  TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "run.h5").string();
};

TEST_F(ResultsVerb, SummaryNamesWhereTheResultComesFrom) {
  const ProgramResult result = results({"--summary"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.out, StartsWith(file_ + ": completed, 6 rows of 5 channels\n"));
  EXPECT_THAT(result.out, HasSubstr("command     flangeway run a.toml\n"));
  EXPECT_THAT(result.out, HasSubstr("integrator  rk4, step 0.001 s\n"));
  EXPECT_THAT(result.out, HasSubstr("input       " + std::string(64, 'f') + "  a.toml\n"));
  EXPECT_THAT(result.out, HasSubstr("\"steps\": 500"));  // not as our runs write it: shown as it is
}

TEST_F(ResultsVerb, NamesTheArraysOfATrackThatYields) {
  EXPECT_THAT(results({"--list"}).out, testing::Not(HasSubstr("deformed_track")));
  Findings findings;
  auto writer = results::Writer::create(
      file_, {{"t", "s", "", "time"}}, {}, true, findings,
      {"", {}, {{"t", "s", "", "time", {}}, {"rail_z", "m", "track", "vertical displacement", {2, 3}}}});
  const double record[] = {0, 1, 2, 3, 4, 5, 6};
  ASSERT_TRUE(writer->append_deformed_track(record));
  ASSERT_TRUE(writer->append(record));
  ASSERT_TRUE(writer->finish(results::Status::completed, "{}"));
  EXPECT_THAT(results({}).out,
              HasSubstr("\ndeformed_track: 1 records, which programs that know HDF5 read; "
                        "flangeway view draws them\n"
                        "t                       s                    time\n"
                        "rail_z      x 2 x 3     m      track         vertical displacement\n"));
  const auto json = nlohmann::json::parse(results({"--json"}).out)["deformed_track"];
  EXPECT_EQ(json["records"], 1);
  EXPECT_EQ(json["arrays"][1]["extents"], (std::vector<int>{2, 3}));
  EXPECT_EQ(results({"--csv"}).out, "t [s]\n0\n");
}

TEST_F(ResultsVerb, SummaryAsJson) {
  const auto json = nlohmann::json::parse(results({"--summary", "--json"}).out);
  EXPECT_EQ(json["status"], "completed");
  EXPECT_EQ(json["rows"], 6);
  EXPECT_EQ(json["provenance"]["version"], "1.2.3");
  EXPECT_EQ(json["provenance"]["input_files"][0]["path"], "a.toml");
  EXPECT_EQ(json["provenance"]["settings"], "speed = 20");
  EXPECT_EQ(json["summary"]["wheels"]["wheelset1.left"]["YQ_max"], 0.25);
}

TEST_F(ResultsVerb, ListsChannels) {
  const ProgramResult list = results({"--list"});
  EXPECT_EQ(list.out, file_ +
                          ": completed, 6 rows\n"
                          "t                  s                    time\n"
                          "distance           m      track         distance run\n"
                          "wheelset1.left.Q   N      track         vertical force\n"
                          "wheelset1.right.Q  N      track         vertical force\n"
                          "wheelset1.left.YQ  1      track         Y/Q\n");
  EXPECT_EQ(results({}).out, list.out);
  const auto json = nlohmann::json::parse(results({"--list", "--json"}).out);
  EXPECT_EQ(json["channels"].size(), 5u);
  EXPECT_EQ(json["channels"][2]["name"], "wheelset1.left.Q");
  EXPECT_EQ(json["channels"][2]["unit"], "N");
  EXPECT_EQ(json["channels"][2]["frame"], "track");
}

// 50000 N and 1/3 N more with each of six rows: the mean is 50000 + 2.5/3 N.
TEST_F(ResultsVerb, StatisticsOfChannels) {
  EXPECT_EQ(results({"--channel", "*.left.Q,*.right.Q"}).out,
            "channel            unit         minimum          mean       maximum           rms        0.15 % "
            "      99.85 %\n"
            "wheelset1.left.Q   N              50000       50000.8       50001.7       50000.8         50000 "
            "      50001.7\n"
            "wheelset1.right.Q  N              40000         40000         40000         40000         40000 "
            "        40000\n");
}

TEST_F(ResultsVerb, CsvOfChannelsAndRows) {
  EXPECT_EQ(results({"--channel", "wheelset1.left.Q", "--csv", "--from", "0.1", "--to", "0.2"}).out,
            "t [s],distance [m],wheelset1.left.Q [N]\n0.1,2,50000.333333333336\n0.2,4,50000.666666666664\n");
  EXPECT_EQ(
      results({"--channel", "*.YQ", "--csv", "--distance", "--from", "2", "--to", "8", "--every", "2"}).out,
      "t [s],distance [m],wheelset1.left.YQ\n0.1,2,0.25\n0.30000000000000004,6,0.25\n");
  EXPECT_THAT(
      results({"--csv"}).out,
      StartsWith(
          "t [s],distance [m],wheelset1.left.Q [N],wheelset1.right.Q [N],wheelset1.left.YQ\n0,0,50000,"));
}

TEST_F(ResultsVerb, CsvIntoAFileAndNeverOverIt) {
  const std::string table = (folder_.path() / "q.csv").string();
  const ProgramResult first = results({"--channel", "*.left.Q", "--csv", "-o", table});
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_EQ(first.out, "");
  EXPECT_THAT(read_file(table), StartsWith("t [s],distance [m],wheelset1.left.Q [N]\n0,0,50000\n"));
  const ProgramResult again = results({"--channel", "*.YQ", "--csv", "-o", table});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.error, table + ": exists already. Give another name, or --force to overwrite it.\n");
  EXPECT_EQ(results({"--channel", "*.YQ", "--csv", "-o", table, "--force"}).exit_code, 0);
  EXPECT_THAT(read_file(table), StartsWith("t [s],distance [m],wheelset1.left.YQ\n0,0,0.25\n"));
}

TEST_F(ResultsVerb, ValuesAsJson) {
  const auto json = nlohmann::json::parse(results({"--channel", "*.left.Q", "--every", "5", "--json"}).out);
  EXPECT_EQ(json["channels"].size(), 3u);
  EXPECT_EQ(json["channels"]["distance"], (std::vector<double>{0, 10}));
  EXPECT_EQ(json["channels"]["wheelset1.left.Q"], (std::vector<double>{50000, 50000 + 5 / 3.0}));
}

TEST_F(ResultsVerb, FindingsAboutTheQuestion) {
  const auto refused = [&](const Texts& arguments) {
    const ProgramResult result = results(arguments);
    EXPECT_EQ(result.exit_code, 2);
    const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    EXPECT_EQ(result.out.starts_with("{\n\"findings\": [\n"), json);
    EXPECT_EQ(result.out.empty(), !json);
    return result.error;
  };
  EXPECT_EQ(refused({"--channel", "t,wheelset1.left.q,bogie.*"}),
            file_ + ": has no channel 'wheelset1.left.q'. The nearest is 'wheelset1.left.Q'.\n" + file_ +
                ": has no channel 'bogie.*'. See the channels with flangeway results FILE --list.\n");
  EXPECT_EQ(refused({"--csv", "--from", "4", "--to", "3"}), "--from: is behind --to (got 4 and 3).\n");
  for (const char* every : {"0", "-1"}) {
    EXPECT_EQ(refused({"--csv", "--every", every}),
              std::string("--every: cannot be used (got ") + every + "; allowed a whole number > 0).\n");
  }
  EXPECT_THAT(refused({"--csv", "--from", "nan"}), HasSubstr("--from: Value nan is no finite number\n"));
  EXPECT_THAT(refused({"--csv", "--to", "nan"}), HasSubstr("--to: Value nan is no finite number\n"));
  EXPECT_EQ(refused({"--csv", "--list"}), "--list: goes without --channel and --csv. Choose one.\n");
  EXPECT_EQ(refused({"--summary", "--list"}), "--list: and --summary exclude each other. Choose one.\n");
  EXPECT_EQ(refused({"--csv", "--json"}), "--csv: and --json exclude each other. Choose one.\n");
  EXPECT_EQ(refused({"-o", "x.csv"}), "-o: is only for --csv. Add --csv.\n");
}

TEST_F(ResultsVerb, FindingsAboutTheFile) {
  const auto refused = [](const std::string& file) {
    const ProgramResult result = run_flangeway({"results", file});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.error;
  };
  const std::string missing = (folder_.path() / "missing.h5").string();
  EXPECT_EQ(refused(missing), missing + ": does not exist.\n");
  const std::string text = folder_.write("text.h5", "no HDF5").string();
  EXPECT_EQ(refused(text), text + ": is not an HDF5 file. Give a file that flangeway run has written.\n");
  const std::string cut = (folder_.path() / "cut.h5").string();
  std::filesystem::copy_file(file_, cut);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) / 2);
  EXPECT_EQ(refused(cut), cut + ": is truncated or damaged. Copy it again or repeat the run.\n");
  EXPECT_EQ(refused(folder_.path().string()),
            folder_.path().string() + ": is a folder. Give the name of a file.\n");
}

}  // namespace
}  // namespace flangeway::test
