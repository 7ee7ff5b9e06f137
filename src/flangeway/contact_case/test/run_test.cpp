#include "flangeway/contact_case/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/deck/read.hpp"

namespace flangeway::contact_case {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A sphere on a plane, rolling; `first` and `second` control words and the grid can be replaced.
std::string sphere(const std::string& first, const std::string& loads,
                   const std::string& grid = "15 15 -1.5 -1.5 .2 .2") {
  return "3 MODULE\n" + first + "\n 022020\n 0000331\n 200 100 30 1 1e-6\n " + loads + "\n .3 .3\n" +
         (first[2] >= '2' ? " 0. .2 3000.\n" : "") + " .28 .28 82000. 82000.\n 1\n " + grid +
         "\n 1 1\n .001 0. .001 0. 0. 0.\n";
}
// The next case keeps grid, material, friction and gap.
std::string next(const std::string& first, const std::string& loads) {
  return "3 MODULE\n" + first + "\n 100000\n 0100331\n " + loads + "\n";
}

Batch batch(const std::string& text) {
  Findings findings;
  auto deck = deck::read_deck(text + "0\n", "a.inp", findings);
  EXPECT_EQ(findings.text(), "");
  if (!deck) throw BadInput(findings);
  return batch_of(std::make_shared<const deck::Deck>(std::move(*deck)));
}

std::vector<CaseResult> results_of(const Batch& cases, unsigned threads = 1, bool fields = false) {
  std::vector<CaseResult> results;
  RunOptions options;
  options.threads = threads;
  options.wanted.fields = fields;
  options.deliver = [&](const CaseResult& result) {
    results.push_back(result);
    return true;
  };
  EXPECT_EQ(run(cases, options), cases.entries.size());
  return results;
}

const nlohmann::ordered_json& patch_of(const CaseResult& result) {
  return result.json.at("patches").at(0);
}

TEST(RunContact, UnitsOfADeckComeBack) {
  const auto results = results_of(batch(sphere("203100", "1000. 0.001 0. 0.")));
  ASSERT_EQ(results.size(), 1u);
  const auto& patch = patch_of(results[0]);
  // a³ = 3FR/(4E*), δ = a²/R, p = 3F/(2πa²) with R = 500 mm, E* = G/(1 − ν). Elements of 0.2 mm on a = 1.49
  // mm.
  const double modulus = 82000 / (1 - 0.28), a = std::cbrt(3 * 1000 * 500 / (4 * modulus));
  EXPECT_NEAR(patch.at("FN").get<double>(), 1000, 1e-3);
  EXPECT_NEAR(patch.at("approach").get<double>() / (a * a / 500), 1, 0.02);
  EXPECT_NEAR(patch.at("pmax").get<double>() / (1500 / (3.14159265 * a * a)), 1, 0.03);
  EXPECT_NEAR(patch.at("scaled").at("FN/G").get<double>(), 1000 / 82000.0, 1e-8);
  EXPECT_LT(patch.at("FX").get<double>(), 0);  // opposes the creepage of the upper body
  EXPECT_EQ(patch.at("rolling").at("veloc"), 3000.0);
  EXPECT_EQ(patch.at("rolling").at("dq"), 0.2);
  EXPECT_FALSE(results[0].json.contains("status"));
}

// Creepages come back as the deck has them: the spin in rad/mm.
TEST(RunContact, CreepagesComeBackInTheUnitsOfTheDeck) {
  const auto results = results_of(batch(sphere("203100", "1000. 0.001 -0.0005 0.0002")));
  const auto creepages = patch_of(results.at(0)).at("creepages").get<std::vector<double>>();
  ASSERT_EQ(creepages.size(), 3u);
  EXPECT_NEAR(creepages[0], 0.001, 1e-12);
  EXPECT_NEAR(creepages[1], -0.0005, 1e-12);
  EXPECT_NEAR(creepages[2], 0.0002, 1e-12);
}

TEST(RunContact, ResultsAreTheSameBitsInTheSameOrderForAnyNumberOfThreads) {
  std::string text = sphere("203100", "1000. 0. 0. 0.");
  for (int i = 1; i < 20; ++i)
    text += next(i % 7 == 0 ? "002100" : "203100", fmt::format("{}. {} 0. 0.", 1000 - 10 * i, 1e-4 * i));
  const Batch cases = batch(text);
  const auto one = results_of(cases, 1, true), four = results_of(cases, 4, true);
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].metadata.number, static_cast<int>(i) + 1);
    EXPECT_EQ(one[i].json.dump(), four[i].json.dump());
    EXPECT_EQ(one[i].fields.at(0).solution.tractions.x, four[i].fields.at(0).solution.tractions.x);
  }
}

