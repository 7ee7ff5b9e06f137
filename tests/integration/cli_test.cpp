// Behaviour before any verb does its work: help, mistakes on the command line, exit codes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <regex>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using test::ProgramResult;
using test::read_file;
using test::run_flangeway;
using test::RunOptions;
using test::TemporaryFolder;
using testing::HasSubstr;

/// The titles of the groups of verbs in the help, in order, or the verbs of all groups.
std::vector<std::string> listed_in_help(const std::regex& line) {
  const std::string help = test::run_flangeway({"--help"}).out;
  const std::size_t start = help.find("\nRun:");
  if (start == std::string::npos) return {};
  const std::string list = help.substr(start, help.find("\nExample:", start) - start);
  std::vector<std::string> names;
  for (std::sregex_iterator it(list.begin(), list.end(), line), end; it != end; ++it)
    names.push_back((*it)[1]);
  return names;
}

std::vector<std::string> verbs() {
  return listed_in_help(std::regex("\n  ([a-z]+) "));
}

TEST(Cli, HelpGroupsTheVerbsByTask) {
  EXPECT_THAT(listed_in_help(std::regex("\n([A-Z][a-z ]+):")),
              testing::ElementsAre("Run", "Judge", "Analyse", "Wear", "Track and profiles", "Contact",
                                   "Studies", "Export and help"));
  EXPECT_EQ(verbs().front(), "run");
  EXPECT_GT(verbs().size(), 25u);
}

TEST(Cli, HelpAndVersionAreResultsNotErrors) {
  const test::ProgramResult help = test::run_flangeway({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.error, "");
  EXPECT_THAT(help.out, HasSubstr("Exit codes: 0 done, 1 internal error, 2 bad input, 3 numerical failure, "
                                  "130 interrupted (143 by SIGTERM)."));
  const test::ProgramResult version = test::run_flangeway({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.out, testing::MatchesRegex("flangeway [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Cli, MistakesAreBadInputAndPrintNothingOnStandardOutput) {
  const test::ProgramResult none = test::run_flangeway({});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(none.error, "flangeway: which verb?\n`flangeway --help` explains the command line.\n");
  const test::ProgramResult stranger = test::run_flangeway({"dance"});
  EXPECT_EQ(stranger.exit_code, 2);
  EXPECT_EQ(stranger.error,
            "flangeway: there is no verb 'dance'\n`flangeway --help` explains the command line.\n");
}

TEST(Cli, ProfileWithoutANameListsTheStandardOnes) {
  const std::string names = test::run_flangeway({"profile"}).out;
  EXPECT_THAT(names, testing::StartsWith("wheels: s1002, "));
  const std::string json = test::run_flangeway({"profile", "--json"}).out;
  EXPECT_THAT(json, testing::StartsWith("{\"wheels\":[\"s1002\","));
  EXPECT_THAT(json, HasSubstr("],\"rails\":[\"60e1\","));
  const test::ProgramResult picture = test::run_flangeway({"profile", "--plot", "nothing.svg"});
  EXPECT_EQ(picture.exit_code, 2);
  EXPECT_EQ(picture.error, "--plot: has no effect without a profile. Name a profile.\n");
}

TEST(Cli, EveryVerbHasHelpWithAnExampleOfItself) {
  const std::vector<std::string> names = verbs();
  ASSERT_FALSE(names.empty());
  for (const std::string& verb : names) {
    const test::ProgramResult help = test::run_flangeway({verb, "--help"});
    EXPECT_EQ(help.exit_code, 0) << verb;
    EXPECT_THAT(help.out, HasSubstr("Example:\n  flangeway " + verb + " "));
    for (const char* option : {"--json", "--quiet", "--force"})
      EXPECT_THAT(help.out, HasSubstr(option)) << verb;
    const std::size_t files = help.out.find("Positionals:\n");
    const std::string line = files == std::string::npos ? "NAME text" : help.out.substr(files + 13);
    EXPECT_THAT(line.substr(0, line.find("\n\n")), testing::ContainsRegex("[A-Z5].* [a-z]+"))
        << verb << " does not say what its files are";
  }
}

// Nothing else is found in a file that cannot be read.
TEST(Cli, AFileThatIsNotThereIsOneFinding) {
  for (const char* verb : {"run", "study", "optimise", "evolve", "track", "stability", "contact"})
    EXPECT_EQ(test::run_flangeway({verb, "not_there.toml"}).error,
              "not_there.toml: does not exist. Check the name and the folder.\n")
        << verb;
}

TEST(Cli, ExamplesNameFilesOfTheCheckout) {
  std::string helps = test::run_flangeway({"--help"}).out;
  for (const std::string& verb : verbs()) helps += test::run_flangeway({verb, "--help"}).out;
  const std::regex model("models/[a-z0-9_/]+[.][a-z]+");
  EXPECT_TRUE(std::regex_search(helps, model));
  for (std::sregex_iterator it(helps.begin(), helps.end(), model), end; it != end; ++it) {
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / it->str()))
        << it->str();
  }
}

TEST(Cli, EveryVerbRefusesAFileThatIsNotThere) {
  const test::TemporaryFolder folder;
  for (const std::string& verb : verbs()) {
    const test::ProgramResult result =
        test::run_flangeway({verb, "missing_a.toml", "missing_b.toml", "--json"}, {.folder = folder.path()});
    EXPECT_EQ(result.exit_code, 2) << verb << ": " << result.error;
    EXPECT_NE(result.error, "") << verb;
    // Findings are printed as JSON, too; a verb without --json refuses the option itself.
    if (!result.out.empty()) {
      EXPECT_NE(result.out.find("\"findings\""), std::string::npos) << verb << ": " << result.out;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << verb << " wrote something";
  }
}

TEST(Cli, EveryVerbRefusesAnOptionThatItDoesNotKnow) {
  for (const std::string& verb : verbs()) {
    const test::ProgramResult result = test::run_flangeway({verb, "a.toml", "b.toml", "--jsonn"});
    EXPECT_EQ(result.exit_code, 2) << verb;
    EXPECT_THAT(result.error, HasSubstr("`flangeway " + verb + " --help` explains the command line.\n"));
  }
}

// Not the file that its value would be.
TEST(Cli, AnOptionThatAVerbDoesNotHaveIsNamed) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"report", "--jobs", "2", "case.toml"},
        {"report", "case.toml", "--jobs", "2"}}) {
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.error,
              "flangeway: there is no option '--jobs'; did you mean '--json'?\n`flangeway report --help` "
              "explains the command line.\n");
  }
}

