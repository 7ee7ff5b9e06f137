#include "flangeway/deck/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include <string>

namespace flangeway::deck {
namespace {

// A sphere on a plane with a case that goes on from it, in the words of the format.
const std::string first =
    "% a remark\n"
    "3 MODULE\n"
    " 203100  P-B-T-N-F-S\n"
    "  022020  L-D-C-M-Z-E\n"
    "0000331  H-G-I-A-O-W-R\n"
    "  100 100 30 1 1e-5   MAXGS, MAXIN, MAXNR, MAXOUT, EPS\n"
    "  1000.  0.001  0.0  1.5-3  FN, CKSI, CETA, CPHI\n"
    "  .3, .3\n"
    "  180d  0.1  8.2D4   CHI, DQ, VELOC\n"
    "  .28 .28 82000. 82000.\n"
    "  1\n"
    "  5 3 -1. -1. .4 .5   % five by three\n"
    "  1 1\n"
    "  .01 0. .01\n"
    "  % the second half\n"
    "  0. 0. 0.\n";
const std::string second =
    "3 MODULE\n"
    " 002100\n"
    " 100000\n"
    "0100331\n"
    "  2000. 0.002 0.0 0.0  1.0 not the spin centre\n";

std::optional<Deck> read(const std::string& text, Findings& findings) {
  return read_deck(text, "a.inp", findings);
}

std::string findings_of(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read(text, findings));
  return findings.text();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReadDeck, ValuesOfACase) {
  Findings findings;
  const auto deck = read(first + "0 MODULE\nwhat follows is never read\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  ASSERT_EQ(deck->cases.size(), 1u);
  const Case& one = deck->cases[0];
  EXPECT_EQ(one.words[0], "203100");
  EXPECT_EQ(one.where[0].line, 3);
  EXPECT_EQ(one.control.previous, 2);
  EXPECT_EQ(one.control.tangential, 3);
  EXPECT_EQ(one.control.normal, 1);
  EXPECT_EQ(one.control.geometry, 2);
  EXPECT_EQ(one.values.loads.normal, 1000.0);
  EXPECT_EQ(one.values.loads.spin, 1.5e-3);
  EXPECT_DOUBLE_EQ(one.values.rolling.direction, std::numbers::pi);
  EXPECT_EQ(one.values.rolling.speed, 82000.0);
  EXPECT_EQ(one.values.potential.mx, 5);
  EXPECT_EQ(one.values.gap.b[2], .01);
  EXPECT_TRUE(one.solved);
}

TEST(ReadDeck, LaterCaseKeepsWhatItDoesNotRead) {
  Findings findings;
  const auto deck = read(first + second + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  const Case& one = deck->cases.at(1);
  EXPECT_TRUE(one.continues);
  EXPECT_EQ(one.before, 1);
  EXPECT_EQ(one.values.loads.normal, 2000.0);
  EXPECT_EQ(one.values.loads.spin_x, 1.0);
  EXPECT_EQ(one.values.loads.spin_y, 0.0);
  EXPECT_EQ(one.values.gap.b[0], .01);
  EXPECT_EQ(one.values.friction.sets.at(0).values[0], .3);
}

TEST(ReadDeck, ReturnDigitTellsWhatComesNext) {
  // R = 2: stored, not solved, and no module line before the next case.
  Findings findings;
  const auto deck =
      read(replaced(first, "0000331", "0000332") + replaced(second, "3 MODULE\n", "") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_FALSE(deck->cases.at(0).solved);
  EXPECT_FALSE(deck->cases.at(1).continues);  // nothing was solved before
  EXPECT_EQ(deck->cases.at(1).values.friction.sets.size(), 1u);
}

TEST(ReadDeck, ResultElementsRememberApart) {
  Findings findings;
  const auto deck = read(replaced(first, "3 MODULE", "3 7 2 MODULE") + first +
                             replaced(replaced(second, "3 MODULE", "3 7 2 MODULE"), "2000.", "3000.") + "0\n",
                         findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->cases[2].before, 1);
  EXPECT_EQ(deck->cases[2].element, 7);
  EXPECT_EQ(findings_of(first + replaced(second, "3 MODULE", "3 7 MODULE") + "0\n"),
            "a.inp:19:2: case 2: keeps a friction law, but there is no previous case (got L = "
            "1).\na.inp:19:3: case 2: keeps a grid, but there is no previous case (got D = 0).\na.inp:19:4: "
            "case 2: keeps material constants, but there is no previous case (got C = 0).\na.inp:19:6: case "
            "2: gives no undeformed distance, but the potential contact (IPOTCN > 0) needs one (got Z = 0).");
}

TEST(ReadDeck, FirstCaseThatGoesOnIsOverruled) {
  Findings findings;
  const auto deck = read(replaced(first, " 203100", " 002100") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->warnings.text(),
            "a.inp:3:2: case 1: there is no previous case to continue (got P = 0). Taken as P = 2.");
  EXPECT_EQ(deck->cases[0].control.previous, 2);
}

TEST(ReadDeck, WordThatIsNoNumberEndsTheReading) {
  EXPECT_EQ(
      findings_of(replaced(first, "82000. 82000.", "82000. GG") + "0\n"),
      "a.inp:10:18: case 1: GG cannot be read (got GG; allowed a number). The deck is not read beyond this "
      "place.");
  EXPECT_EQ(findings_of(first),
            "a.inp:16:1: the deck ends where the module is expected. A deck ends with module 0.");
  EXPECT_EQ(findings_of(replaced(first, "3 MODULE", "2 MODULE")),
            "a.inp:2:1: is not a module (got 2; allowed 1 wheel on rail, 3 basic contact, 0 end of the "
            "deck). The deck "
            "is not read beyond this place.");
  EXPECT_EQ(findings_of("0\n"), "a.inp: holds no case. A case begins with module 1 or 3.");
}

TEST(ReadDeck, ValuesOutOfRange) {
  EXPECT_EQ(findings_of(replaced(first, ".28 .28 82000.", ".28 .51 -1.") + "0\n"),
            "a.inp:10:7: case 1: POISS is out of range (got .51; allowed 0 to 0.5).\n"
            "a.inp:10:11: case 1: GG is out of range (got -1.; allowed ≥ 1e-05).");
  EXPECT_EQ(
      findings_of(replaced(first, "8.2D4", "0.0") + "0\n"),
      "a.inp:9:14: case 1: the rolling velocity is zero or negative, but the case rolls (got 0; allowed > 0 "
      "mm/s). Give VELOC and turn the rolling direction by CHI, or take T = 1 for a shift.");
  EXPECT_EQ(findings_of(replaced(first, "1000.", "0.0") + "0\n"),
            "a.inp:7:3: case 1: FN is out of range (got 0.0; allowed > 0 and ≤ 1000000000).");
  EXPECT_EQ(findings_of(replaced(first, "1000.", "9e18") + "0\n"),
            "a.inp:7:3: case 1: FN is out of range (got 9e18; allowed > 0 and ≤ 1000000000).");
  EXPECT_EQ(findings_of(replaced(first, ".3, .3", "9e18, 9e18") + "0\n"),
            "a.inp:8:3: case 1: FSTAT is out of range (got 9e18; allowed 0 to 100).\n"
            "a.inp:8:9: case 1: FKIN is out of range (got 9e18; allowed 0.0001 to 100).");
  EXPECT_EQ(findings_of(replaced(first, ".3, .3", ".3, .4") + "0\n"),
            "a.inp:8:7: case 1: FSTAT and FKIN differ, but Coulomb friction (L = 0) has one coefficient.");
  EXPECT_EQ(findings_of(replaced(first, "  5 3 -1.", "  5000 3000 -1.") + "0\n"),
            "a.inp:12:8: case 1: the potential contact has too many elements (got 5000 × 3000; allowed MX·MY "
            "from 1 to "
            "2000000).");
}

std::string faults_of(const Case& one) {
  Findings findings;
  for (const Fault& fault : one.faults) findings.add(fault.finding);
  return findings.text();
}

// One case in a deck of others: they are computed, unless they keep what is wrong.
TEST(ReadDeck, CasesWithFaultsLeaveOthersAlone) {
  const std::string bad = replaced(replaced(first, ".28 .28 82000.", ".28 .51 82000."), ".3, .3", ".3, .4");
  const std::string new_material =
      replaced(replaced(second, " 100000", " 102000"), "1.0 not the spin centre\n",
               "\n 0. .1 100.\n .28 .28 82000. 82000.\n");
  Findings findings;
  const auto deck = read(first + bad + second + new_material + first + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  ASSERT_EQ(deck->cases.size(), 5u);
  EXPECT_TRUE(deck->cases[0].faults.empty());
  const std::string friction = "FSTAT and FKIN differ, but Coulomb friction (L = 0) has one coefficient.",
                    poisson = "POISS is out of range (got .51; allowed 0 to 0.5).";
  EXPECT_EQ(faults_of(deck->cases[1]),
            "a.inp:24:7: case 2: " + friction + "\na.inp:26:7: case 2: " + poisson);
  // Case where it was read, and case that keeps it.
  EXPECT_EQ(faults_of(deck->cases[2]),
            "a.inp:24:7: case 3: " + friction + "\na.inp:26:7: case 3: " + poisson);
  EXPECT_EQ(faults_of(deck->cases[3]), "a.inp:24:7: case 4: " + friction);
  EXPECT_TRUE(deck->cases[4].faults.empty());
}

TEST(ReadDeck, DigitsThatDoNotGoTogetherAreOfTheirCase) {
  Findings findings;
  // The first keeps a friction law that does not exist, the second keeps it, too; the third reads one.
  std::string none = replaced(replaced(first, "  022020", " 0122020"), "  .3, .3\n", "");
  const auto deck = read(none + second + replaced(second, " 100000", " 000000") + " .3 .3\n0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(faults_of(deck->cases[0]),
            "a.inp:4:3: case 1: keeps a friction law, but there is no previous case (got L = 1).");
  EXPECT_EQ(faults_of(deck->cases[1]),
            "a.inp:4:3: case 2: keeps a friction law, but there is no previous case (got L = 1).");
  EXPECT_TRUE(deck->cases[2].faults.empty());
}

// A digit that is not one of the format, or a count: which lines follow is not known.
TEST(ReadDeck, DecksWhoseLinesCannotBeToldApartAreRefused) {
  EXPECT_EQ(
      findings_of(first + replaced(second, " 100000", " 180000") + "0\n"),
      "a.inp:19:2: case 2: control digit D is not one of the format (got D = 8 in 180000; allowed 0, 1, 2).\n"
      "a.inp:19:6: case 2: keeps the undeformed distance, but the grid is new (got Z = 0).");
  EXPECT_EQ(findings_of(first + replaced(first, "  1 1\n", "  1 7\n") + "0\n"),
            "a.inp:29:5: case 2: IPLAN is out of range (got 7; allowed 1 to 4).");
}

TEST(ReadDeck, DigitsOfNoMeaning) {
  EXPECT_EQ(
      findings_of(replaced(first, "203100", "203900") + "0\n"),
      "a.inp:3:2: case 1: control digit N is not one of the format (got N = 9 in 203900; allowed 0, 1).");
  EXPECT_EQ(
      findings_of(replaced(first, "203100", "22203100") + "0\n"),
      "a.inp:3:2: case 1: control digit C1 is not one of the format (got C1 = 2 in 22203100; allowed 0).\n"
      "a.inp:3:2: case 1: the first control word has more digits than letters (got 22203100).");
}

TEST(ReadDeck, TrialVariantsOfFaStripAreTakenAsFaStrip) {
  for (const std::string digit : {"6", "7"}) {
    Findings findings;
    std::string trial = replaced(first, "022020", "022" + digit + "20");
    trial = replaced(trial, "82000. 82000.\n", "82000. 82000.\n .9 .8 .7\n");
    const auto deck = read(trial + "0\n", findings);
    ASSERT_TRUE(deck) << findings.text();
    EXPECT_EQ(deck->warnings.text(),
              "a.inp:4:6: case 1: trial variants of FaStrip are not described (got M = " + digit +
                  "). Taken as M = 5, FaStrip.");
    EXPECT_EQ(deck->cases.at(0).control.material, 5);
    EXPECT_EQ(deck->cases[0].values.material.k0, 0.9);
    EXPECT_EQ(deck->cases[0].values.material.beta, 0.7);
  }
}

TEST(ReadDeck, ViscoelasticBodiesAreReadAndRollForward) {
  const std::string viscous =
      replaced(replaced(first, "022020", "022120"), "82000. 82000.\n", "82000. 82000.\n 1. 2. .1 .2\n");
  Findings findings;
  const auto deck = read(viscous + replaced(replaced(second, " 002100", " 203100"), " 100000", " 100100") +
                             replaced(first, "180d", "0.") + "0\n",
                         findings);
  ASSERT_TRUE(deck) << findings.text();
  for (const std::size_t i : {0u, 1u, 2u}) {
    EXPECT_THAT(deck->cases[i].values.material.delayed, testing::ElementsAre(1, 2));
    EXPECT_THAT(deck->cases[i].values.material.delay_time, testing::ElementsAre(.1, .2));
    EXPECT_EQ(deck->cases[i].values.rolling.direction, 0);
  }
  const std::string apart =
      "pressures do not move the surfaces of visco-elastic bodies sideways (got M = 1, different bodies). As "
      "in the "
      "program; a contact file (TOML) has them coupled.";
  EXPECT_EQ(
      deck->warnings.text(),
      "a.inp:4:6: case 1: visco-elastic bodies roll forward (got CHI = 3.141592653589793 rad). Taken as "
      "CHI = 0.\na.inp:4:6: case 1: " +
          apart + "\na.inp:20:5: case 2: " + apart);
  EXPECT_EQ(findings_of(replaced(viscous, " 1. 2. .1 .2", " -1. 2. .1 -.2") + "0\n"),
            "a.inp:11:2: case 1: FG is out of range (got -1.; allowed ≥ 0).\n"
            "a.inp:11:12: case 1: TC is out of range (got -.2; allowed ≥ 0).");
  EXPECT_EQ(findings_of(replaced(viscous, "203100", "202100") + "0\n"),
            "a.inp:4:6: case 1: needs steady rolling (T = 3) (got M = 1).");
}

TEST(ReadDeck, SubPatchesAndTheirWeightsAreRead) {
  const std::string last = "  0. 0. 0.\n";
  Findings findings;
  const auto deck =
      read(replaced(replaced(first, "  1 1\n", "  1 4\n"), last,
                    last + " 3 NPATCH\n -1. 0. -1. 1.\n 0. 1. -1. 1.\n 0. 1. 2. 3.\n .5 .4\n .3\n") +
               "0\n",
           findings);
  ASSERT_TRUE(deck) << findings.text();
  const Gap& gap = deck->cases[0].values.gap;
  ASSERT_EQ(gap.patches.size(), 3u);
  EXPECT_EQ(gap.patches[2].y_high, 3);
  EXPECT_THAT(gap.weights, testing::ElementsAre(.5, .4, .3));
}

// A case that keeps them has them, too.
TEST(ReadDeck, WeightsOfSubPatchesAreLeftOutInApproximateContact) {
  const std::string last = "  0. 0. 0.\n";
  const auto with = [&](const std::string& digits) {
    return replaced(
        replaced(replaced(replaced(first, "203100", digits), "  1000.", "  .01"), "  1 1\n", "  1 4\n"), last,
        last + " 2 NPATCH\n -1. 0. -1. 1.\n 0. 1. 2. 3.\n .5\n");
  };
  for (const char digit : {'5', '6'}) {
    Findings findings;
    const auto deck = read(with(std::string("2") + digit + "3000") + "0\n", findings);
    ASSERT_TRUE(deck) << findings.text();
    EXPECT_EQ(deck->warnings.text(),
              std::string("a.inp:3:3: case 1: approximate contact takes sub-patches (IPLAN = 4) as parts of "
                          "one surface (got B = ") +
                  digit + "). Weights between them count with B = 0 and 1.");
  }
  Findings findings;
  const auto deck = read(with("203000") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->warnings.text(), "");
}

TEST(ReadDeck, SheetIsReadWithItsMaterialAndKept) {
  Findings findings;
  const std::string sheet =
      replaced(replaced(first, "203100", "213100"), "82000. 82000.\n", "82000. 82000.\n 2e-5\n");
  const auto deck = read(sheet + replaced(second, " 002100", " 013100") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->cases[0].values.material.sheet, 2e-5);
  EXPECT_EQ(deck->cases[1].values.material.sheet, 2e-5);
  EXPECT_EQ(findings_of(replaced(sheet, "2e-5", "-2e-5") + "0\n"),
            "a.inp:11:2: case 1: FLXZ is out of range (got -2e-5; allowed ≥ 0).");
}

TEST(ReadDeck, EveryAngleCorrectionIsRead) {
  const auto with = [](const std::string& table) {
    return replaced(replaced(first, "  022020", "  024020"), "  .28 .28", table + "\n  .28 .28") + "0\n";
  };
  for (const char* method : {"0", "1"})
    for (const char* variant : {"1", "2", "3", "4"}) {
      Findings findings;
      const auto deck =
          read(with(std::string("  ") + method + " " + variant + " 2\n -1. 0. 1. 10d"), findings);
      ASSERT_TRUE(deck) << findings.text();
      const Material& material = deck->cases.at(0).values.material;
      EXPECT_EQ(material.method, method[0] - '0');
      EXPECT_EQ(material.variant, variant[0] - '0');
      EXPECT_DOUBLE_EQ(material.inclinations.at(1)[1], 10 * std::numbers::pi / 180);
    }
  EXPECT_EQ(findings_of(with("  1 3 3\n -1. 0. -1. .1 2. .2")),
            "a.inp:11:9: case 1: the positions of the inclinations do not increase.");
}

// B = 6 as B = 5: at a given approach only.
TEST(ReadDeck, ApproximateContactIsForAGivenApproach) {
  Findings findings;
  const auto deck = read(replaced(replaced(first, "203100", "263000"), "  1000.", "  .01") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(findings_of(replaced(first, "203100", "263100") + "0\n"),
            "a.inp:3:5: case 1: must be 0 for approximate contact (B = 5, 6) (got N = 1).");
}

// In a shift and in transient rolling FaStrip is FASTSIM with the same three numbers.
TEST(ReadDeck, FaStripIsForSteadyRolling) {
  Findings findings;
  const std::string falling =
      replaced(replaced(first, "022020", "422020"), ".3, .3", ".2 .1 3. 0. 0.\n .003 1.");
  const auto deck = read(falling + replaced(falling, "203100", "202100") +
                             replaced(replaced(replaced(first, "203100", "202100"), "022020", "022520"),
                                      "82000. 82000.\n", "82000. 82000.\n .8 .9 2.\n") +
                             "0\n",
                         findings);
  ASSERT_TRUE(deck) << findings.text();
  for (const std::size_t i : {0u, 1u}) {  // friction with a memory, also in transient rolling
    EXPECT_EQ(deck->cases[i].values.friction.memory_distance, .003);
  }
  const Case& fast = deck->cases.at(2);
  EXPECT_EQ(fast.control.material, 3);
  EXPECT_EQ(fast.values.material.k0, .8);
  EXPECT_EQ(fast.values.material.beta, 2);
  EXPECT_THAT(deck->warnings.text(),
              testing::EndsWith("case 3: FaStrip is for steady rolling (T = 3) (got T = 2). Taken as M = 3, "
                                "FASTSIM, whose particles remember their tractions."));
}

TEST(ReadDeck, ApproximateContactOfViscoElasticBodiesTakesTheirInstantModuli) {
  Findings findings;
  const std::string slow =
      replaced(replaced(replaced(replaced(first, "180d", "0."), "203100", "253000"), "  1000.", "  .01"),
               "022020", "022120");
  const auto deck =
      read(replaced(slow, "82000. 82000.\n", "82000. 82000.\n 1. 1. .001 .001\n") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(
      deck->warnings.text(),
      "a.inp:3:3: case 1: approximate contact takes visco-elastic bodies as elastic (M = 1) (got B = 5). "
      "Pressures are those of the moduli GG; the delays count in the tractions.");
}

// C = 9, and a case that keeps it.
TEST(ReadDeck, CoefficientsMayComeFromAFile) {
  Findings findings;
  const std::string numeric = replaced(replaced(first, "022020", "029020"), "  .28", "  'table.txt'\n  .28");
  const auto deck = read(numeric + replaced(second, " 002100", " 203100") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  for (const Case& one : deck->cases) {
    EXPECT_EQ(one.values.material.influence, 9);
    EXPECT_EQ(one.values.material.coefficient_file, "table.txt");
  }
}

const std::string wheel =
    "1 MODULE\n 0203100\n 0022033\n 0100301\n .3 .3\n .28 .28 82000. 82000.\n .2 .2 1. 90d 8. 4.\n"
    " 14. 0 1435. 0.\n 'rail.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n 1360. -70. 460.\n 'wheel.prw' 0 1. 0.\n"
    " 0. 0. 1e4 0. 0. 0.\n 2000. 0. 0. 0. 0. -4.3\n";

// The printed results of the program CONTACT are without it.
TEST(ReadDeck, DampingIsReadAndLeftOutWithAWarning) {
  const auto warnings = [](const std::string& damping) {
    Findings findings;
    const auto deck = read(replaced(replaced(wheel, "0022033", "0022033 12"), "82000. 82000.\n",
                                    "82000. 82000.\n " + damping + " 1e5 1e4\n") +
                               "0\n",
                           findings);
    EXPECT_TRUE(deck) << findings.text();
    if (!deck) return std::string();
    return deck->warnings.text();
  };
  EXPECT_EQ(warnings(".1 .02"),
            "a.inp:3:2: case 1: damping does not enter the results of a patch (got CDAMPN = 0.1, CDAMPT = "
            "0.02). Forces are given without damping, as the program CONTACT prints them.");
  EXPECT_EQ(warnings("0. 0."), "");
}

TEST(ReadDeck, AForceAlongTheTrackDoesNotTakeThePlaceOfTheAngularVelocity) {
  Findings findings;
  const auto deck =
      read(wheel +
               "1 MODULE\n 0203110\n 0100002\n 0100301\n 0. 0. 1e4 0. 0. 0.\n 2000. 0. 0. 0. 0. 500.\n"
               "1 MODULE\n 0203100\n 0100001\n 0100301\n 0. 1. 1e4 0. 0. 0.\n0\n",
           findings);
  ASSERT_TRUE(deck) << findings.text();
  for (const std::size_t i : {1u, 2u}) {
    EXPECT_EQ(deck->cases.at(i).values.state.force_x, 500);
    EXPECT_EQ(deck->cases[i].values.state.velocity[5], -4.3);
  }
  EXPECT_EQ(deck->warnings.text(),
            "a.inp:22:7: case 3: takes the angular velocity that was given last, not the one found for FX_WS "
            "(got VPITCH = -4.3 rad/s). Use E = 2 and give VPITCH.");
}

// The value is kept where a later line leaves it out.
TEST(ReadDeck, NearMissesAreReadAndHaveNoEffect) {
  Findings findings;
  const std::string near = replaced(wheel, "90d 8. 4.", "90d 8. 4. 12. .05"),
                    kept = replaced(wheel, "90d 8. 4.", "90d 8. 4. 12.");
  const auto deck = read(near + kept + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->cases.at(1).values.discretisation.near_miss, 0.05);
  EXPECT_EQ(deck->warnings.all().size(), 2u);
  EXPECT_EQ(
      deck->warnings.all().front().text(),
      "a.inp:3:4: case 1: near misses do not shift the bounds of regions of contact (got G_MISS = 0.05). "
      "Patches join by their own distance.");
}

// Below 100 elements there is no limit.
TEST(ReadDeck, FewElementsAtMostAreNoLimit) {
  for (const std::string most : {"0", "-1", "50"}) {
    Findings findings;
    const auto deck = read(
        replaced(replaced(wheel, "0100301", "0000301"), ".3 .3", "999 100 30 1 1e-5 " + most + "\n .3 .3") +
            "0\n",
        findings);
    ASSERT_TRUE(deck) << findings.text();
    EXPECT_EQ(deck->cases.at(0).values.iteration.most_elements, 2000000);
  }
}

// The reference velocity is then half the speed of the rim.
TEST(ReadDeck, AWheelMaySpinOnTheSpot) {
  Findings findings;
  EXPECT_TRUE(read(replaced(wheel, " 2000. 0.", " 0. 0.") + "0\n", findings)) << findings.text();
  EXPECT_EQ(
      findings_of(replaced(wheel, " 2000. 0. 0. 0. 0. -4.3", " 0. 1. 0. 0. 0. 0.") + "0\n"),
      "a.inp:14:17: case 1: the wheelset neither moves along nor turns, but the case rolls (got VS = 0, "
      "VPITCH = 0; allowed VS or VPITCH not zero, or all velocities zero). Give VS, or take T = 1 for a "
      "shift.");
}

// A massless rail on springs at a given height (F = 3, N = 0) is an ordinary case.
TEST(ReadDeck, SpringsGoWithAHeightToo) {
  const std::string rail = " 0. 0. 0. 0. 0. 0.\n";
  Findings findings;
  const auto deck = read(
      replaced(replaced(wheel, " 0203100", " 0203030"), rail, rail + " 1e4 10. 1e5 20.\n") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  const Case& one = deck->cases.at(0);
  EXPECT_EQ(one.values.springs.kz, 1e5);
  EXPECT_EQ(one.values.state.position[2], 1e4);  // Z_WS
}

TEST(ReadDeck, SpringsAndForcesThatCannotBeMet) {
  const std::string rail = " 0. 0. 0. 0. 0. 0.\n", sprung = replaced(replaced(wheel, " 0203100", " 0203130"),
                                                                     rail, rail + " 0. 10. 1e11 20.\n");
  EXPECT_EQ(findings_of(replaced(sprung, " 0. 0. 1e4 0. 0. 0.", " 0. 0. 0. 0. 0. 0.") + "0\n"),
            "a.inp:11:2: case 1: KYRAIL is out of range (got 0.; allowed > 0).\n"
            "a.inp:14:8: case 1: FZ is out of range (got 0.; allowed > 0 and ≤ 1000000000).");
  EXPECT_EQ(findings_of(replaced(replaced(sprung, " 0. 10. 1e11 20.", " 1e4 -9e18 1e11 9e18"),
                                 " 0. 0. 1e4 0. 0. 0.", " 0. 0. 9e18 0. 0. 0.") +
                        "0\n"),
            "a.inp:11:6: case 1: FYRAIL is out of range (got -9e18; allowed -1000000000 to 1000000000).\n"
            "a.inp:11:17: case 1: FZRAIL is out of range (got 9e18; allowed -1000000000 to 1000000000).\n"
            "a.inp:14:8: case 1: FZ is out of range (got 9e18; allowed > 0 and ≤ 1000000000).");
}

const std::string roller = replaced(
    replaced(replaced(wheel, " 14. 0 1435. 0.", " 14. 0 1435. 500."), " 0. 0. 1e4 0.", " 7. 1. 1e4 0."),
    " 0203100", " 4203100");

TEST(ReadDeck, RollersHaveARadiusAndAVelocity) {
  for (const char side : {'4', '5'}) {
    Findings findings;
    const auto deck = read(
        replaced(replaced(roller, " 4203100", std::string(" ") + side + "203100"), " 2000. 0.", " 4. 0.") +
            "0\n",
        findings);
    ASSERT_TRUE(deck) << findings.text();
    const Case& one = deck->cases.at(0);
    EXPECT_EQ(one.values.track.roller_radius, 500);
    EXPECT_EQ(one.values.track.cant, 0);
    EXPECT_EQ(one.values.state.x, 7);  // in the place of S_WS: six values, as on a rail
    EXPECT_EQ(one.values.state.position[0], 0);
    EXPECT_EQ(one.values.state.position[1], 1);
    EXPECT_EQ(one.values.state.position[2], 1e4);
    EXPECT_EQ(one.values.state.velocity[0], 4);
  }
}

TEST(ReadDeck, RollersThatMakeNoCaseAreNamed) {
  EXPECT_EQ(findings_of(replaced(roller, " 14. 0 1435. 500.", " 14. 0 1435. 0.") + "0\n"),
            "a.inp:8:14: case 1: NOMRADR is out of range (got 0.; allowed ≥ 0.001).");
  EXPECT_EQ(
      findings_of(replaced(roller, " 2000. 0.", " 0. 0.") + "0\n"),
      "a.inp:14:2: case 1: the rolling velocity is zero, but the case rolls (got 0; allowed not zero, or all "
      "velocities zero). Give RPITCH, or take T = 1 for a shift.");
  // A rail after a roller, with what was read for the roller.
  const std::string more = roller + "1 MODULE\n 0203100\n 0100001\n 0100301\n 0. 0. 1e4 0. 0. 0.\n0\n";
  Findings findings;
  const auto deck = read(more, findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_TRUE(deck->cases[0].faults.empty());
  EXPECT_EQ(faults_of(deck->cases[1]),
            "a.inp:16:2: case 2: changes between rail and roller, but keeps the track (got C1 = 0). Use Z = "
            "1 or 3.\na.inp:16:2: case 2: changes between rail and roller, but keeps the velocities (got C1 "
            "= 0). Use E = 2 to 5.");
}

// Nothing moves: a wheel that waits on its rail or roller is a case, whose creepages are zero.
TEST(ReadDeck, WheelsAtRestAreAdmissible) {
  for (const std::string& text : {wheel, roller}) {
    Findings findings;
    const auto deck = read(replaced(text, " 2000. 0. 0. 0. 0. -4.3", " 0. 0. 0. 0. 0. 0.") + "0\n", findings);
    ASSERT_TRUE(deck) << findings.text();
    EXPECT_THAT(deck->warnings.text(), testing::HasSubstr("the case rolls, but nothing moves"));
  }
}

TEST(ReadDeck, ThirdBodyAndTemperatureAreReadAndKept) {
  Findings findings;
  const std::string material = "82000. 82000.\n";
  const std::string hot =
      replaced(replaced(replaced(first, "022020", "622420"), "0000331", "3000331"), material,
               material + " 8200. 0.02 35. -10.\n 20. 450. .05 8e-6\n 30. 460. .06 7e-6\n .4\n");
  const std::string falling = replaced(hot, "  .3, .3\n", " .36 0. -.18 800. FREF\n .003 .01\n");
  const auto deck = read(
      falling + replaced(replaced(second, " 002100", " 203100"), "0100331", "1100331") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  for (const Case& one : deck->cases) {
    EXPECT_EQ(one.values.material.third_body.shear, 8200);
    EXPECT_EQ(one.values.material.third_body.thickness, 0.02);
    EXPECT_EQ(one.values.material.third_body.yield_stress, 35);
    EXPECT_EQ(one.values.material.third_body.hardening, -10);
    EXPECT_EQ(one.values.temperature.bodies[1].temperature, 30);
    EXPECT_EQ(one.values.temperature.bodies[1].heat_capacity, 460);
    EXPECT_EQ(one.values.temperature.bodies[1].conductivity, .06);
    EXPECT_EQ(one.values.temperature.bodies[1].density, 7e-6);
    EXPECT_EQ(one.values.temperature.plastic_share, .4);
    EXPECT_EQ(one.values.friction.sets.at(0).values[2], -.18);
    EXPECT_EQ(one.values.friction.memory_distance, .003);
  }
  EXPECT_EQ(
      findings_of(replaced(first, "0000331", "1000331") + "0\n"),
      "a.inp:5:1: case 1: keeps thermal data, but no case before has given any (got H = 1). Use H = 3.");
  const auto cold = read(falling + replaced(second, " 002100", " 203100") + "0\n", findings);
  ASSERT_TRUE(cold) << findings.text();
  EXPECT_EQ(
      faults_of(cold->cases[1]),
      "a.inp:25:1: case 2: computes no surface temperatures, but friction depends on them (L = 6) (got H = "
      "0). Use H = 1 or 3.");
}

TEST(ReadDeck, ObliqueViewHasNoEffect) {
  Findings findings;
  const auto deck = read(replaced(wheel, "0022033", "0082033") + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(
      deck->warnings.text(),
      "a.inp:3:4: case 1: an oblique direction of view has no effect: gaps are vertical (got D = 8). Taken "
      "as D = 2.");
}

// Each is reported by the first case of the deck alone.
TEST(ReadDeck, ChoicesOfSolversWithoutEffectAreReportedOnce) {
  Findings findings;
  const std::string text = replaced(replaced(first, "0000331", "0200331"),
                                    "  100 100 30 1 1e-5   MAXGS, MAXIN, MAXNR, MAXOUT, EPS\n",
                                    "  200 100 3 1 1e-5\n .9 1. 1 .8\n");
  const auto deck = read(text + text + "0\n", findings);
  ASSERT_TRUE(deck) << findings.text();
  ASSERT_EQ(deck->warnings.all().size(), 2u) << deck->warnings.text();
  EXPECT_EQ(deck->warnings.all()[0].got, "G = 2");
  EXPECT_EQ(deck->warnings.all()[1].got, "MAXGS = 200, MAXIN = 100, MAXNR = 3");
}

TEST(ReadDeck, TangentialForcesGoWithAnApproach) {
  Findings findings;
  const auto deck = read(replaced(first, "203100", "203010") + "0\n", findings);
  EXPECT_TRUE(deck) << findings.text();
}

TEST(ReadDeck, SlicesAreProfileFiles) {
  const std::string rail =
      "1 MODULE\n 0203100\n 0022033\n 0100301\n .3 .3\n .28 .28 82000. 82000.\n .2 .2 1. 90d 8. 4.\n"
      " 14. 0 1435. 0.\n 'a,b/switch.slcs' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n 1360. -70. 460.\n 'wheel.prw' 0 1. "
      "0. 0 1\n"
      " 1 150d 30d 6d 2.\n 0. 0. 1e4 0. 0. 0.\n 2000. 0. 0. 0. 0. -4.3\n0\n";
  Findings findings;
  const auto deck = read(rail, findings);
  ASSERT_TRUE(deck) << findings.text();
  EXPECT_EQ(deck->cases[0].values.wheel.smoothing_method, 1);
  EXPECT_EQ(deck->cases[0].values.rail.file, "a,b/switch.slcs");
  // With a force along the track (F = 1) the wheel cannot spin on the spot.
  EXPECT_EQ(
      findings_of(replaced(replaced(rail, "2000. 0. 0.", "0. 0. 0."), "0203100", "0203110")),
      "a.inp:15:2: case 1: the rolling velocity is zero, but the case rolls (got 0; allowed not zero). Give "
      "VS, or take T = 1 for a shift.");
}

}  // namespace
}  // namespace flangeway::deck