// Johnson's process (MAXOUT = 1): tractions of a stiffer body do not change the pressures.
TEST(RunContact, OneOuterTurnKeepsThePressuresOfFrictionlessContact) {
  const auto greatest_pressure = [](const std::string& first, const std::string& turns) {
    std::string text = sphere(first, "1000. 0.004 0. 0.");
    text.replace(text.find("82000. 82000."), 13, "82000. 20500.");
    text.replace(text.find("30 1 1e-6"), 9, "30 " + turns + " 1e-6");
    const auto results = results_of(batch(text));
    EXPECT_EQ(results.at(0).message, "");
    return patch_of(results[0]).at("pmax").get<double>();
  };
  const double frictionless = greatest_pressure("200100", "1");
  EXPECT_NEAR(greatest_pressure("203100", "1"), frictionless, 1e-9 * frictionless);
  EXPECT_GT(std::abs(greatest_pressure("203100", "20") - frictionless), 1e-4 * frictionless);
}

TEST(RunContact, SequenceGoesOnFromTheInstantBefore) {
  // Two shifts of half the size are one shift of the whole where nothing slips back.
  const std::string half = sphere("201100", "1000. 0.0002 0. 0.");
  const auto results =
      results_of(batch(half + next("001100", "1000. 0.0002 0. 0.") + sphere("201100", "1000. 0.0004 0. 0.")));
  const double twice = patch_of(results[1]).at("FX"), once = patch_of(results[2]).at("FX");
  EXPECT_NEAR(twice / once, 1, 1e-3);
  EXPECT_LT(std::abs(patch_of(results[0]).at("FX").get<double>()), 0.8 * std::abs(once));
}

TEST(RunContact, RepeatedInstantStartsWhereTheLastOneStarted) {
  const std::string text = sphere("201100", "1000. 0.0002 0. 0.") + next("001100", "1000. 0.0002 0. 0.") +
                           next("301100", "1000. 0.0002 0. 0.");
  const auto results = results_of(batch(text));
  EXPECT_NEAR(patch_of(results[2]).at("FX").get<double>(), patch_of(results[1]).at("FX").get<double>(), 0.02);
}

TEST(RunContact, GridMayMoveByWholeElements) {
  const std::string moved =
      "3 MODULE\n 001100\n 122020\n 0100331\n 1000. 0.0002 0. 0.\n .28 .28 82000. 82000.\n 1\n 17 15 "
      "-1.7 -1.5 .2 .2\n 1 1\n .001 0. .001 0. 0. 0.\n";
  const auto results =
      results_of(batch(sphere("201100", "1000. 0.0002 0. 0.") + next("001100", "1000. 0.0002 0. 0.") +
                       sphere("201100", "1000. 0.0002 0. 0.") + moved));
  EXPECT_EQ(results[3].message, "");
  EXPECT_NEAR(patch_of(results[3]).at("FX").get<double>() / patch_of(results[1]).at("FX").get<double>(), 1,
              1e-4);
  std::string off = moved;
  off.replace(off.find("-1.7 "), 5, "-1.65 ");
  const auto apart = results_of(batch(sphere("201100", "1000. 0.0002 0. 0.") + off));
  EXPECT_EQ(apart[1].json.at("status"), "bad input");
  EXPECT_EQ(apart[1].json.at("message"), "continues a case whose element grid does not match this one");
}

TEST(RunContact, CaseThatHasNoSolutionSaysSoAndTheOthersAreSolved) {
  const auto results =
      results_of(batch(sphere("203000", "0.002 0. 0. 0.") + sphere("203000", "-0.002 0. 0. 0.") +
                       sphere("203000", "0.01 0. 0. 0.")));
  EXPECT_EQ(results[0].json.contains("status"), false);
  EXPECT_EQ(results[1].json.at("status"), "no contact");
  EXPECT_EQ(results[1].json.at("message"), "no contact: the gap is nowhere closed at this approach");
  EXPECT_EQ(patch_of(results[1]).at("FN"), 0.0);
  // The approach of 10 µm makes a contact wider than the grid.
  EXPECT_THAT(results[2].warnings,
              ElementsAre("the contact touches the edge of the potential contact area: it may be larger"));
}

TEST(RunContact, ContactAtTheEdgeOfTheElementsIsNoted) {
  const auto results = results_of(batch(sphere("203100", "1000. 0. 0. 0.", "5 5 -.5 -.5 .2 .2")));
  EXPECT_THAT(results[0].warnings,
              ElementsAre("the contact touches the edge of the potential contact area: it may be larger"));
}

