// flangeway explain and flangeway completion: what they say comes from the definitions themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/run_program.hpp"

namespace flangeway {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string explained(const std::string& key) {
  const test::ProgramResult result = test::run_flangeway({"explain", key});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return result.out;
}

TEST(Explain, AKeyByItsPathItsEndOrAPlaceInAList) {
  EXPECT_THAT(explained("contact.method"),
              StartsWith("contact.method (in a case file)\n"
                         "  choice: kec, lut or elastic; default \"kec\"\n"
                         "  how contacts are detected, and how their normal forces follow\n"
                         "    \"kec\": rigid contact on knife-edge equivalent profiles"));
  EXPECT_THAT(explained("integration.method"),
              HasSubstr("      has relative_tolerance, absolute_tolerance, max_step, max_order\n"));
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

TEST(Completion, AnUnknownShellIsBadInput) {
  const test::ProgramResult result = test::run_flangeway({"completion", "tcsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, "SHELL: is not known (got tcsh; allowed bash, zsh, fish, man).\n");
}

}  // namespace
}  // namespace flangeway
