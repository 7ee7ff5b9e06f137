// `flangeway run --continue` as a user meets it: a run that was interrupted or killed goes on, and bad input
// is refused without a change of any file.
#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "flangeway/results/reader.hpp"
#include "flangeway/results/writer.hpp"
#include "support/has_rows.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string models = FLANGEWAY_SOURCE_DIR "/models/";

// A folder with a case of the single wheelset that takes some seconds.
class ContinueVerb : public testing::Test {
 protected:
  ContinueVerb() { write_case(10); }

  void write_case(double speed) {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r300.toml\"\nspeed = " + std::to_string(speed) +
                                   "\nintegration = { step = 1e-5, duration = 3.0 }\ncontact.method = "
                                   "\"kec\"\noutput.flush_interval = 0.02\n");
  }
  ProgramResult flangeway(std::vector<std::string> arguments) const {
    return run_flangeway(std::move(arguments), {.folder = folder_.path()});
  }
  // Signals a run once `event` has come. A machine that is busy for so long that the run ends before that is
  // given another try.
  ProgramResult ended_early(int signal, std::vector<std::string> more,
                            bool (*event)(const std::filesystem::path&)) const {
    std::vector<std::string> command{"run", "case.toml", "-o", "run.h5", "--force"};
    command.insert(command.end(), more.begin(), more.end());
    ProgramResult result;
    for (int tries = 0; tries < 10 && result.exit_code != 128 + signal; ++tries) {
      std::filesystem::remove(run_file());
      result = run_flangeway(command, {.folder = folder_.path(), .signal = signal, .signal_when = [&](int) {
                                         return event(run_file());
                                       }});
    }
    return result;
  }
  ProgramResult interrupted() const { return ended_early(SIGINT, {}, has_rows); }
  // Long enough that it never ends by itself.
  ProgramResult endless_interrupted() const {
    return ended_early(SIGINT, {"--set", "integration.duration=1e4"}, has_rows);
  }
  [[nodiscard]] std::filesystem::path run_file() const { return folder_.path() / "run.h5"; }
  [[nodiscard]] std::string bytes(const std::string& name) const {
    std::ifstream file(folder_.path() / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  [[nodiscard]] results::Reader results(const std::string& name) const {
    Findings findings;
    std::optional<results::Reader> reader = results::Reader::open((folder_.path() / name).string(), findings);
    findings.throw_if_any();
    return std::move(*reader);
  }
  void refuses(const std::string& text, const std::vector<std::string>& more = {}) const {
    const std::string before = bytes("run.h5");
    std::vector<std::string> command{"run", "--continue", "run.h5"};
    command.insert(command.end(), more.begin(), more.end());
    const ProgramResult result = flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.error, HasSubstr(text));
    EXPECT_EQ(bytes("run.h5"), before);
  }
  void expect_the_same(const std::string& a, const std::string& b) const {
    const results::Reader whole = results(a), continued = results(b);
    ASSERT_EQ(whole.rows(), continued.rows());
    for (const results::Channel& channel : whole.channels())
      EXPECT_EQ(whole.read(channel.name), continued.read(channel.name)) << channel.name;
    auto one = nlohmann::json::parse(whole.summary_json()),
         other = nlohmann::json::parse(continued.summary_json());
    for (const char* clock : {"wall_time", "real_time_factor"}) one.erase(clock), other.erase(clock);
    EXPECT_EQ(one, other);
  }

  TemporaryFolder folder_;
};

// These two run hundreds of thousands of steps, which takes minutes under the sanitizers. There the tests of
// the library (Continue) hold the same bits.
#ifndef __SANITIZE_ADDRESS__

TEST_F(ContinueVerb, ARunThatWasInterruptedTwiceIsTheRunThatWasNot) {
  ASSERT_EQ(flangeway({"run", "case.toml", "-o", "whole.h5", "--quiet"}).exit_code, 0);
  const ProgramResult first = interrupted();
  ASSERT_EQ(first.exit_code, 130) << first.error;
  ASSERT_THAT(first.out, HasSubstr("continue with: flangeway run --continue run.h5"));
  ASSERT_LT(results("run.h5").rows(), results("whole.h5").rows());
  const std::size_t rows = results("run.h5").rows();
  const ProgramResult second = run_flangeway(
      {"run", "--continue", "run.h5"}, {.folder = folder_.path(), .signal = SIGINT, .signal_when = [&](int) {
                                          return has_rows(run_file()) && results("run.h5").rows() > rows;
                                        }});
  ASSERT_THAT(second.exit_code, testing::AnyOf(0, 130)) << second.error;
  if (results("run.h5").status() == results::Status::stopped) {
    ASSERT_EQ(flangeway({"run", "--continue", "run.h5"}).exit_code, 0);
  }
  expect_the_same("whole.h5", "run.h5");
  refuses(
      "run.h5: belongs to a run that is finished (completed). Run the case again, with a longer "
      "integration.duration if it should run longer.");
}

