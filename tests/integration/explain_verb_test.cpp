// flangeway explain and flangeway completion: what they say comes from the definitions themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/run_program.hpp"

namespace flangeway {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string explained(const std::string& key) {
  const test::ProgramResult result = test::run_flangeway({"explain", key});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return result.out;
}

TEST(Explain, AKeyByItsPathItsEndOrAPlaceInAList) {
  EXPECT_THAT(explained("contact.method"),
              StartsWith("contact.method (in a case file)\n"
                         "  choice: kec, lut or elastic; default \"elastic\"\n"
                         "  how contacts are detected, and how their normal forces follow; if not given, "
                         "settings that elastic contact does not have choose the method that has them\n"
                         "    \"kec\": rigid contact on knife-edge equivalent profiles"));
  EXPECT_THAT(
      explained("integration.method"),
      HasSubstr("      has relative_tolerance, absolute_tolerance, max_step, max_order, error_norm\n"));
  EXPECT_THAT(explained("bodies[3].mass"),
              HasSubstr("bodies[].mass (in a vehicle file)\n  number > 0 in kg; required"));
  const std::string ends = explained("mass");
  EXPECT_THAT(ends, HasSubstr("bodies[].mass"));
  EXPECT_THAT(ends, HasSubstr("wheelsets[].mass"));
  EXPECT_THAT(explained("track.rails"), HasSubstr("rails (in a track file)"));
  EXPECT_THAT(explained("rails"), HasSubstr("    gauge  "));  // a table shows what is in it
}

TEST(Explain, AKindOfFileByItsFirstKeys) {
  EXPECT_THAT(explained("wear"), StartsWith("name (in a wear file)\n"));
  EXPECT_THAT(explained("wear"), HasSubstr("source (in a wear file)\n"));
}

TEST(Explain, AKeyByItsNameInEarlierVersions) {
  EXPECT_THAT(explained("shortest_relaxation_time"), HasSubstr("min_relaxation_time (in a vehicle file)\n"));
  EXPECT_THAT(explained("shear_springs"), HasSubstr("  In earlier versions: shear_springs\n"));
}

TEST(Explain, AnUnknownKeyIsBadInput) {
  const test::ProgramResult result = test::run_flangeway({"explain", "contct.method"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.error, "explain: contct.method: is no key of any file. Use contact.method.\n");
  EXPECT_EQ(test::run_flangeway({"explain", "xyzzyxyzzy"}).error,
            "explain: xyzzyxyzzy: is no key of any file. `flangeway explain` lists the keys.\n");
}

// A key of a file, or a channel, that the reference has not would be a second source.
TEST(Explain, TheCommittedReferenceIsCurrent) {
  for (const std::string kind :
       {"case", "vehicle", "track", "study", "contact", "wear", "line", "rule", "symbolic", "channels"}) {
    std::ifstream file(std::string(FLANGEWAY_SOURCE_DIR) + "/docs/reference/" + kind + ".md");
    std::ostringstream committed;
    committed << file.rdbuf();
    EXPECT_EQ(test::run_flangeway({"explain", "--page", kind}).out, committed.str())
        << "make docs writes docs/reference/" << kind << ".md anew";
  }
}

std::string words_of(const std::string& kind) {
  const test::ProgramResult result = test::run_flangeway({"explain", "--words", kind});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return result.out;
}

TEST(Explain, WordsAreWhatSetTakes) {
  EXPECT_THAT(words_of("case"), StartsWith("name=\nvehicle=\ntrack=\nspeed=\n"));
  EXPECT_THAT(words_of("case"),
              HasSubstr("\ncontact.method=kec\ncontact.method=lut\ncontact.method=elastic\n"));
  EXPECT_THAT(words_of("case"), HasSubstr("\ncontact.lift_off=true\ncontact.lift_off=false\n"));
  EXPECT_THAT(words_of("case"), HasSubstr("\nvehicle.bodies[0].mass=\n"));
  EXPECT_THAT(words_of("case"), Not(HasSubstr("\nvehicle.bodies=")));  // a table has no value of its own
  EXPECT_THAT(words_of("track"), HasSubstr("\nrails.gauge=\n"));
  EXPECT_THAT(words_of("keys"), HasSubstr("\nbodies[].mass\n"));
  EXPECT_EQ(test::run_flangeway({"explain", "--words", "case", "speed"}).error,
            "explain: speed: is not used with --words. Leave it out.\n");
}

// Completions by bash for the last word. It splits a key, the equals sign and the value into three words.
std::string offered(std::vector<std::string> words) {
  static const std::string script = test::run_flangeway({"completion", "bash"}).out;
  words.insert(
      words.begin(),
      {"bash", "-c", script + R"(COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _flangeway; echo "${COMPREPLY[*]}")",
       FLANGEWAY_EXECUTABLE});
  const test::ProgramResult result = test::run_program(words);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error, "");
  return result.out;
}

TEST(Completion, OffersKeysAndTheirValuesInBash) {
  EXPECT_EQ(offered({"run", "case.toml", "--set", "integ"}), "integration.\n");
  EXPECT_EQ(offered({"run", "case.toml", "--set", "integration.me"}), "integration.method=\n");
  EXPECT_EQ(offered({"run", "--set", "integration.method", "="}), "auto abm4 rk4 dormand_prince bdf ndf\n");
  EXPECT_EQ(offered({"run", "--set", "integration.method", "=", "b"}), "bdf\n");
  EXPECT_EQ(offered({"modes", "--set", "vehicle.bodies[2].ma"}), "vehicle.bodies[2].mass=\n");
  EXPECT_EQ(offered({"track", "curve.toml", "--set", "rails.incl"}), "rails.inclination=\n");
  EXPECT_EQ(offered({"explain", "contact.met"}), "contact.method\n");
  EXPECT_EQ(offered({"explain", "--pa"}), "--page\n");
  EXPECT_EQ(offered({"run", "ca"}), "\n");  // files
}

TEST(Completion, AsksTheProgramForKeysInZshAndFish) {
  EXPECT_THAT(test::run_flangeway({"completion", "zsh"}).out,
              HasSubstr("may be repeated'']:value:{_flangeway_keys case}'"));
  EXPECT_THAT(test::run_flangeway({"completion", "zsh"}).out, HasSubstr("'*:key:{_flangeway_keys keys}'"));
  const std::string fish = test::run_flangeway({"completion", "fish"}).out;
  EXPECT_THAT(fish,
              HasSubstr("'__fish_seen_subcommand_from run' -l set -a '(flangeway explain --words case)' -r"));
  EXPECT_THAT(fish,
              HasSubstr("'__fish_seen_subcommand_from explain' -f -a '(flangeway explain --words keys)'"));
}

TEST(Completion, AnUnknownShellIsBadInput) {
  const test::ProgramResult result = test::run_flangeway({"completion", "tcsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, "SHELL: is not known (got tcsh; allowed bash, zsh, fish, man).\n");
}

}  // namespace
}  // namespace flangeway