// Stopped after one turn: it says so, what it reached is there, and the next case is solved.
TEST(RunContact, CaseThatDoesNotConvergeSaysSoAndTheOthersAreSolved) {
  Batch cases = batch(sphere("203100", "1000. 0.001 0. 0.") + next("203100", "1000. 0.001 0. 0."));
  cases.make = [make = cases.make](std::size_t index, Findings& findings) {
    auto made = make(index, findings);
    if (index == 0 && made) std::get<PatchCase>(*made).problem.settings.max_iterations = 1;
    return made;
  };
  const auto results = results_of(cases);
  EXPECT_EQ(results[0].status, Status::not_converged);
  EXPECT_EQ(results[0].json.at("status"), "not converged");
  EXPECT_EQ(results[0].json.at("message"), "the normal problem did not converge");
  EXPECT_TRUE(std::isfinite(patch_of(results[0]).at("FN").get<double>()));
  EXPECT_EQ(results[1].status, Status::solved);
}

TEST(RunContact, TangentialProblemThatDoesNotConvergeSaysSo) {
  Batch cases = batch(sphere("203100", "1000. 0.001 0. 0."));
  cases.make = [make = cases.make](std::size_t index, Findings& findings) {
    auto made = make(index, findings);
    auto& problem = std::get<PatchCase>(*made).problem;
    problem.given_pressure.assign(problem.grid.size(), 1e8);  // so that the normal problem is none
    problem.settings.max_iterations = 1;
    return made;
  };
  const auto results = results_of(cases);
  EXPECT_EQ(results[0].json.at("status"), "not converged");
  EXPECT_EQ(results[0].json.at("message"), "the tangential problem did not converge");
}

// The second one has elements of another size than the first, so that it has no result for the third.
TEST(RunContact, ACaseWithoutAResultEndsItsSequence) {
  const std::string shift = sphere("201100", "1000. .001 0. 0."), other = "21 21 -1.9 -1.9 .18 .18";
  const std::string next = sphere("001100", "1000. .002 0. 0."),
                    coarse = sphere("001100", "1000. .002 0. 0.", "11 11 -1.9 -1.9 .34 .34");
  const auto results = results_of(batch(shift + coarse + next + shift));
  EXPECT_EQ(results[0].message, "");
  EXPECT_EQ(results[1].message, "continues a case whose element grid does not match this one");
  EXPECT_EQ(results[2].json.at("status"), "bad input");
  EXPECT_EQ(results[2].message, "continues case 2, which has no result");
  EXPECT_EQ(results[2].json.at("patches"), nullptr);
  EXPECT_EQ(results[3].message, "");
  // One that is refused before it would go on from another.
  const auto refused =
      results_of(batch(shift + sphere("051000", ".01 .002 0. 0.", "2 11 -1. -1.9 1. .34") + next));
  EXPECT_THAT(refused[1].message, HasSubstr("strips need three elements along x (got 2)"));
  EXPECT_EQ(refused[2].message, "continues case 2, which has no result");
}

// A value that is not admissible is a matter of its case: the others have the results that they have alone.
TEST(RunContact, CasesWithFaultsOfADeckAreNamedAndTheOthersComputed) {
  const std::string good = sphere("203100", "1000. 0.001 0. 0.", "21 21 -1.9 -1.9 .18 .18");
  std::string bad = good;
  bad.replace(bad.find(".28 .28"), 7, ".28 .61");
  const auto results = results_of(batch(good + bad + good));
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[1].status, Status::bad_input);
  EXPECT_THAT(results[1].message, HasSubstr("case 2: POISS is out of range (got .61; allowed 0 to 0.5)"));
  for (const std::size_t i : {0u, 2u}) {
    EXPECT_EQ(results[i].status, Status::solved);
    EXPECT_LT(patch_of(results[i]).at("FX").get<double>(), -1);
  }
}

// M = 1: without a creep time a body has all of its compliance at once, FG more than GG says; with a long one
// it has what GG says. In between pressures lean forward.
TEST(RunContact, ViscoelasticBodiesOfADeck) {
  const auto with = [](const std::string& moduli, const std::string& delays) {
    std::string text = sphere("203100", "1000. 0.001 0. 0.", "21 21 -1.9 -1.9 .18 .18");
    text.replace(text.find("82000. 82000.\n"), 14, moduli + delays);
    text.replace(text.find("30 1 1e-6"), 9, "30 20 1e-6");
    if (!delays.empty()) text.replace(text.find("022020"), 6, "022120");
    const auto results = results_of(batch(text), 1, true);
    EXPECT_EQ(results[0].message, "");
    return std::pair(patch_of(results[0]), results[0].fields.at(0).solution.centre_x);
  };
  const auto expect_near = [](const auto& a, const auto& b, double tolerance) {
    for (const char* key : {"FX", "approach", "pmax"})
      EXPECT_NEAR(a.first.at(key).template get<double>() / b.first.at(key).template get<double>(), 1,
                  tolerance)
          << key;
  };
  expect_near(with("82000. 82000.\n", " 3. 3. 0. 0.\n"), with("20500. 20500.\n", ""), 1e-4);
  expect_near(with("82000. 82000.\n", " 3. 3. 100. 100.\n"), with("82000. 82000.\n", ""), 1e-3);
  // Different bodies: the elastic ones are coupled, the visco-elastic ones of a deck are not.
  const auto apart = with("82000. 82000.\n", " 0. 3. 1. 0.\n"), coupled = with("82000. 20500.\n", "");
  const auto ratio = [&](const char* key) {
    return apart.first.at(key).get<double>() / coupled.first.at(key).get<double>();
  };
  EXPECT_NEAR(ratio("approach"), 1, 1e-3);
  EXPECT_NEAR(ratio("pmax"), 1, 5e-3);
  EXPECT_NEAR(ratio("FX"), 1.04, 5e-3);
  const auto leaning = with("82000. 82000.\n", " 3. 3. .0003 .0003\n");
  EXPECT_GT(leaning.second, 1e-4);  // m; the radius is 1.1 mm
  EXPECT_DOUBLE_EQ(leaning.first.at("pressure_centre").at(0).get<double>(), 1e3 * leaning.second);
}

