// The genetic algorithm on problems whose fronts are known, and what is made of a table of results.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <set>

#include "flangeway/campaign/genetic.hpp"
#include "flangeway/campaign/optimise.hpp"

namespace flangeway::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using uncertainty::Design;

TEST(Genetic, FeasibleBeatsInfeasibleBeatsFailed) {
  const Rating good{{1, 2}, 0, false}, other{{2, 1}, 0, false}, worse{{2, 2}, 0, false},
      outside{{0, 0}, 0.5, false}, far_outside{{0, 0}, 2, false}, failed{{}, 0, true};
  EXPECT_TRUE(beats(good, worse));
  EXPECT_FALSE(beats(worse, good));
  EXPECT_FALSE(beats(good, other) || beats(other, good) || beats(good, good));
  EXPECT_TRUE(beats(worse, outside) && beats(outside, far_outside) && beats(far_outside, failed));
  EXPECT_FALSE(beats(failed, failed) || beats(failed, outside));
  EXPECT_THAT(front_of({failed, worse, other, outside, good}), ElementsAre(2, 4));
  EXPECT_TRUE(front_of({failed, outside}).empty());
  EXPECT_THAT(best_of({failed, far_outside, worse, good, outside}, 9), ElementsAre(3, 2, 4, 1, 0));
}

// In a front the ends come first, and then isolated points: the neighbours of 0.6 are far away, those of 0.2
// and 0.25 are not.
TEST(Genetic, WhatStandsAloneInItsFrontComesFirst) {
  std::vector<Rating> ratings;
  for (const double x : {0.2, 0.25, 0.0, 0.6, 1.0}) ratings.push_back({{x, 1 - x}, 0, false});
  EXPECT_THAT(best_of(ratings, 3), ElementsAre(2, 4, 3));
}

// Trials of a function of the unit cube, generation after generation.
struct Search {
  Genes genes;
  std::function<Rating(const std::vector<double>&)> rate;
  Design design = {};
  std::vector<Rating> ratings = {};

  void run(std::size_t generations, std::size_t size, std::uint64_t seed) {
    design = uncertainty::sobol_design(size, genes.size(), seed);
    rate_new();
    for (std::size_t i = 1; i < generations; ++i) {
      add_generation(design, ratings, genes, {size, size}, seed);
      rate_new();
    }
  }
  std::vector<double> row(std::size_t i) const {
    std::vector<double> x;
    for (std::size_t k = 0; k < genes.size(); ++k) x.push_back(design.at(i, k));
    return x;
  }
  void rate_new() {
    for (std::size_t i = ratings.size(); i < design.rows(); ++i) ratings.push_back(rate(row(i)));
  }
};

// ZDT1 [Deb2002, table I]: the front has g = 1, f2 = 1 - sqrt(f1). A Sobol sequence of as many points has no
// point below g = 1.5.
TEST(Genetic, ComesToTheFrontOfZdt1) {
  const auto distance = [](const std::vector<double>& x) {
    double sum = 0;
    for (std::size_t i = 1; i < x.size(); ++i) sum += x[i];
    return 1 + 9 * sum / static_cast<double>(x.size() - 1);
  };
  Search search{Genes(8, 0), [&](const std::vector<double>& x) {
                  const double g = distance(x);
                  return Rating{{x[0], g * (1 - std::sqrt(x[0] / g))}, 0, false};
                }};
  search.run(50, 40, 1);
  const std::vector<std::size_t> front = front_of(search.ratings);
  EXPECT_GE(front.size(), 40u);
  double mean = 0, least = 1, most = 0;
  for (const std::size_t i : front) {
    mean += distance(search.row(i)) / static_cast<double>(front.size());
    least = std::min(least, search.design.at(i, 0));
    most = std::max(most, search.design.at(i, 0));
  }
  EXPECT_LT(mean, 1.1);
  EXPECT_LT(least, 0.05);
  EXPECT_GT(most, 0.9);
  const Design even = uncertainty::sobol_design(2000, 8, 1);
  for (std::size_t i = 0; i < even.rows(); ++i) {
    std::vector<double> x;
    for (std::size_t k = 0; k < 8; ++k) x.push_back(even.at(i, k));
    EXPECT_GT(distance(x), 1.5);
  }
}

// CONSTR [Deb2002, table V]: f1 = a, f2 = (1 + b) / a, 9 a + b >= 6, 9 a - b >= 1, a from 0.1 to 1, b from 0
// to
// 5. On the front b = 6 - 9 a up to a = 2/3, and 0 beyond.
TEST(Genetic, ComesToTheFrontBehindConstraints) {
  Search search{Genes(2, 0), [](const std::vector<double>& x) {
                  const double a = 0.1 + 0.9 * x[0], b = 5 * x[1];
                  const double missed = std::max(6 - 9 * a - b, 0.0) + std::max(1 - 9 * a + b, 0.0);
                  return Rating{{a, (1 + b) / a}, missed, false};
                }};
  search.run(25, 40, 3);
  const std::vector<std::size_t> front = front_of(search.ratings);
  EXPECT_GE(front.size(), 30u);
  double mean = 0, least = 1;
  for (const std::size_t i : front) {
    const double a = search.ratings[i].costs[0], best = (1 + std::max(6 - 9 * a, 0.0)) / a;
    mean += (search.ratings[i].costs[1] / best - 1) / static_cast<double>(front.size());
    least = std::min(least, a);
  }
  EXPECT_GE(mean, 0);
  EXPECT_LT(mean, 0.04);
  EXPECT_NEAR(least, 7.0 / 18, 0.03);
}

