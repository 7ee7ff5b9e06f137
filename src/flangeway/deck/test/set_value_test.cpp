#include "flangeway/deck/set_value.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "flangeway/deck/read.hpp"

namespace flangeway::deck {
namespace {

using ::testing::HasSubstr;

// Two cases with a given force and creepages; the second one keeps the grid of the first.
constexpr const char* two_cases =
    "3 MODULE\n 203100\n  022020\n0000331\n  100 100 30 1 1e-5\n  1000.  0.001  0.0  1.5-3\n  .3, .3\n"
    "  180d  0.1  8.2D4\n  .28 .28 82000. 82000.\n  1\n  5 3 -1. -1. .4 .5\n  1 1\n  .01 0. .01 0. 0. 0.\n"
    "3 MODULE\n 202100\n 100000\n0100331\n  2000. 0.002 0.0 0.0\n0 MODULE\n";
constexpr const char* wheel_on_rail =
    "1 MODULE\n 0203100\n 0022033\n 0000301\n 200 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n .5 .5 1. "
    "90d 8. 4.\n 14. 0 1435. 0.\n 'rail.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n 1360. -70. 460.\n 'wheel.prw' 0 "
    "1. 0.\n"
    " 0. 0. 1e4 0. 0. 0.\n 2000. 0. 0. 0. 0. -4.3\n0 MODULE\n";

Deck deck_of(const char* text) {
  Findings findings;
  auto deck = read_deck(text, "a.inp", findings);
  findings.throw_if_any();
  return std::move(*deck);
}

std::string findings_of(const char* text, const std::string& assignment) {
  Deck deck = deck_of(text);
  Findings findings;
  set_value(assignment, deck, findings);
  return findings.text();
}

TEST(SetValue, ChangesAllCasesThatTakeTheValueOrOne) {
  Deck deck = deck_of(two_cases);
  Findings findings;
  set_value("CKSI=-2D-3", deck, findings);
  set_value("2.FN=1500", deck, findings);
  set_value("FKIN=0.4", deck, findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  for (const Case& one : deck.cases) {
    EXPECT_EQ(one.values.loads.x, -0.002);
    EXPECT_EQ(one.values.friction.sets.at(0).values[0], 0.4);
    EXPECT_EQ(one.values.friction.sets.at(0).values[1], 0.4);
  }
  EXPECT_EQ(deck.cases[0].values.loads.normal, 1000);
  EXPECT_EQ(deck.cases[1].values.loads.normal, 1500);
}

TEST(SetValue, HasThePositionsOfAWheelset) {
  Deck deck = deck_of(wheel_on_rail);
  Findings findings;
  for (const char* assignment : {"Y=3.5", "FZ=12500", "YAW=0.5d", "VPITCH=-4.4"})
    set_value(assignment, deck, findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  const WheelsetState& state = deck.cases[0].values.state;
  EXPECT_EQ(state.position[1], 3.5);
  EXPECT_EQ(state.position[2], 12500);
  EXPECT_DOUBLE_EQ(state.position[4], 0.5 * std::numbers::pi / 180);
  EXPECT_EQ(state.velocity[5], -4.4);
}

TEST(SetValue, RefusesWhatHasNoEffect) {
  EXPECT_EQ(
      findings_of(two_cases, "FZ=12500"),
      "--set: has no effect: the control digits of no such case take this value (got FZ=12500). Leave it "
      "out, or change the deck.");
  EXPECT_THAT(findings_of(wheel_on_rail, "Z=1"), HasSubstr("has no effect"));  // N = 1 gives the force
  EXPECT_THAT(findings_of(wheel_on_rail, "FX_WS=1"), HasSubstr("has no effect"));
  EXPECT_THAT(findings_of(two_cases, "FX=0.1"), HasSubstr("has no effect"));
}

TEST(SetValue, RefusesWrongNamesCasesAndValues) {
  EXPECT_EQ(
      findings_of(two_cases, "CPSI=1"),
      "--set: names no value of a deck that can be set (got CPSI=1; allowed FN, CKSI, CETA, CPHI, FKIN; "
      "with a number for one case: 1.FN). A deck has the names of its format, in its units and signs. For "
      "other values change the deck.");
  EXPECT_EQ(
      findings_of(two_cases, "patch.spin=1"),
      "--set: names no value of a deck that can be set (got patch.spin=1; allowed FN, CKSI, CETA, CPHI, "
      "FKIN; with a number for one case: 1.FN). patch.spin of contact files is CPHI in decks, in their "
      "units and signs.");
  EXPECT_THAT(findings_of(two_cases, "3.CKSI=1"),
              HasSubstr("names no case (got 3.CKSI=1; allowed cases 1 to 2)"));
  EXPECT_THAT(findings_of(two_cases, "0.CKSI=1"), HasSubstr("names no value"));
  EXPECT_THAT(findings_of(two_cases, "CKSI"), HasSubstr("is no assignment"));
  EXPECT_THAT(findings_of(two_cases, "CKSI=nan"), HasSubstr("is no admissible value"));
  EXPECT_THAT(findings_of(two_cases, "FKIN=0"), HasSubstr("(got FKIN=0; allowed 0.0001 to 100)"));
  EXPECT_THAT(findings_of(two_cases, "FN=-5"), HasSubstr("allowed >= 1e-09"));
}

}  // namespace
}  // namespace flangeway::deck