// Module 1: the second FG is that of the body of the second GG, and pressures lean to where the wheel rolls.
TEST(RunContact, ViscoelasticWheelAndRailOfADeckLeanForward) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto run_with = [&](const std::string& delays, double speed, const std::string& shear) {
    const auto results = results_of(
        batch(fmt::format(
            "1 MODULE\n 0203100\n 0022{}33\n 0000301\n 100 100 30 1 1e-5\n .3 .3\n .28 .28 {}\n{}"
            " 1. 1. 1. 90d 8. 4.\n 14. 0 1435. 0.\n '{}MBench_UIC60_v3.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n"
            " 1360. -70. 460.\n '{}MBench_S1002_v3.prw' 0 1. 0.\n"
            " 0. 0. 1e4 0. 0. 0.\n {} 0. 0. 0. 0. {:.12g}\n",
            delays.empty() ? 0 : 1, shear, delays, folder, folder, speed, -speed / 460)),
        1, true);
    EXPECT_EQ(results.at(0).message, "");
    return std::pair(patch_of(results[0]).at("approach").get<double>(),
                     results[0].fields.at(0).solution.centre_x);
  };
  const std::string hard = "82000. 82000.";
  // At once: the moduli GG/(1 + FG).
  const auto relaxed = run_with("", 2000, "82000. 20500."), at_once = run_with(" 0. 3. 0. 0.\n", 2000, hard);
  EXPECT_NEAR(at_once.first / relaxed.first, 1, 1e-3);
  const auto forward = run_with(" 1. 3. .001 .001\n", 2000, hard),
             backward = run_with(" 1. 3. .001 .001\n", -2000, hard);
  EXPECT_GT(forward.second, 1e-4);
  EXPECT_LT(backward.second, -1e-4);
}

// IPLAN = 4: two ridges that feel each other as one half-space (1), not at all (0), and in between.
TEST(RunContact, SubPatchesFeelEachOtherByTheirWeight) {
  const auto deck_with = [](const std::string& planform) {
    return "3 MODULE\n 203000\n 022020\n 0000331\n 200 100 30 1 1e-7\n .004 0. 0. 0.\n .3 .3\n 0. .2 3000.\n "
           ".28 .28 82000. 82000.\n 1\n 15 20 -1.5 -2. .2 .2\n 2 " +
           planform.substr(0, 1) + "\n 5 0. 300. -2. 1.\n .02 0. .02 0. .02\n" + planform.substr(1);
  };
  const auto force = [&](const std::string& planform) {
    const auto results = results_of(batch(deck_with(planform)));
    EXPECT_EQ(results[0].message, "") << planform;
    return patch_of(results[0]).at("FN").get<double>();
  };
  const std::string low = " -2. 2. -2. 0.\n", high = " -2. 2. 0. 2.\n";
  const double whole = force("1"), one = force("3" + low + low);
  EXPECT_NEAR(force("4 2\n" + low + high + " 1.\n"), whole, 1e-5 * whole);
  EXPECT_NEAR(force("4 2\n" + low + high + " 0.\n"), 2 * one, 1e-5 * whole);
  EXPECT_NEAR(force("4 1\n" + low), one, 1e-5 * whole);
  const double half = force("4 2\n" + low + high + " .5\n");
  EXPECT_GT(half, 1.02 * whole);
  EXPECT_LT(half, 0.98 * 2 * one);
  // Beside each other along x, and with weights that are no product of positive numbers.
  const auto beside = [&](const std::string& weight) {
    return force("4 2\n -2. 0. -2. 2.\n 0. 2. -2. 2.\n " + weight + "\n");
  };
  EXPECT_NEAR(beside("1."), whole, 1e-5 * whole);
  EXPECT_GT(beside(".5"), 1.02 * whole);
  EXPECT_LT(force("4 2\n" + low + high + " 1.5\n"), 0.98 * whole);
}