// Choices change by lots; each combination is tried once as long as there is one left.
TEST(Genetic, ChoicesAreTriedOnceEach) {
  Search search{
      Genes{3, 4}, [](const std::vector<double>& x) {
        return Rating{{std::abs(std::floor(3 * x[0]) - 1) + std::abs(std::floor(4 * x[1]) - 2)}, 0, false};
      }};
  search.run(3, 4, 2);
  std::set<std::pair<double, double>> seen;
  for (std::size_t i = 0; i < search.design.rows(); ++i)
    seen.emplace(std::floor(3 * search.design.at(i, 0)), std::floor(4 * search.design.at(i, 1)));
  EXPECT_GE(seen.size(), 10u);
  EXPECT_EQ(search.ratings[front_of(search.ratings).front()].costs[0], 0);
}

TEST(Genetic, TheSameSeedGivesTheSameTrialsAndFailuresDoNoHarm) {
  const auto searched = [](std::uint64_t seed) {
    Search search{Genes{0, 5, 0}, [](const std::vector<double>& x) {
                    return Rating{{x[0] * x[2]}, 0, x[0] < 0.3};
                  }};
    search.run(5, 10, seed);
    return search.design.values;
  };
  EXPECT_EQ(searched(4), searched(4));
  EXPECT_NE(searched(4), searched(5));
  Search hopeless{Genes{0}, [](const std::vector<double>&) { return Rating{{}, 0, true}; }};
  hopeless.run(3, 4, 1);
  for (const double x : hopeless.design.values) EXPECT_TRUE(x > 0 && x < 1);
}

OptimiseSpec wanted() {
  OptimiseSpec spec;
  spec.objectives = {{{"wear", {}}, Direction::minimise}, {{"speed", {}}, Direction::maximise}};
  spec.constraints = {{{"YQ_max", {}}, Relation::at_most, 0.8}, {{"Q_max", {}}, Relation::at_least, 10}};
  return spec;
}

Table results(std::vector<std::vector<std::string>> rows) {
  Table table{{{"run", "", ""},
               {"status", "", ""},
               {"wear", "J", ""},
               {"speed", "m/s", ""},
               {"YQ_max", "1", ""},
               {"Q_max", "N", ""}},
              {},
              std::move(rows)};
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.runs.push_back(i);
  return table;
}

TEST(Trials, AreReadFromTheTable) {
  const Table table = results({{"1", "completed", "5", "60", "0.5", "20"},
                               {"2", "completed", "4", "70", "1.0", "8"},
                               {"3", "derailed", "1", "90", "0.5", "20"},
                               {"4", "completed", "3", "", "0.5", "20"},
                               {"5", "completed", "2", "50", "0.5", "20"},
                               {"6", "completed", "6", "60", "0.5", "20"}});
  const std::vector<Trial> trials = trials_of(wanted(), table);
  EXPECT_THAT(trials[0].objectives, ElementsAre(5, 60));
  EXPECT_THAT(trials[1].violations, ElementsAre(testing::DoubleNear(0.2, 1e-12), 2));
  EXPECT_EQ(trials[2].problem, "derailed");
  EXPECT_TRUE(trials[2].objectives.empty());
  EXPECT_EQ(trials[3].problem, "speed has no value");
  const std::vector<Trial> front = front_of(wanted(), trials);
  ASSERT_EQ(front.size(), 2u);
  EXPECT_EQ(front[0].row, 4u);
  EXPECT_EQ(front[1].row, 0u);
}

std::string load_findings(const std::string& more) {
  Findings findings;
  const auto file = document::Document::from_text("case = \"case.toml\"\n" + more, "study.toml", findings);
  if (findings.empty()) (void)optimisation_reader(TrialValues::of_runs).load(file, 1, findings);
  return findings.text();
}

const std::string one_axis =
    "[[axes]]\nname = \"a\"\nkey = \"a\"\ndistribution = { kind = \"uniform\", from = 1, to = 2 }\n";

TEST(OptimiseSection, WhatIsWrongIsSaidWithItsPlace) {
  EXPECT_EQ(load_findings(one_axis),
            "study.toml: optimise: is missing (allowed a section with objectives). Add it, "
            "or run flangeway study.");
  EXPECT_THAT(load_findings(one_axis + "[optimise]\n"), HasSubstr("objectives"));
  const std::string objective = "[[optimise.objectives]]\ncolumn = \"Q_max\"\n";
  EXPECT_EQ(load_findings(one_axis + "[optimise]\ntrials = 10\n" + objective),
            "study.toml:6:1: optimise.trials: is less than a batch (got 10; allowed at least 20, as "
            "optimise.batch is).");
  EXPECT_EQ(
      load_findings("sample = { method = \"sobol\", count = 4 }\n" + one_axis + "[optimise]\n" + objective),
      "study.toml:7:1: sample: has no meaning in an optimisation, which chooses the runs itself. Leave it "
      "out.");
  EXPECT_EQ(load_findings(one_axis + "[optimise]\n" + objective + objective),
            "study.toml:10:10: optimise.objectives[1].column: is an objective already (got \"Q_max\").");
}

TEST(OptimiseSection, IsNotForStudies) {
  Findings findings;
  const auto file = document::Document::from_text(
      "case = \"case.toml\"\n" + one_axis + "[optimise]\n[[optimise.objectives]]\ncolumn = \"Q_max\"\n",
      "study.toml", findings);
  EXPECT_FALSE(read_study(file, findings));
  EXPECT_EQ(findings.text(),
            "study.toml:6:1: optimise: is for flangeway optimise. Run that verb, or leave the section out.");
}

}  // namespace
}  // namespace flangeway::campaign
