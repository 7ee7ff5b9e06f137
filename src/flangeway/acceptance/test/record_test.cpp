#include "flangeway/acceptance/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/sha256.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::HasSubstr;

TEST(Record, ReadsATableInSiUnits) {
  const test::TemporaryFolder folder;
  const auto file =
      folder.write("run.csv",
                   "# a measurement\n"
                   "t [s], distance [km], a.left.Q [kN], a.left.Y [kN], a.right.Q [kN], a.right.Y [kN]\n"
                   "0, 1, 50, 1, 51, -1\n"
                   "0.01, 1.001, 52, 2, , -2\n");
  Findings findings;
  const auto record = Record::open(file.string(), findings);
  ASSERT_TRUE(record) << findings.text();
  EXPECT_EQ(record->wheelsets(), std::vector<std::string>{"a"});
  EXPECT_NEAR(record->values("distance")[1], 1001, 1e-9);
  EXPECT_EQ(record->values("a.left.Q"), (std::vector<double>{50e3, 52e3}));
  EXPECT_TRUE(std::isnan(record->values("a.right.Q")[1]));
  EXPECT_FALSE(record->has("b"));
  EXPECT_THROW((void)record->values("a.left.P"), BadInput);
}

// As `flangeway results --csv` writes them, safe for spreadsheets.
TEST(Record, NamesComeBackFromAnExport) {
  const test::TemporaryFolder folder;
  Findings findings;
  const auto record = Record::open(
      folder.write("run.csv", "t [s]," + csv_cell("-rear.y [m]") + ',' + csv_cell("=a.y [m]") + "\n0,1,2\n")
          .string(),
      findings);
  ASSERT_TRUE(record) << findings.text();
  EXPECT_EQ(record->values("-rear.y"), std::vector<double>{1});
  EXPECT_EQ(record->values("=a.y"), std::vector<double>{2});
}

std::optional<Record> record_of(const std::string& text, Findings& findings) {
  const test::TemporaryFolder folder;
  return Record::open(folder.write("floor.csv", text).string(), findings);
}

std::vector<double> times_of(const std::string& text) {
  Findings findings;
  const auto record = record_of(text, findings);
  if (!record) throw std::runtime_error(findings.text());
  return record->values("t");
}