// A direction that is π but for its last digits, and points of a profile that are given from the other end.
TEST(RunContact, DirectionsAndStepsMayBeWrittenAsPeopleDo) {
  const auto creep_force = [&](const std::string& direction, const std::string& profile) {
    const auto results = results_of(
        batch("3 MODULE\n 203000\n 022020\n 0000331\n 200 100 30 1 1e-7\n .004 .001 0. 0.\n .3 .3\n " +
              direction + " .2 3000.\n .28 .28 82000. 82000.\n 1\n 15 20 -1.5 -2. .2 .2\n 2 1\n" + profile));
    EXPECT_EQ(results[0].message, "") << direction << profile;
    return patch_of(results[0]).at("FX").get<double>();
  };
  const std::string rising = " 3 0. 300. -2. 2.\n .01 0. .03\n", falling = " 3 0. 300. 2. -2.\n .03 0. .01\n";
  const double force = creep_force("180d", rising);
  EXPECT_LT(force, -1);
  EXPECT_NEAR(creep_force("3.14", rising), force, 1e-9 * std::abs(force));
  EXPECT_NEAR(creep_force("180d", falling), force, 1e-6 * std::abs(force));
}

// Approximate contact takes the sub-patches as one surface, whatever their weights, and says so.
TEST(RunContact, ApproximateContactHasNoWeights) {
  const auto force = [&](const std::string& planform) {
    const auto results = results_of(
        batch("3 MODULE\n 253000\n 022020\n 0000331\n 200 100 30 1 1e-7\n .004 0. 0. 0.\n .3 .3\n 0. .2 "
              "3000.\n .28 .28 82000. 82000.\n 1\n 15 20 -1.5 -2. .2 .2\n 1 " +
              planform.substr(0, 1) + "\n .002 0. .003 0. 0. 0.\n" + planform.substr(1)));
    EXPECT_EQ(results[0].message, "") << planform;
    return patch_of(results[0]).at("FN").get<double>();
  };
  const double whole = force("1");
  for (const char* weight : {"0.", ".5", "1."})
    EXPECT_NEAR(force("4 2\n -2. 2. -2. 0.\n -2. 2. 0. 2.\n " + std::string(weight) + "\n"), whole,
                1e-9 * whole);
}

// FX is relative to μ FN whether FN is given or found.
TEST(RunContact, TangentialForceGoesWithAnApproach) {
  const auto by_force = results_of(batch(sphere("203110", "1000. 0.4 0. 0.")));
  const std::string approach = patch_of(by_force[0]).at("approach").dump();
  const auto by_approach = results_of(batch(sphere("203010", approach + " 0.4 0. 0.")));
  EXPECT_NEAR(patch_of(by_approach[0]).at("FN").get<double>(), 1000, 1e-2);
  EXPECT_NEAR(patch_of(by_approach[0]).at("FX").get<double>(), 120, 1e-2);
  EXPECT_NEAR(patch_of(by_approach[0]).at("creepages").at(0).get<double>(),
              patch_of(by_force[0]).at("creepages").at(0).get<double>(), 1e-8);
}

// F = 3 in both pairs: what the springs carry is the force of the contact and what else acts on the rail, in
// the frame of the deck; the right-hand pair is the mirror image.
TEST(RunContact, RailOnSpringsOfADeckDeflectsUntilItsForcesBalance) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto deck = [&](int side, double sign) {
    return fmt::format(
        "1 MODULE\n {}203130\n 0022033\n 0000301\n 100 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n"
        " 1. 1. 1. 90d 8. 4.\n 14. 0 1435. 0.\n '{}MBench_UIC60_v3.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n"
        " 2e4 {} 1e5 500.\n 1360. -70. 460.\n '{}MBench_S1002_v3.prw' 0 1. 0.\n"
        " 0. {} 1e4 0. {} 0.\n 2000. 0. 0. 0. 0. -4.348\n",
        side, folder, sign * 100., folder, sign * 1., sign * 2e-3);
  };
  const auto results = results_of(batch(deck(0, 1) + deck(1, -1)));
  for (const CaseResult& result : results) {
    ASSERT_EQ(result.message, "");
    const double sign = result.json.at("side") == "left" ? 1 : -1;
    const auto& deflection = result.json.at("rail_deflection");
    const auto& force = result.json.at("total_force_on_rail");
    EXPECT_GT(std::abs(force.at(1).get<double>()), 1000);
    EXPECT_NEAR(2e4 * deflection.at(0).get<double>(), force.at(1).get<double>() + sign * 100, 2);
    EXPECT_NEAR(1e5 * deflection.at(1).get<double>(), 1e4 + 500, 1e-6);
  }
  EXPECT_NEAR(results[0].json.at("rail_deflection").at(0).get<double>(),
              -results[1].json.at("rail_deflection").at(0).get<double>(), 1e-6);
}

