// The frame alone, with verbs made for the test. (tests/integration/cli_test.cpp runs the built program.)
#include "command.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <new>
#include <system_error>
#include <thread>

#include "flangeway/core/write_failure.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::app {
namespace {

using testing::HasSubstr;

struct Outcome {
  int code;
  std::string out, error;
};

Common seen;
std::function<ExitCode()> behaviour;

void add_probe(CommandLine& program, Common& common) {
  program.add({.name = "probe",
               .summary = "Looks at a file",
               .files = "CASE.toml",
               .example = "flangeway probe case.toml",
               .max_files = 2,
               .output = "what it saw",
               .action = [&common] {
                 seen = common;
                 return behaviour();
               }});
}

Outcome run(
    std::vector<const char*> arguments, std::function<ExitCode()> action = [] { return ExitCode::done; }) {
  arguments.insert(arguments.begin(), "flangeway");
  behaviour = std::move(action);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run_program(static_cast<int>(arguments.size()), arguments.data(), {{"Run", add_probe}});
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, GivesTheVerbItsFilesAndOptions) {
  const Outcome outcome = run({"probe", "--set", "a.b=1", "x.toml", "--set", "c=[1, 2]", "y.toml", "-o",
                               "out.h5", "--json", "--quiet", "--force"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(seen.files, testing::ElementsAre("x.toml", "y.toml"));
  EXPECT_THAT(seen.sets, testing::ElementsAre("a.b=1", "c=[1, 2]"));
  EXPECT_EQ(seen.output, "out.h5");
  EXPECT_TRUE(seen.json && seen.quiet && seen.force);
  EXPECT_EQ(seen.command_line,
            "flangeway probe --set a.b=1 x.toml --set c=[1, 2] y.toml -o out.h5 --json --quiet --force");
}

TEST(CommandLine, HelpAndVersionGoToStandardOutput) {
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("probe"));
  EXPECT_THAT(help.out, HasSubstr("Example:\n  flangeway run "));
  EXPECT_THAT(help.out, HasSubstr("Exit codes: 0 done, 1 internal error, 2 bad input, 3 numerical failure, "
                                  "130 interrupted (143 by SIGTERM)."));
  const Outcome verb = run({"probe", "--help"});
  EXPECT_EQ(verb.code, 0);
  for (const char* part :
       {"Looks at a file", "CASE.toml", "--set key.path=value", "-o,--output OUT", "what it saw", "--json",
        "--quiet", "--force", "Example:\n  flangeway probe case.toml"}) {
    EXPECT_THAT(verb.out, HasSubstr(part));
  }
  EXPECT_THAT(run({"--version"}).out, testing::MatchesRegex("flangeway [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

struct Mistake {
  std::vector<const char*> arguments;
  std::string error;
};
class BadCommandLine : public testing::TestWithParam<Mistake> {};

TEST_P(BadCommandLine, IsBadInputWithThisText) {
  const Outcome outcome = run(GetParam().arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.error, GetParam().error);
}

constexpr const char* see_program = "`flangeway --help` explains the command line.\n";
constexpr const char* see_verb = "`flangeway probe --help` explains the command line.\n";
INSTANTIATE_TEST_SUITE_P(
    Mistakes, BadCommandLine,
    testing::Values(
        Mistake{{}, std::string("flangeway: which verb?\n") + see_program},
        Mistake{{"prob"},
                std::string("flangeway: there is no verb 'prob'; did you mean 'probe'?\n") + see_program},
        Mistake{{"dance", "x.toml"}, std::string("flangeway: there is no verb 'dance'\n") + see_program},
        Mistake{{"--verison"},
                std::string("flangeway: there is no option '--verison'; did you mean '--version'?\n") +
                    see_program},
        Mistake{{"--jsno"}, std::string("flangeway: there is no option '--jsno'\n") + see_program},
        Mistake{{"probe"}, std::string("flangeway: CASE.toml is required\n") + see_verb},
        Mistake{{"probe", "a", "b", "c"},
                std::string("flangeway: CASE.toml: At Most 2 required but received 3\n") + see_verb},
        Mistake{{"probe", "a", "--quite"},
                std::string("flangeway: there is no option '--quite'; did you mean '--quiet'?\n") + see_verb},
        Mistake{{"probe", "a", "-o"},
                std::string("flangeway: --output: 1 required OUT missing\n") + see_verb}));

TEST(ExitCodes, FollowWhatTheVerbThrows) {
  const Outcome bad = run({"probe", "a"}, []() -> ExitCode {
    Findings findings;
    findings.add({{"a.toml", 1, 2}, "mass", "is missing", "", "", ""});
    throw BadInput(findings);
  });
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(bad.error, "a.toml:1:2: mass: is missing.\n");
  const Outcome numerical =
      run({"probe", "a"}, []() -> ExitCode { throw NumericalFailure("no equilibrium at t = 3 s"); });
  EXPECT_EQ(numerical.code, 3);
  EXPECT_EQ(numerical.error, "flangeway: no equilibrium at t = 3 s\n");
  const Outcome system = run({"probe", "a"}, []() -> ExitCode {
    throw std::system_error(ENOSPC, std::generic_category(), "cannot write a.h5");
  });
  EXPECT_EQ(system.code, 1);
  EXPECT_EQ(system.error, "flangeway: cannot write a.h5: No space left on device.\n");
  const Outcome writing =
      run({"probe", "a"}, []() -> ExitCode { throw WriteFailure("cannot write a.h5: 3 rows are kept."); });
  EXPECT_EQ(writing.code, 1);
  EXPECT_EQ(writing.error, "flangeway: cannot write a.h5: 3 rows are kept.\n");
  const Outcome threads = run({"probe", "a"}, []() -> ExitCode {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  });
  EXPECT_EQ(threads.code, 1);
  EXPECT_EQ(
      threads.error,
      "flangeway: no more threads can be started: Resource temporarily unavailable. Raise the limits (ulimit "
      "-u, ulimit -v), or run fewer things at once.\n");
  const Outcome memory = run({"probe", "a"}, []() -> ExitCode { throw std::bad_alloc(); });
  EXPECT_EQ(memory.code, 1);
  EXPECT_EQ(memory.error,
            "flangeway: the memory is used up. Run fewer things at once or ask for less output.\n");
  const Outcome fault = run({"probe", "a"}, []() -> ExitCode { throw std::logic_error("wheel 9 of 8"); });
  EXPECT_EQ(fault.code, 1);
  EXPECT_EQ(fault.error,
            "flangeway: internal error: wheel 9 of 8. This is a fault of the program, not of your input.\n");
}

// Names of files may have control characters, which a terminal would obey.
TEST(Messages, HaveNoControlCharacters) {
  EXPECT_EQ(without_controls("a\tb\n\x1b[2J\r\x7f\x01"), "a\tb\n?[2J???");
  EXPECT_EQ(without_controls("\u00e9\u009b2J\u00a0\u20ac\xC2"), "\u00e9?2J\u00a0\u20ac\xC2");
  const Outcome outcome = run({"probe", "a"}, [] {
    put_out("results in {}\n", "a\x1b[2J.h5");
    put_error("{}: exists already\n", "b\x1b[2J.h5");
    return ExitCode::done;
  });
  EXPECT_EQ(outcome.out, "results in a?[2J.h5\n");
  EXPECT_EQ(outcome.error, "b?[2J.h5: exists already\n");
}

TEST(Json, IsOneDocumentOnStandardOutput) {
  const Outcome outcome = run({"probe", "a"}, [] {
    print_json("{\"a\": 1}");
    note(seen, "for people");
    return ExitCode::done;
  });
  EXPECT_EQ(outcome.out, "{\"a\": 1}\n");
  EXPECT_EQ(outcome.error, "for people\n");
}

TEST(Note, IsSilentWithQuiet) {
  EXPECT_EQ(run({"probe", "a", "--quiet"},
                [] {
                  note(seen, "for people");
                  return ExitCode::done;
                })
                .error,
            "");
}

TEST(ReadDocument, AppliesEverySetInTurn) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.toml", "x = 1\n");
  Common common;
  common.sets = {"x=2", "y"};
  Findings findings;
  EXPECT_EQ(read_document(common, file, findings).file_name(), file.string());
  EXPECT_EQ(findings.text(), "--set: has no '=' (got y; allowed key.path=value).");
}

std::string check(const std::filesystem::path& file, bool force = false) {
  Findings findings;
  check_output(file, force, findings);
  return findings.text();
}

TEST(Output, RefusesWhatItWouldDestroy) {
  const test::TemporaryFolder folder;
  const std::filesystem::path old = folder.write("old.svg", "old");
  EXPECT_EQ(check(old), old.string() + ": exists already. Give another name, or --force to overwrite it.");
  EXPECT_EQ(check(old, true), "");
  EXPECT_EQ(check(""), "");
  EXPECT_EQ(check(folder.path(), true), folder.path().string() + ": is a folder. Give the name of a file.");
  EXPECT_EQ(check("/dev/null", true), "/dev/null: is not a regular file. Give the name of a file.");
  const std::string nowhere = (folder.path() / "no" / "a.svg").string();
  EXPECT_EQ(check(nowhere), nowhere + ": its folder does not exist. Make the folder first.");
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

TEST(Output, IsWrittenWholeAndReplacesOnlyWithForce) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "a.svg";
  write_file_atomically(file, "first", false);
  EXPECT_EQ(test::read_file(file), "first");
  EXPECT_THROW(write_file_atomically(file, "second", false), BadInput);
  EXPECT_EQ(test::read_file(file), "first");
  write_file_atomically(file, "second", true);
  EXPECT_EQ(test::read_file(file), "second");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

// A limit on the size of files stands for a full disk: the system refuses to write in the middle.
TEST(Output, AFullDiskLeavesTheOldFileAndNoRest) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.svg", "old");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  std::string text;
  try {
    write_file_atomically(file, std::string(5000, 'x'), true);
  } catch (const std::system_error& error) {
    text = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(text, "cannot write " + file.string() + ": File too large");
  EXPECT_EQ(test::read_file(file), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(ProgressLine, ShowsDistanceFactorAndTimeLeft) {
  EXPECT_EQ(progress_line(400, 1000, 31, 10, 100),
            "[████████████░░░░░░░░░░░░░░░░░░]  40 %  400 / 1000 m  3.1× real time  0:15 left");
  EXPECT_EQ(progress_line(400, 1000, 31, 10, 60),
            "[████░░░░░░░]  40 %  400 / 1000 m  3.1× real time  0:15 left");
  EXPECT_EQ(progress_line(400, 1000, 31, 10, 40), " 40 %");
}

TEST(ProgressLine, HoldsAtTheEnds) {
  EXPECT_EQ(progress_line(0, 1000, 0, 0, 60), "[░░░░░░░░░░░░░░░]   0 %  0 / 1000 m  0× real time  -:-- left");
  EXPECT_EQ(progress_line(1001, 1000, 50, 5, 60),
            "[███████████] 100 %  1001 / 1000 m  10× real time  0:00 left");
  EXPECT_THAT(progress_line(1, 1000, 1, 3600, 100), HasSubstr(" 99:59:59 left"));
}

TEST(ProgressBar, IsSilentWhereStandardErrorIsNoTerminal) {
  testing::internal::CaptureStderr();
  { ProgressBar(Common{}, 100).update(10, 1); }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// Captures output that goes to a terminal in place of standard error.
std::string on_terminal(const std::function<void()>& write) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || ::grantpt(terminal) < 0 || ::unlockpt(terminal) < 0) return "no terminal";
  const int inner = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY), before = ::dup(STDERR_FILENO);
  ::dup2(inner, STDERR_FILENO);
  write();
  ::dup2(before, STDERR_FILENO);
  // The kernel hands it over piece by piece.
  std::string text;
  constexpr int patience = 200;  // ms
  for (pollfd ready{terminal, POLLIN, 0}; ::poll(&ready, 1, patience) > 0;) {
    std::array<char, 4096> piece{};
    const ssize_t count = ::read(terminal, piece.data(), piece.size());
    if (count <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  for (const int file : {inner, before, terminal}) ::close(file);
  return text;
}

void half_done() {
  ProgressBar bar(Common{});
  bar.show(0.5, "1 / 2 cases");
  bar.clear();
}

TEST(ProgressBar, IsGreenOnATerminalAndGoesAway) {
  ::unsetenv("NO_COLOR");
  const std::string text = on_terminal(half_done);
  EXPECT_THAT(text, HasSubstr("\r\x1b[32m[███"));
  EXPECT_THAT(text, HasSubstr("]\x1b[0m  50 %  1 / 2 cases  0:00 left"));
  EXPECT_TRUE(text.ends_with(" \r")) << text;  // blanks over it, and no line of its own
}

TEST(ProgressBar, HasNoEscapeSequencesWithNoColor) {
  ::setenv("NO_COLOR", "1", 1);
  const std::string text = on_terminal(half_done);
  ::unsetenv("NO_COLOR");
  EXPECT_THAT(text, HasSubstr("50 %"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

// The clock goes on where the work says nothing.
TEST(ProgressBar, IsDrawnAgainEachSecond) {
  const std::string text = on_terminal([] {
    ProgressBar bar(Common{});
    bar.show(0, "0 / 1 case");
    std::this_thread::sleep_for(std::chrono::milliseconds(1800));
  });
  EXPECT_THAT(text, HasSubstr("0 %  0 / 1 case  -:-- left"));
  EXPECT_THAT(text, HasSubstr("0 %  0 / 1 case  0:01 so far"));
}

// The first asks, the second kills: in a child, since the flag cannot be taken back.
TEST(InterruptDeathTest, TheFirstAsksAndTheSecondKills) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        const bool before = interrupt_requested();
        std::raise(SIGINT);
        std::exit(!before && interrupt_requested() ? 42 : 0);
      },
      testing::ExitedWithCode(42), "");
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::raise(SIGTERM);
        ::usleep(600'000);  // what follows at once is the same interruption
        std::raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace flangeway::app