TEST_F(ContinueVerb, ARunThatWasKilledGoesOnFromItsLastCheckpoint) {
  ASSERT_EQ(flangeway({"run", "case.toml", "-o", "whole.h5", "--quiet"}).exit_code, 0);
  ASSERT_EQ(ended_early(SIGKILL, {"--checkpoint", "0.05"}, has_checkpoint).exit_code, 128 + SIGKILL);
  EXPECT_EQ(results("run.h5").status(), results::Status::running);
  ASSERT_EQ(flangeway({"run", "--continue", "run.h5"}).exit_code, 0);
  expect_the_same("whole.h5", "run.h5");
}

// While it writes rows and checkpoints all the time, and at whatever it does then.
TEST_F(ContinueVerb, ARunThatIsKilledAtRandomMomentsIsTheRunThatWasNot) {
  folder_.write(
      "case.toml",
      "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
          "tracks/wheelset_r300.toml\"\nspeed = 10.0\nintegration = { step = 2e-5, duration "
          "= 2.0 }\ncontact.method = \"kec\"\noutput.interval = 1e-3\noutput.flush_interval = 0.001\n");
  ASSERT_EQ(flangeway({"run", "case.toml", "-o", "whole.h5", "--quiet"}).exit_code, 0);
  ASSERT_EQ(ended_early(SIGKILL, {"--checkpoint", "0.01"}, has_checkpoint).exit_code, 128 + SIGKILL);
  std::mt19937 random(20);
  std::uniform_int_distribution<int> milliseconds(150, 900);
  for (int kills = 0; results("run.h5").status() != results::Status::completed; ++kills) {
    ASSERT_LT(kills, 40);
    // A busy machine gets on, too.
    const std::chrono::milliseconds limit(static_cast<int>(milliseconds(random) * std::pow(1.1, kills)));
    const ProgramResult result =
        run_flangeway({"run", "--continue", "run.h5", "--checkpoint", "0.01", "--quiet"},
                      {.folder = folder_.path(), .time_limit = limit});
    if (!result.timed_out) {
      ASSERT_EQ(result.exit_code, 0) << result.error;
    }
  }
  expect_the_same("whole.h5", "run.h5");
}

#endif

TEST_F(ContinueVerb, AKilledRunWithoutCheckpointsCannotGoOn) {
  ASSERT_EQ(ended_early(SIGKILL, {}, has_rows).exit_code, 128 + SIGKILL);
  refuses(
      "run.h5: has no checkpoint to continue from. Repeat the run; with --checkpoint SECONDS it writes "
      "checkpoints.");
}

TEST_F(ContinueVerb, ChangedOrMissingFilesAreRefused) {
  ASSERT_EQ(endless_interrupted().exit_code, 130);
  write_case(11);
  refuses(
      "case.toml: has changed since the run has read it. Put it back as it was, or run the "
      "case "
      "again.");
  std::filesystem::remove(folder_.path() / "case.toml");
  refuses(
      "case.toml: is missing, but the run has read it. Put it back as it was, or run the case "
      "again.");
}

// Each file that a case reads, however it is named.
TEST_F(ContinueVerb, EveryChangedInputIsRefusedByName) {
  const auto copy = [&](const std::string& from, const std::string& to) {
    std::filesystem::copy_file(models + from, folder_.path() / to);
  };
  copy("vehicles/wheelset.toml", "vehicle.toml");
  const std::string vehicle = read_file(folder_.path() / "vehicle.toml");
  folder_.write("irregular.csv",
                "s [m],alignment [mm],vertical_profile [mm]\n0,0,0\n20,1,0\n40,-1,0\n60,0,0\n");
  ASSERT_EQ(flangeway({"profile", "60e1", "-o", "rail.csv"}).exit_code, 0);
  folder_.write("track.toml",
                "segments = [{ kind = \"straight\", length = 100.0 }]\n[rails]\nprofile = \"rail.csv\"\n"
                "[irregularities.measured]\nfile = \"irregular.csv\"\n");
  folder_.write("case.toml",
                "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\nintegration = { "
                "step = 1e-5, duration = 6.0 }\ncontact.method = \"kec\"\noutput.flush_interval = 0.02\n");
  ASSERT_EQ(endless_interrupted().exit_code, 130);
  for (const char* name : {"vehicle.toml", "track.toml", "irregular.csv", "rail.csv"}) {
    const std::string before = read_file(folder_.path() / name);
    folder_.write(name, before + "\n# changed\n");
    refuses(std::string(name) + ": has changed since the run has read it. ");
    folder_.write(name, before);
  }
}