// F = 3 with N = 0: at the height that the case above finds, the same force and the same deflections; and
// above it none.
TEST(RunContact, RailOnSpringsOfADeckAtAHeightIsThatOfTheForceItFinds) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto deck = [&](int side, int normal, double height) {
    const double sign = side == 0 ? 1 : -1;
    return fmt::format(
        "1 MODULE\n {}203{}30\n 0022033\n 0000301\n 100 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n"
        " 1. 1. 1. 90d 8. 4.\n 14. 0 1435. 0.\n '{}MBench_UIC60_v3.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n"
        " 2e4 {} 1e5 500.\n 1360. -70. 460.\n '{}MBench_S1002_v3.prw' 0 1. 0.\n"
        " 0. {} {:.12g} 0. {} 0.\n 2000. 0. 0. 0. 0. -4.348\n",
        side, normal, folder, sign * 100., folder, sign * 1., height, sign * 2e-3);
  };
  const auto pressed = results_of(batch(deck(0, 1, 1e4) + deck(1, 1, 1e4)));
  const double left = pressed.at(0).json.at("wheelset_position").at(2),
               right = pressed.at(1).json.at("wheelset_position").at(2);
  EXPECT_NEAR(left, right, 1e-6);
  const auto placed = results_of(batch(deck(0, 0, left) + deck(1, 0, right) + deck(0, 0, -1)));
  for (const std::size_t i : {0U, 1U}) {
    ASSERT_EQ(placed.at(i).message, "");
    EXPECT_NEAR(placed[i].json.at("wheelset_position").at(2).get<double>(), left, 1e-6);
    for (const std::size_t axis : {0u, 1u})
      EXPECT_NEAR(placed[i].json.at("rail_deflection").at(axis).get<double>(),
                  pressed[i].json.at("rail_deflection").at(axis).get<double>(), 2e-5);
    EXPECT_NEAR(placed[i].json.at("total_force_on_rail").at(2).get<double>(), 1e4, 2);
  }
  EXPECT_EQ(placed.at(2).message, "no contact: the wheel does not touch the rail at this position");
  EXPECT_DOUBLE_EQ(placed[2].json.at("rail_deflection").at(0).get<double>(), 100. / 2e4);
  EXPECT_DOUBLE_EQ(placed[2].json.at("rail_deflection").at(1).get<double>(), 500. / 1e5);
}

// C1 = 4, 5: rollers of a deck, left and right; a huge one is a rail.
TEST(RunContact, RollersOfADeckAreRails) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto deck = [&](int configuration, double radius, double velocity) {
    const double sign = configuration % 4 == 0 ? 1 : -1;
    const bool roller = configuration >= 4;
    return fmt::format(
        "1 MODULE\n {}203100\n 0022033\n 0000301\n 100 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n"
        " 1. 1. 1. 90d 8. 4.\n 14. 0 1435. {}\n '{}MBench_UIC60_v3.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n"
        " 1360. -70. 460.\n '{}MBench_S1002_v3.prw' 0 1. 0.\n"
        " 0. {} 1e4 0. {} 0.\n {:.12g} 0. 0. 0. 0. -4.348\n",
        configuration, roller ? radius : 0., folder, folder, sign * 1., sign * 2e-3,
        roller ? velocity / radius : velocity);
  };
  const auto results =
      results_of(batch(deck(0, 0, 2000) + deck(4, 1e8, 2000) + deck(4, 500, 2000) + deck(5, 500, 2000)));
  ASSERT_EQ(results.size(), 4u);
  for (const CaseResult& result : results) ASSERT_EQ(result.message, "");
  const auto force = [&](std::size_t i, std::size_t axis) {
    return results.at(i).json.at("total_force_on_rail").at(axis).get<double>();
  };
  for (const std::size_t axis : {0u, 1u, 2u}) EXPECT_NEAR(force(1, axis), force(0, axis), 1);
  EXPECT_FALSE(results[0].json.at("patches").at(0).contains("contact_pitch"));
  const auto pitch = [&](std::size_t i) { return patch_of(results.at(i)).at("contact_pitch").get<double>(); };
  EXPECT_GT(std::abs(pitch(2)), 5e-4);  // positive about y to the right where the wheel leads on the left
  EXPECT_NEAR(pitch(3), pitch(2), 1e-6);
  EXPECT_NEAR(force(3, 0), force(2, 0), 1);
  EXPECT_NEAR(force(3, 1), -force(2, 1), 1);
  EXPECT_NEAR(force(2, 2), 1e4, 0.1);
  EXPECT_GT(patch_of(results[2]).at("pmax").get<double>(),
            1.05 * patch_of(results[0]).at("pmax").get<double>());
  EXPECT_DOUBLE_EQ(results[2].json.at("wheelset_velocity").at(0).get<double>(), 4.0);
  EXPECT_NEAR(patch_of(results[2]).at("rolling").at("veloc").get<double>(), 2000, 2);
  EXPECT_EQ(patch_of(results[2]).at("rolling").at("chi"), 0.0);
}