TEST(Cli, APlaceThatCannotBeWrittenIsBadInput) {
  const std::string model = FLANGEWAY_SOURCE_DIR "/models/";
  const auto says = [](const std::vector<std::string>& command) {
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2) << command[0];
    return result.error;
  };
  EXPECT_EQ(
      says({"profile", "60e1", "-o", "/proc/rail.csv"}),
      "/proc/rail.csv: cannot be written: No such file or directory. Name another file for the output.\n");
  EXPECT_EQ(says({"codegen", model + "cases/wheelset_r500.toml", "-o", "/proc/project"}),
            "/proc/project: cannot be made: No such file or directory. Name another folder.\n");
}

// Whatever the verb, and however the input is named: not even --force replaces it.
TEST(Cli, NoOutputReplacesAFileThatIsRead) {
  const TemporaryFolder folder;
  const std::string from = FLANGEWAY_SOURCE_DIR "/models/";
  const auto copy = [&](const std::string& model, const char* to) {
    std::filesystem::copy_file(from + model, folder.path() / to);
  };
  copy("vehicles/wheelset.toml", "vehicle.toml");
  copy("tracks/wheelset_r300.toml", "track.toml");
  copy("contact/sphere.toml", "sphere.toml");
  folder.write(
      "case.toml",
      "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\nintegration.duration = 0.1\n");
  const RunOptions here{.folder = folder.path()};
  ASSERT_EQ(run_flangeway({"run", "case.toml", "-o", "run.h5", "--quiet"}, here).exit_code, 0);
  ASSERT_EQ(run_flangeway({"profile", "60e1", "-o", "rail.csv", "--quiet"}, here).exit_code, 0);
  std::filesystem::create_symlink("run.h5", folder.path() / "link.h5");
  const std::vector<std::pair<std::vector<std::string>, std::string>> commands{
      {{"run", "case.toml", "-o"}, "case.toml"},
      {{"run", "case.toml", "-o"}, "vehicle.toml"},
      {{"run", "case.toml", "-o"}, "./track.toml"},
      {{"track", "track.toml", "--plot"}, "track.toml"},
      {{"track", "track.toml", "-o"}, "track.toml"},
      {{"profile", "rail.csv", "--kind", "rail", "-o"}, "rail.csv"},
      {{"profile", "rail.csv", "--kind", "rail", "--plot"}, "rail.csv"},
      {{"contact", "sphere.toml", "-o"}, "sphere.toml"},
      {{"results", "run.h5", "--csv", "-o"}, "run.h5"},
      {{"results", "link.h5", "--csv", "-o"}, "run.h5"},
      {{"report", "run.h5", "-o"}, "run.h5"},
      {{"view", "run.h5", "-o"}, "run.h5"}};
  for (auto [command, file] : commands) {
    const std::string before = read_file(folder.path() / file);
    command.insert(command.end(), {file, "--force"});
    const ProgramResult result = run_flangeway(command, here);
    EXPECT_EQ(result.exit_code, 2) << command[0] << ' ' << file;
    EXPECT_THAT(result.error, testing::HasSubstr(file + ": is one of the files that this command reads. Name "
                                                        "another file for the output."))
        << command[0];
    EXPECT_EQ(read_file(folder.path() / file), before) << command[0] << ' ' << file;
  }
}