TEST_F(ContinueVerb, WhatTheRunHasDecidedCannotBeGivenAgain) {
  ASSERT_EQ(endless_interrupted().exit_code, 130);
  refuses("-o: cannot be given with --continue, which appends to the file itself. Leave it out.",
          {"-o", "b.h5"});
  refuses(
      "--set: cannot be given with --continue: the case stays as it was. Leave it out, or run the case "
      "again.",
      {"--set", "speed=12"});
  const ProgramResult in_two = flangeway({"cosim", "--continue", "run.h5"});
  EXPECT_EQ(in_two.exit_code, 2);
  EXPECT_THAT(in_two.error, HasSubstr("run.h5: belongs to a run in one process. Continue it with flangeway "
                                      "run --continue."));
}

// The file of a run that was interrupted, as another version would have written it.
TEST_F(ContinueVerb, ARunThatAnotherVersionBeganGoesOnWithAWarning) {
  ASSERT_EQ(interrupted().exit_code, 130);
  {
    const results::Reader begun = results("run.h5");
    Findings findings;
    const auto stored = results::read_checkpoint(begun.path(), findings);
    results::Provenance provenance = begun.provenance();
    provenance.version = "0.0.1";
    provenance.commit = "";
    std::optional<results::Writer> writer = results::Writer::create(
        begun.path(), begun.channels(), provenance, true, findings, {}, stored->origin, begun.judged());
    findings.throw_if_any();
    std::vector<std::vector<double>> columns;
    for (const results::Channel& channel : begun.channels()) columns.push_back(begun.read(channel.name));
    for (std::size_t i = 0; i < begun.rows(); ++i) {
      std::vector<double> row;
      for (const std::vector<double>& column : columns) row.push_back(column[i]);
      ASSERT_TRUE(writer->append(row.data()));
    }
    std::vector<std::vector<double>> judged;
    for (const auto& array : begun.judged().arrays) judged.push_back(begun.read_judged(array.name));
    for (std::size_t i = 0; i < begun.judged_records(); ++i) {
      std::vector<double> record;
      for (const std::vector<double>& values : judged) record.push_back(values[i]);
      ASSERT_TRUE(writer->append_judged(record.data()));
    }
    ASSERT_TRUE(writer->write_checkpoint(stored->checkpoint.bytes));
    ASSERT_TRUE(writer->finish(results::Status::stopped, begun.summary_json()));
  }
  const ProgramResult continued = flangeway({"run", "--continue", "run.h5"});
  EXPECT_EQ(continued.exit_code, 0) << continued.error;
  EXPECT_THAT(continued.out, HasSubstr("Flangeway 0.0.1 began this run, and "));
  EXPECT_THAT(continued.out, HasSubstr(" has continued it: they may not give the same numbers"));
}

// Files as another version, and as a run that has failed, would have left them.
TEST_F(ContinueVerb, OtherVersionsAndFailedRunsAreRefused) {
  const auto write = [&](const std::string& version, const std::string& summary) {
    Findings findings;
    results::Provenance provenance;
    provenance.version = version;
    provenance.inputs.push_back({"case.toml", std::string(64, '0')});
    std::optional<results::Writer> writer =
        results::Writer::create((folder_.path() / "run.h5").string(), {{"t", "s", "", "time"}}, provenance,
                                true, findings, {}, results::CheckpointOrigin{folder_.path().string(), {}});
    findings.throw_if_any();
    const std::vector<std::byte> state(10);
    ASSERT_TRUE(writer->write_checkpoint(state));
    ASSERT_TRUE(writer->finish(results::Status::stopped, summary));
  };
  write("0.0.1", "{}");
  refuses(
      "run.h5: has a checkpoint that this version cannot read (got format 0 of Flangeway 0.0.1; allowed "
      "format "
      "2). Continue it with that version, or run the case again.");
  write("0.0.1", "{\"failure\": \"the step failed at t = 1 s\"}");
  refuses(
      "run.h5: cannot be continued, because its run failed: the step failed at t = 1 s. Change the case "
      "accordingly and run it again.");
}

}  // namespace
}  // namespace flangeway::test