// Headers and numbers as loggers and spreadsheets write them.
TEST(Record, ReadsTablesOfLoggers) {
  EXPECT_EQ(times_of("Time (s),az (m/s2)\n0,1\n0.5,2\n"), (std::vector<double>{0, 0.5}));
  EXPECT_EQ(times_of("\xEF\xBB\xBFTIME [ms];az [m/s²]\r\n0;1,5\r\n500,0;2\r\n"),
            (std::vector<double>{0, 0.5}));
  EXPECT_EQ(times_of("t [s]\ttime [s]\n1\t5\n2\t6\n"), (std::vector<double>{1, 2}));
  EXPECT_EQ(times_of("t [s];az [g]\n1'000,5;1\n1'001,0;1\n"), (std::vector<double>{1000.5, 1001}));
  EXPECT_EQ(times_of("t [s],az [g]\n1.0D-01,1\n2.0D-01,1\n"), (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(times_of("ZEIT [S];AZ [M/S2]\n0;1\n0,5;2\n"), (std::vector<double>{0, 0.5}));
  EXPECT_EQ(times_of("DateTime,az [g]\n2024-05-01T10:00:00,1\n2024-05-01T10:00:00.5,1\n"),
            (std::vector<double>{0, 0.5}));
  EXPECT_EQ(times_of("Time (sec),az [g]\n0,1\n0.5,1\n"), (std::vector<double>{0, 0.5}));
  // Lines before the names, a line of units, ISO 8859-1.
  EXPECT_EQ(times_of("Recorder X;4711\nRate;200 Hz\n\nt;az;n\ns;m/s\xB2;1\n1;5;1\n2;6;1\n"),
            (std::vector<double>{1, 2}));
  EXPECT_EQ(times_of("Recorder X\nt [ms],az [mm/s^2]\n500,5\n"), (std::vector<double>{0.5}));
  EXPECT_EQ(si_factor("KN"), 1e3);
  EXPECT_EQ(si_factor("Mm"), std::nullopt) << "no millimetre";
  Findings findings;
  for (const auto& [unit, metres] : {std::pair{"mm/s²", 1e-3},
                                     {"cm/s^2", 1e-2},
                                     {"gal", 1e-2},
                                     {"mg", 9.80665e-3},
                                     {"m/sec**2", 1.0},
                                     {"m/s/s", 1.0},
                                     {"ms-2", 1.0},
                                     {"m·s⁻²", 1.0}}) {
    const auto record = record_of("t [us],az [" + std::string(unit) + "]\n0,2\n", findings);
    ASSERT_TRUE(record) << findings.text();
    EXPECT_DOUBLE_EQ(record->values("az")[0], 2 * metres) << unit;
  }
  const auto record = record_of("t [s];az [g]\n0;1,5\n", findings);
  ASSERT_TRUE(record) << findings.text();
  EXPECT_DOUBLE_EQ(record->values("az")[0], 1.5 * 9.80665);
  const auto american = record_of("t [s],distance [ft],speed [mph],a.left.Q [kips]\n0,10,60,33\n", findings);
  ASSERT_TRUE(american) << findings.text();
  EXPECT_DOUBLE_EQ(american->values("distance")[0], 3.048);
  EXPECT_NEAR(american->values("speed")[0], 26.8224, 1e-9);
  EXPECT_NEAR(american->values("a.left.Q")[0], 33 * 4448.2216, 0.1);
}

TEST(Record, ReadsTimesOfAClock) {
  EXPECT_EQ(times_of("timestamp,az [g]\n2024-02-29T23:59:59.500Z,1\n2024-03-01T00:00:00.250Z,1\n"),
            (std::vector<double>{0, 0.75}));
  EXPECT_EQ(times_of("t;az [g]\n23:59:59,5;1\n00:00:00,25;1\n"), (std::vector<double>{0, 0.75}));
  EXPECT_EQ(times_of("time;az [g]\n01.05.2024 10:00:00,250;1\n01.05.2024 10:00:00,500;1\n"),
            (std::vector<double>{0, 0.25}));
  EXPECT_EQ(times_of("time,az [g]\n2024/05/01 10:00:00.250,1\n2024/05/01 10:00:00.500,1\n"),
            (std::vector<double>{0, 0.25}));
  // An hour of summer time passes: the clock is put back.
  EXPECT_EQ(times_of("time,az [g]\n2024-10-27T02:59:59.500+02:00,1\n2024-10-27T02:00:00.000+01:00,1\n"),
            (std::vector<double>{0, 0.5}));
  for (const char* stamps :
       {"1714550400.25,1\n1714550400.75", "1714550400250,1\n1714550400750",
        "1714550400250000,1\n1714550400750000", "1714550400250000000,1\n1714550400750000000"})
    EXPECT_EQ(times_of("timestamp,az [g]\n" + std::string(stamps) + ",1\n"), (std::vector<double>{0, 0.5}))
        << stamps;
  for (const char* stamp : {"0.5", "86400", "1.7e9", "05/01/2024 10:00:00", "24:00:00", "10:60:00",
                            "10:00:61", "2024-02-30T10:00:00", "10:00:1e1", "10:00"}) {
    Findings findings;
    EXPECT_FALSE(record_of("t,az [g]\n" + std::string(stamp) + ",1\n", findings)) << stamp;
    EXPECT_THAT(
        findings.text(),
        HasSubstr(":2:1: t: is no time of a clock, and its column has no unit (got " + std::string(stamp) +
                  "; allowed 2024-05-01T10:00:00.250, 01.05.2024 10:00:00.250, 10:00:00.250, or Unix time). "
                  "Write the "
                  "unit of numbers behind the name, as \"t [s]\"."));
  }
}

TEST(Record, AFaultyFirstRowIsNoLineOfNames) {
  Findings findings;
  EXPECT_FALSE(record_of("t [s],az [g]\n0.1,abc\n0.2,1\n", findings));
  EXPECT_THAT(findings.text(), HasSubstr(":2:5: az: is not a number (got abc)"));
}

TEST(Record, RefusesReturnsAloneAtTheEndsOfLines) {
  Findings findings;
  EXPECT_FALSE(record_of("t [s],az [g]\r0,1\r", findings));
  EXPECT_THAT(findings.text(),
              HasSubstr(":1:1: has lines that end with a carriage return alone. Save it with "
                        "line ends LF or CR LF."));
}

std::string findings_of_table(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("run.csv", text);
  Findings findings;
  EXPECT_FALSE(Record::open(file.string(), findings));
  std::string found = findings.text();
  const std::size_t at = found.find("run.csv");
  return at == std::string::npos ? found : found.substr(at);
}

TEST(Record, SaysWhatIsWrongWithATable) {
  EXPECT_THAT(
      findings_of_table("t [s], Q\n0, 1\n"),
      HasSubstr("run.csv:1:8: Q: has no unit. Write its unit behind its name, as \"Q [kN]\" or \"YQ [1]\"."));
  EXPECT_THAT(
      findings_of_table("t [s], Q [lb]\n0, 1\n"),
      HasSubstr("run.csv:1:8: Q [lb]: has a unit that is not known (got lb; allowed s, ms, us, "
                "ns, min, h, d, m, mm, km, in, ft, mi, m/s, km/h, mph, 1/m, 1/km, N, daN, kN, lbf, kip, "
                "m/s^2, mm/s^2, cm/s^2, gal, g, mg, rad, deg, rad/s, deg/s, 1)."));
  EXPECT_THAT(
      findings_of_table("t [s], * [N]\n0, 1\n"),
      HasSubstr("run.csv:1:8: * [N]: is no name of a channel: it contains '*'. Give it another name."));
  for (const std::string brackets : {"[]", "[\"]", "[kN] [N]", "[kN] up"}) {
    EXPECT_THAT(
        findings_of_table("t [s], Q " + brackets + "\n0, 1\n"),
        HasSubstr("run.csv:1:8: Q " + brackets +
                  ": has a unit that cannot be read. Write its unit behind its name, as \"Q [kN]\" or "
                  "\"YQ [1]\"."));
  }
  EXPECT_THAT(findings_of_table("t [s], Q [N]\n0, 1\n0.1\n"),
              HasSubstr("run.csv:3:1: has another number of values than the header (got 1; allowed 2)."));
  EXPECT_THAT(findings_of_table("t [s], Q [N]\n0, 1\n0.1, x\n"),
              HasSubstr("run.csv:3:6: Q: is not a number (got x)."));
  EXPECT_THAT(findings_of_table("t [s], Q [N]\n0, inf\n"),
              HasSubstr("run.csv:2:4: Q: is not a finite number (got inf)."));
  EXPECT_THAT(findings_of_table("t [s], Q [kN]\n0, 1e307\n"),
              HasSubstr("run.csv:2:4: Q: is not a finite number (got 1e307)."));
  EXPECT_THAT(findings_of_table("# nothing\n"),
              HasSubstr("run.csv: has no header. Give a table with a header."));
}

TEST(Record, SaysWhichFilesAreNoTables) {
  using namespace std::literals;
  EXPECT_THAT(findings_of_table(std::string("t\0 \0[\0s\0]\0\n"sv)),
              HasSubstr("run.csv: is UTF-16 text with a broken character. Save it as UTF-8."));
  const test::TemporaryFolder folder;
  const std::string missing = (folder.path() / "missing.csv").string(),
                    pipe = (folder.path() / "pipe.csv").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Findings findings;
  EXPECT_FALSE(Record::open(missing, findings));
  EXPECT_FALSE(Record::open(pipe, findings));
  EXPECT_EQ(findings.text(), missing + ": does not exist. Check the name and the folder.\n" + pipe +
                                 ": is a pipe (allowed a file).");
}

TEST(Record, AFolderWithoutResultsIsAFinding) {
  const test::TemporaryFolder folder;
  Findings findings;
  EXPECT_TRUE(record_paths({folder.path().string()}, findings).paths.empty());
  EXPECT_THAT(findings.text(),
              HasSubstr("has no result files. Give a folder with files that end in .h5, or of a study."));
}

TEST(Record, RunsOfAStudyThatEndedEarlyAreFailures) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "runs");
  folder.write("study.json", "{}");
  Findings early;
  EXPECT_TRUE(record_paths({folder.path().string()}, early).paths.empty());
  EXPECT_THAT(early.text(), HasSubstr("is a study without results. Run the study to its end."));
  folder.write("results.csv",
               "run,speed,status,failure\n1,20,completed,\n2,30,derailed,climbs\n3,40,failed,\"a, b\"\n");
  for (const char* run : {"runs/1.csv", "runs/2.csv", "runs/3.csv"})
    folder.write(run, "t [s],distance [m]\n0,0\n");
  Findings findings;
  const RecordSet set = open_records({folder.path().string()}, findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(set.records.size(), 1u);
  EXPECT_THAT(set.records[0].path(), HasSubstr("1.csv"));
  EXPECT_EQ(set.records[0].source().sha256.size(), 64u);
  ASSERT_EQ(set.failures.size(), 2u);
  EXPECT_THAT(set.failures[0], HasSubstr("run 2 of"));
  EXPECT_THAT(set.failures[0], HasSubstr("derailed"));
  EXPECT_THAT(set.failures[1], HasSubstr("failed"));
}

// The folder of a study of three runs whose table has these rows; runs 1 and 2 have a record.
RecordList list_of_study(const std::string& rows, const char* json, Findings& findings) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "runs");
  folder.write("study.json", json);
  folder.write("results.csv", "run,speed,status,failure\n" + rows);
  for (const char* run : {"runs/1.csv", "runs/2.csv"}) folder.write(run, "t [s],distance [m]\n0,0\n");
  RecordList list = record_paths({folder.path().string()}, findings);
  for (auto* texts : {&list.failures, &list.notes})
    for (std::string& text : *texts)
      text.replace(text.find(folder.path().string()), folder.path().string().size(), "STUDY");
  return list;
}