TEST(RunContact, RollersThatDoNotGoWithTheirWheelAreFoundOnTheirLines) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto message = [&](const char* radius, const char* pitch_velocity) {
    const std::string deck = fmt::format(
        "1 MODULE\n 4203100\n 0022033\n 0000301\n 100 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n"
        " 1. 1. 1. 90d 8. 4.\n 14. 0 1435. {}\n '{}MBench_UIC60_v3.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n"
        " 1360. -70. 460.\n '{}MBench_S1002_v3.prw' 0 1. 0.\n 0. 0. 1e4 0. 0. 0.\n 4. 0. 0. 0. 0. {}\n",
        radius, folder, folder, pitch_velocity);
    return results_of(batch(deck)).at(0).message;
  };
  EXPECT_THAT(
      message("460.", "4."),
      HasSubstr(":15:17: case 1: wheel and roller turn against each other: their surfaces have no "
                "common rolling velocity (got RPITCH = 4, VPITCH = 4; allowed opposite signs). Change "
                "the sign of one, or take T = 1 for a shift."));
  EXPECT_EQ(message("460.", "-4."), "");
  EXPECT_THAT(message("10.", "-4."), HasSubstr(":9:14: case 1: NOMRADR is not more than the profile lies "
                                               "below its z = 0 (got 10; allowed > "));
}

double number(const CaseResult& result, const char* key) {
  EXPECT_EQ(result.message, "");
  return patch_of(result).at(key).get<double>();
}

// B = 6: a ball is the Hertzian contact that every row takes it for; R = 500 mm, δ = 1 µm.
TEST(RunContact, AnalynOfADeckIsHertzForABall) {
  const auto results = results_of(batch(sphere("263000", ".001 0.001 0. 0.")));
  const double modulus = 82000 / 0.72, a = std::sqrt(500 * .001);
  EXPECT_NEAR(number(results.at(0), "FN"), 4. / 3 * modulus * a * .001, 0.02 * 107);
  EXPECT_NEAR(number(results[0], "pmax"), 2 / 3.14159265 * modulus * a / 500, 0.03 * 102);
  EXPECT_LT(number(results[0], "FX"), 0);
}

// B = 1: FLXZ of 1 mm³/N is a hundred thousand times as soft as the bodies: F = π R δ²/FLXZ. A later case of
// B = 0 has none.
TEST(RunContact, SheetOfADeckIsPressedIn) {
  std::string soft = sphere("210000", ".001 0. 0. 0.");
  soft.replace(soft.find("82000. 82000.\n"), 14, "82000. 82000.\n 1.\n");
  const auto results = results_of(batch(soft + next("200000", ".001 0. 0. 0.")));
  EXPECT_NEAR(number(results.at(0), "FN"), 3.14159265 * 500 * 1e-6, 0.02 * 1.57e-3);
  EXPECT_NEAR(number(results.at(1), "FN"), 107.4, 0.02 * 107.4);
}

// Cattaneo and Mindlin, closed form: a shift δ = 3 μ F (2 − ν)/(8 G a) (1 − (1 − T/(μF))^⅔) carries the force
// T, and adhesion holds within a (1 − T/(μF))^⅓. Hertz for the pressures. Elements of 0.1 mm on a = 1.49 mm.
TEST(RunContact, ShiftOfADeckIsThatOfCattaneoAndMindlin) {
  const double a = std::cbrt(3 * 1000 * 500 / (4 * 82000 / 0.72)), bound = 0.3 * 1000;
  for (const double share : {0.2, 0.5, 0.9}) {
    const double shift = 3 * bound * (2 - 0.28) / (8 * 82000 * a) * (1 - std::pow(1 - share, 2. / 3));
    const auto results = results_of(
        batch(sphere("201100", fmt::format("1000. {:.9f} 0. 0.", shift), "33 33 -1.65 -1.65 .1 .1")));
    const auto& patch = patch_of(results.at(0));
    EXPECT_NEAR(patch.at("FX").get<double>(), -share * bound, 0.005 * bound) << share;
    EXPECT_NEAR(patch.at("FS").get<double>(), 0, 1e-4 * bound) << share;
    EXPECT_NEAR(patch.at("approach").get<double>(), a * a / 500, 0.005 * a * a / 500) << share;
    EXPECT_NEAR(patch.at("pmax").get<double>(), 1500 / (3.14159265 * a * a), 2) << share;
    const auto& elements = patch.at("elements");
    const double adhesion = elements.at("adhesion").get<double>() / elements.at("contact").get<double>();
    EXPECT_NEAR(adhesion, std::pow(1 - share, 2. / 3), 0.03) << share;
  }
}