// A pipe that nobody reads from would be waited for, and replacing a device harms the system.
TEST(Cli, OutputsReplaceRegularFilesOnly) {
  const TemporaryFolder folder;
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/", pipe = (folder.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"contact", models + "contact/sphere.toml"},
        {"profile", "60e1"},
        {"run", models + "cases/wheelset_r500.toml"}}) {
    std::vector<std::string> whole = command;
    whole.insert(whole.end(), {"-o", pipe, "--force"});
    const ProgramResult result =
        run_flangeway(whole, {.folder = folder.path(), .time_limit = std::chrono::seconds(10)});
    EXPECT_EQ(result.exit_code, 2) << command[0];
    EXPECT_EQ(result.error, pipe + ": is not a regular file. Give the name of a file.\n") << command[0];
    EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << command[0];
  }
}

// Every reader takes UTF-16 and a byte order mark as the same text.
TEST(Cli, Utf16AndMarksAreReadAsTheText) {
  const auto wide = [](const std::string& text) {
    std::string bytes;
    for (const char c : text) bytes += {c, '\0'};
    return bytes;
  };
  std::string recording = "s [m], gauge [mm]\n", profile = "# z up\n", contact = "normal_force\n1e4\n";
  for (int i = 0; i < 60; ++i) recording += fmt::format("{}, {}\n", i, i % 5);
  for (int i = -36; i <= 36; ++i) profile += fmt::format("{}, {}\n", i, -0.004 * i * i);
  const std::string track =
      "segments = [{ kind = \"straight\", length = 50.0 }]\nirregularities.measured.file = \"a.csv\"\n"
      "[rails]\nprofile = \"60e1\"\n";
  using Encoding = std::function<std::string(const std::string&)>;
  const std::vector<Encoding> encodings{[](const std::string& text) { return text; },
                                        [](const std::string& text) { return "\xEF\xBB\xBF" + text; }, wide,
                                        [&](const std::string& text) { return "\xFF\xFE" + wide(text); }};
  for (const std::vector<std::string>& command : {std::vector<std::string>{"track", "a.toml"},
                                                  {"profile", "p.csv", "--kind", "rail"},
                                                  {"recording", "a.csv"},
                                                  {"contact", "table.toml"}}) {
    std::optional<ProgramResult> first;
    for (const Encoding& encoded : encodings) {
      const TemporaryFolder folder;
      folder.write("a.toml", encoded(track));
      folder.write("a.csv", encoded(recording));
      folder.write("p.csv", encoded(profile));
      folder.write("c.csv", encoded(contact));
      folder.write("table.toml", encoded("table = \"c.csv\"\n"));
      const ProgramResult result = run_flangeway(command, {.folder = folder.path()});
      if (!first) first = result;
      EXPECT_EQ(result.exit_code, first->exit_code) << command[0];
      EXPECT_EQ(result.out, first->out) << command[0];
      EXPECT_EQ(result.error, first->error) << command[0];
    }
    EXPECT_TRUE(first->exit_code == 0 || command[0] == "contact") << first->error;
  }
}

// A pipe that nobody writes into would be waited for.
TEST(Cli, PipesAreNoInputs) {
  const TemporaryFolder folder;
  for (const char* name : {"pipe.toml", "pipe.csv", "pipe.h5"})
    ASSERT_EQ(mkfifo((folder.path() / name).c_str(), 0600), 0);
  const RunOptions here{.folder = folder.path(), .time_limit = std::chrono::seconds(10)};
  for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "pipe.toml"},
                                                  {"track", "pipe.toml"},
                                                  {"profile", "pipe.csv"},
                                                  {"assess", "pipe.csv", "--rule", "en14363"},
                                                  {"contact", "pipe.toml"},
                                                  {"report", "pipe.h5"},
                                                  {"results", "pipe.h5"}}) {
    const ProgramResult result = run_flangeway(command, here);
    EXPECT_FALSE(result.timed_out) << command[0];
    EXPECT_EQ(result.exit_code, 2) << command[0];
    EXPECT_THAT(result.error, testing::HasSubstr(command[1])) << command[0];
  }
}

}  // namespace
}  // namespace flangeway