TEST(Record, RunsThatAreNotDoneAreFailures) {
  Findings findings;
  const RecordList list =
      list_of_study("reference 1,,completed,\n1,20,completed,\n2,30,completed,\n", "{\"runs\": 3}", findings);
  EXPECT_EQ(list.paths.size(), 2u);
  EXPECT_EQ(list.failures, std::vector<std::string>{"1 of 3 runs of STUDY are not done"});
  const std::string unsealed =
      "STUDY comes from a program whose runs have no checksums: damage to them is not noticed";
  EXPECT_EQ(list.notes, std::vector<std::string>{unsealed});
  const RecordList all = list_of_study("1,20,completed,\n2,30,completed,\n", "{\"runs\": 2}", findings);
  EXPECT_TRUE(all.failures.empty());
  const RecordList old = list_of_study("1,20,completed,\n2,30,completed,\n", "{}", findings);
  EXPECT_TRUE(old.failures.empty());
  EXPECT_EQ(
      old.notes,
      (std::vector<std::string>{
          "STUDY comes from a program that did not write how many runs a study has; 2 are done", unsealed}));
  EXPECT_TRUE(findings.empty()) << findings.text();
}

// Run 2 has the files of run 1, and run 3 other channels than its summary says.
TEST(Record, RunFilesThatAreNotTheirOwnAreFindings) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "runs");
  folder.write("study.json", seal_json(R"({"runs": 4, "run_identities": ["x"]})", {{"of", "study"}}));
  folder.write(
      "results.csv",
      "run,speed,status,failure\n1,20,completed,\n2,30,completed,\n3,40,completed,\n4,5,completed,\n");
  const std::string channels = "t [s],distance [m]\n0,0\n";
  for (const char* run : {"1", "2", "3", "4"}) {
    folder.write(std::string("runs/") + run + ".csv", channels);
    folder.write(std::string("runs/") + run + ".json",
                 seal_json("{}", {{"of", std::string("run ") + run}, {"channels", sha256(channels)}}));
  }
  Findings none;
  EXPECT_EQ(record_paths({folder.path().string()}, none).paths.size(), 4u);
  EXPECT_TRUE(none.empty()) << none.text();
  std::filesystem::copy_file(folder.path() / "runs/1.json", folder.path() / "runs/2.json",
                             std::filesystem::copy_options::overwrite_existing);
  folder.write("runs/3.csv", "t [s],distance [m]\n0,1\n");
  folder.write("runs/4.json", "{}");
  Findings findings;
  (void)record_paths({folder.path().string()}, findings);
  const std::string runs = (folder.path() / "runs").string(), end = ". Give the command of the study again.";
  EXPECT_EQ(findings.text(), runs + "/2.json: is the result of run 1, not of run 2" + end + '\n' + runs +
                                 "/3.json: does not belong to the channels beside it" + end + '\n' + runs +
                                 "/4.json: has no checksum" + end);
}

