// Streams that are closed, full, or whose reader has gone, through the program a user runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using test::ProgramResult;
using test::TemporaryFolder;

// "flangeway ARGUMENTS" as Bash runs it.
ProgramResult in_shell(const std::string& arguments, const std::filesystem::path& folder = ".") {
  return test::run_program({"bash", "-c", "exec " FLANGEWAY_EXECUTABLE " " + arguments}, {.folder = folder});
}

// The reader of the pipe has gone before the program begins.
ProgramResult into_a_dead_pipe(const std::string& arguments, const char* redirection) {
  return test::run_program({"bash", "-c",
                            std::string("exec 9> >(exec true); wait $!; exec " FLANGEWAY_EXECUTABLE " ") +
                                arguments + " " + redirection});
}

constexpr const char* unwritten = "flangeway: the results could not be written to standard output.\n";

TEST(Streams, AMessageThatCannotBeWrittenLeavesTheExitCode) {
  for (const char* where : {"2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    for (const char* command : {"run missing.toml", "track missing.toml", "dance", "run --dance x", ""})
      EXPECT_EQ(in_shell(std::string(command) + " " + where).exit_code, 2) << command << where;
  }
  EXPECT_EQ(in_shell("profile s1002 2>/dev/full").exit_code, 0);
  EXPECT_EQ(into_a_dead_pipe("run missing.toml", "2>&9").exit_code, 2);
}

TEST(Streams, AResultThatCannotBeWrittenIsAnError) {
  for (const char* command : {"--help", "--version", "run --help", "profile s1002", "profile s1002 --json",
                              "explain contact.method", "completion bash"}) {
    for (const char* where : {">/dev/full", ">&-"}) {
      const ProgramResult result = in_shell(std::string(command) + " " + where);
      EXPECT_EQ(result.exit_code, 1) << command << where;
      EXPECT_EQ(result.error, unwritten) << command << where;
      EXPECT_EQ(in_shell(std::string(command) + " " + where + " 2>&-").exit_code, 1) << command << where;
    }
  }
  const ProgramResult result = into_a_dead_pipe("profile s1002", ">&9");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.error, unwritten);
}

// Every file of a program with closed streams would get their numbers, and what a controller prints would go
// into the results.
TEST(Streams, AFileNeverGetsTheNumberOfOne) {
  const TemporaryFolder folder;
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  folder.write("control.py",
               "import sys\ndef control(time, inputs):\n  print('x' * 999, flush=True)\n"
               "  print('y' * 999, file=sys.stderr, flush=True)\n  return [0, 0]\n");
  folder.write("case.toml", "vehicle = \"" + models + "vehicles/metro_coach_active.toml\"\ntrack = \"" +
                                models +
                                "tracks/curve_r500.toml\"\nspeed = 20.0\n"
                                "integration = { method = \"abm4\", step = 1e-3, duration = 0.02 }\n"
                                "contact = { method = \"kec\" }\n[[control.python]]\nname = \"mute\"\n"
                                "file = \"control.py\"\nsample_time = 0.01\ninputs = [\"coach_carbody.vy\"]\n"
                                "outputs = [\"lateral_front\", \"lateral_rear\"]\n");
  for (const char* closed : {"2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    ASSERT_EQ(
        in_shell(std::string("run case.toml -o run.h5 --force --quiet ") + closed, folder.path()).exit_code,
        0)
        << closed;
    const ProgramResult read = in_shell("results run.h5", folder.path());
    EXPECT_EQ(read.exit_code, 0) << closed << read.error;
    EXPECT_EQ(test::read_file(folder.path() / "run.h5").find("xxx"), std::string::npos) << closed;
  }
}

// Neither is a signal.
TEST(Streams, ALimitOfFilesIsAnError) {
  const TemporaryFolder folder;
  const ProgramResult picture = test::run_program(
      {"bash", "-c", "ulimit -f 1; exec " FLANGEWAY_EXECUTABLE " profile s1002 --plot a.svg"},
      {.folder = folder.path()});
  EXPECT_EQ(picture.exit_code, 1);
  EXPECT_EQ(picture.error, "flangeway: cannot write a.svg: File too large.\n");
  const std::string run = "exec " FLANGEWAY_EXECUTABLE " run " FLANGEWAY_SOURCE_DIR
                          "/models/cases/wheelset_r500.toml --set integration.duration=0.01 -o a.h5 --quiet";
  const ProgramResult recorded =
      test::run_program({"bash", "-c", "ulimit -f 1; " + run}, {.folder = folder.path()});
  EXPECT_EQ(recorded.exit_code, 1);
  EXPECT_EQ(recorded.error, "flangeway: cannot write a.h5: File too large.\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Streams, AStackThatIsTooSmallIsSaid) {
  const ProgramResult result =
      test::run_program({"bash", "-c", "ulimit -s 64; exec " FLANGEWAY_EXECUTABLE " --version"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(
      result.error,
      "flangeway: the stack is limited to 64 KiB, and 512 KiB are needed. Raise the limit with ulimit -s.\n");
}

}  // namespace
}  // namespace flangeway