// C = 4 of module 3: the inclinations of the table, or the straight line through them.
TEST(RunContact, AngleCorrectionsOfADeckAreThoseOfItsTable) {
  const auto force = [&](const std::string& correction, const std::string& table) {
    std::string text = sphere("200000", ".001 0. 0. 0.");
    text.replace(text.find("022020"), 6, "024020");
    text.replace(text.find(" .28 .28"), 1, " " + correction + table + " ");
    return number(results_of(batch(text)).at(0), "FN");
  };
  const std::string straight = " 2\n -1.5 -.6 1.5 .6\n", bent = " 3\n -1.5 .6 0. 0. 1.5 .6\n",
                    flat = " 2\n -1.5 .2 1.5 .2\n";
  const double plane = force("1 1", flat);
  EXPECT_NEAR(plane, 107.4, 0.02 * 107.4);
  for (const char* variant : {"1", "2", "3", "4"}) {
    const double as_given = force(std::string("1 ") + variant, straight);
    EXPECT_GT(as_given, 1.005 * plane) << variant;  // rows that face elsewhere move each other less
    EXPECT_NEAR(force(std::string("0 ") + variant, straight) / as_given, 1, 1e-9) << variant;
    EXPECT_GT(force(std::string("1 ") + variant, bent), 1.001 * plane) << variant;
    EXPECT_NEAR(force(std::string("0 ") + variant, bent) / plane, 1, 1e-9) << variant;  // the line is level
  }
}

// C = 4, B = 1 of module 1: a ball in a groove, profiles of circles. Constant curvature changes nothing then.
TEST(RunContact, AngleCorrectionsAndSheetOfAWheelOnARail) {
  const std::string folder = std::string(FLANGEWAY_SHARED_DIR) + "/data/contact/profiles/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  const auto result = [&](int bound, const std::string& correction, const std::string& sheet) {
    return results_of(batch(fmt::format(
                          "1 MODULE\n 12{}3100\n 0044033\n 0000301\n 100 100 30 5 1e-6\n .3 .3\n {}\n"
                          " .28 .28 80000. 80000.\n {} .3 .4 1. 90. 8. 4.\n -1. 0. 0. 0.\n"
                          " '{}groove_r1005.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n 0. 0. 420.\n"
                          " '{}circ_r10.prw' 0 1. 0.\n 0. 0. 1e4 0. 0. 0.\n 420. 0. 0. 0. 0. -1.0006495\n",
                          bound, correction, sheet, folder, folder)))
        .at(0);
  };
  const double given = number(result(0, "1 3", ""), "approach");
  EXPECT_NEAR(number(result(0, "0 3", ""), "approach") / given, 1, 1e-4);
  for (const char* correction : {"1 1", "1 2", "1 4"}) {
    const double other = number(result(0, correction, ""), "approach");
    EXPECT_NEAR(other / given, 1, 0.01) << correction;
    EXPECT_GT(std::abs(other / given - 1), 1e-5) << correction;
  }
  // 300 MPa would press the sheet in by 3 µm, but spread over more of the groove.
  const CaseResult sheet = result(1, "1 3", "1e-5\n");
  EXPECT_GT(number(sheet, "approach"), given + 1e-3);
  EXPECT_LT(number(sheet, "approach"), given + 3e-3);
}

TEST(RunContact, ObliqueRollingIsFound) {
  std::string text = sphere("203100", "1000. 0. 0. 0.");
  text.replace(text.find(" 0. .2 3000."), 12, " 45d .2 3000.");
  const auto results = results_of(batch(text));
  EXPECT_THAT(results[0].message,
              HasSubstr("a.inp:2:1: case 1: rolls in a direction that is neither forward nor backward"));
}

TEST(RunContact, InterruptedBatchHasDeliveredItsFirstCases) {
  std::string text = sphere("203100", "1000. 0. 0. 0.");
  for (int i = 0; i < 50; ++i) text += next("203100", "1000. 0.001 0. 0.");
  const Batch cases = batch(text);
  std::vector<int> delivered;
  RunOptions options;
  options.threads = 2;
  options.deliver = [&](const CaseResult& result) {
    delivered.push_back(result.metadata.number);
    return true;
  };
  options.interrupted = [&] { return delivered.size() >= 3; };
  EXPECT_EQ(run(cases, options), 3u);
  EXPECT_THAT(delivered, ElementsAre(1, 2, 3));
}

TEST(RunContact, FailureInACaseIsThrownToTheCaller) {
  Batch cases = batch(sphere("203100", "1000. 0. 0. 0."));
  cases.make = [](std::size_t, Findings&) -> std::optional<Prepared> { throw std::runtime_error("broken"); };
  RunOptions options;
  options.threads = 2;
  EXPECT_THROW(run(cases, options), std::runtime_error);
}

}  // namespace
}  // namespace flangeway::contact_case