TEST(Record, ACompletedRunWithoutItsRecordIsAFailure) {
  Findings findings;
  const RecordList list = list_of_study("1,20,completed,\n3,30,completed,\n", "{\"runs\": 2}", findings);
  EXPECT_EQ(list.paths.size(), 1u);
  EXPECT_EQ(list.failures, std::vector<std::string>{"run 3 of STUDY has no record"});
}

// A label that says "completed", a failure of two lines, quotation marks.
TEST(Record, OnlyTheColumnOfTheStatusCounts) {
  Findings findings;
  const RecordList list = list_of_study(
      "1,completed,failed,\"a \"\"b\"\",\n3,20,completed,\"\n2,derailed,completed,\n3,\"x, y\",derailed,\n",
      "{\"runs\": 3}", findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(list.paths.size(), 1u);
  EXPECT_THAT(list.paths[0], HasSubstr("2.csv"));
  EXPECT_EQ(list.failures, (std::vector<std::string>{"run 1 of STUDY failed", "run 3 of STUDY derailed"}));
  Findings cut;
  (void)list_of_study("1,20,completed,\n2,3", "{\"runs\": 3}", cut);
  EXPECT_THAT(cut.text(), HasSubstr("results.csv: has a row of another length than its header. Give the "
                                    "command of the study again."));
}

TEST(Record, AByteOrderMarkIsNoPartOfAName) {
  const test::TemporaryFolder folder;
  Findings findings;
  const auto file = folder.write("run.csv", "\xEF\xBB\xBFt [s],distance [m]\n0,0\n");
  const auto record = Record::open(file.string(), findings);
  ASSERT_TRUE(record) << findings.text();
  EXPECT_TRUE(record->has("t"));
}

TEST(Record, AStudyThatRecordedNothingIsAFinding) {
  const test::TemporaryFolder folder;
  folder.write("study.json", "{}");
  folder.write("results.csv", "run,speed,status,failure\n1,20,completed,\n");
  Findings findings;
  EXPECT_TRUE(record_paths({folder.path().string()}, findings).paths.empty());
  EXPECT_THAT(
      findings.text(),
      HasSubstr("has no recorded channels of its runs. Name the channels in `record` of the study: t, "
                "distance, track.curvature, track.cant, *.Q, *.Y."));
}

}  // namespace
}  // namespace flangeway::acceptance
