// What a user meets before any verb does its work: help, mistakes on the command line, exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using testing::HasSubstr;

/// The verbs that the help lists below its heading.
std::vector<std::string> verbs() {
  const std::string help = test::run_flangeway({"--help"}).out;
  const std::size_t start = help.find("Subcommands:");
  if (start == std::string::npos) return {};
  const std::string list = help.substr(start, help.find("\n\n", start) - start);
  std::vector<std::string> names;
  const std::regex line("\n  ([a-z]+) ");
  for (std::sregex_iterator it(list.begin(), list.end(), line), end; it != end; ++it)
    names.push_back((*it)[1]);
  return names;
}

TEST(Cli, HelpAndVersionAreResultsNotErrors) {
  const test::ProgramResult help = test::run_flangeway({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.error, "");
  EXPECT_THAT(help.out, HasSubstr("Exit codes: 0 done, 1 internal error, 2 bad input, 3 numerical failure."));
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
  }
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
    EXPECT_EQ(result.out, "") << verb;
    EXPECT_NE(result.error, "") << verb;
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

}  // namespace
}  // namespace flangeway
