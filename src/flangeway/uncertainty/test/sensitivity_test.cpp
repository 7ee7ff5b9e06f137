// Functions whose indices are known in closed form.
#include "flangeway/uncertainty/sensitivity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "flangeway/uncertainty/chaos.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

using Function = std::function<double(const double*)>;

std::vector<double> results(const Design& design, const Function& f) {
  std::vector<double> y;
  for (std::size_t row = 0; row < design.rows(); ++row)
    y.push_back(f(design.values.data() + row * design.dimensions));
  return y;
}

// [Ishigami1990] with a = 7, b = 0.1, x in [-pi, pi].
double ishigami(const double* u) {
  const auto x = [u](int i) { return std::numbers::pi * (2 * u[i] - 1); };
  return std::sin(x(0)) + 7 * std::pow(std::sin(x(1)), 2) + 0.1 * std::pow(x(2), 4) * std::sin(x(0));
}
constexpr double ishigami_variance = 13.844587940719254;
const std::vector<double> ishigami_first{0.31390519114781146, 0.4424111447900409, 0.0},
    ishigami_total{0.5575888552099592, 0.4424111447900409, 0.2436836640621477};

const std::vector<double> g_weights{0, 1, 4.5, 9, 99, 99, 99, 99};
double g_function(const double* u) {
  double product = 1;
  for (std::size_t i = 0; i < g_weights.size(); ++i)
    product *= (std::abs(4 * u[i] - 2) + g_weights[i]) / (1 + g_weights[i]);
  return product;
}

void expect_inside(const std::vector<Interval>& intervals, const std::vector<double>& expected,
                   const char* what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_LE(intervals[i].lower, expected[i]) << what << i;
    EXPECT_GE(intervals[i].upper, expected[i]) << what << i;
  }
}

TEST(SobolIndices, OfIshigamiLieInTheirIntervals) {
  const SobolIndices indices = sobol_indices(results(saltelli_design(2048, 3, 1), ishigami), 3, {});
  expect_inside(indices.first, ishigami_first, "first ");
  expect_inside(indices.total, ishigami_total, "total ");
  EXPECT_NEAR(indices.mean, 3.5, 0.02);
  EXPECT_NEAR(indices.variance, ishigami_variance, 0.1);
  // An interval that covers everything would be no interval.
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(indices.total[i].upper - indices.total[i].lower, 0.15);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(indices.first[i].upper - indices.first[i].lower, 0.15);
}

TEST(SobolIndices, OfTheGFunctionLieInTheirIntervals) {
  const std::size_t d = g_weights.size();
  std::vector<double> partial, first, total;
  double all = 1;
  for (const double a : g_weights) {
    partial.push_back(1.0 / 3 / ((1 + a) * (1 + a)));
    all *= 1 + partial.back();
  }
  for (const double v : partial) {
    first.push_back(v / (all - 1));
    total.push_back(v / (1 + v) * all / (all - 1));
  }
  const SobolIndices indices = sobol_indices(results(saltelli_design(2048, d, 1), g_function), d, {});
  expect_inside(indices.first, first, "first ");
  expect_inside(indices.total, total, "total ");
  EXPECT_NEAR(indices.variance, all - 1, 0.01);
}

// With independent samples the intervals cover about as often as they say.
TEST(SobolIndices, IntervalsCoverTheTruth) {
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Design base = random_design(200, 4, seed);
    std::vector<double> y;
    for (std::size_t row = 0; row < base.rows(); ++row) {
      const double *a = base.values.data() + 4 * row, *b = a + 2;
      const auto f = [](double p, double q) { return p + 2 * q; };
      for (const double value : {f(a[0], a[1]), f(b[0], b[1]), f(b[0], a[1]), f(a[0], b[1])})
        y.push_back(value);
    }
    const SobolIndices indices = sobol_indices(y, 2, {.confidence = 0.9, .count = 300, .seed = seed});
    covered += indices.total[1].lower <= 0.8 && indices.total[1].upper >= 0.8;
  }
  EXPECT_GE(covered, 46);  // expected 54, deviation 2.3
  EXPECT_LE(covered, 60);
}

TEST(SobolIndices, AreZeroWhereNothingVaries) {
  const SobolIndices indices = sobol_indices(std::vector<double>(40, 0.3), 2, {});
  EXPECT_EQ(indices.first[0].value, 0);
  EXPECT_EQ(indices.total[1].upper, 0);
}

// Effects of 3 u0 - 2 u1 + u1 u2 with u2 ∈ {1/8, …}: exact where the input is linear and alone.
TEST(Morris, FindsLinearAndInteractingInputs) {
  const Design design = morris_design(40, 3, 6);
  const MorrisEffects effects = morris_effects(
      design, results(design, [](const double* u) { return 3 * u[0] - 2 * u[1] + u[1] * u[2]; }), {});
  EXPECT_NEAR(effects.mean[0].value, 3, 1e-12);
  EXPECT_NEAR(effects.deviation[0], 0, 1e-12);
  EXPECT_NEAR(effects.mean[1].value, -1.5, 0.15);
  EXPECT_NEAR(effects.absolute[1].value, 1.5, 0.15);
  EXPECT_NEAR(effects.absolute[2].value, 0.5, 0.15);
  EXPECT_GT(effects.deviation[1], 0.2);
  EXPECT_LT(effects.mean[1].lower, -1.5);
  EXPECT_GT(effects.mean[1].upper, -1.5);
}

TEST(RankCorrelation, SeesAnyRisingRelation) {
  const std::vector<double> x{1, 2, 3, 4, 5}, exponential{1, 3, 9, 27, 81};
  EXPECT_NEAR(rank_correlation(x, exponential, 0.95).value, 1, 1e-14);
  // Worked by hand: d² = 0 + 1 + 1 + 1 + 1, 1 - 6·4/(5·24) = 0.8.
  EXPECT_NEAR(rank_correlation(x, std::vector<double>{1, 3, 2, 5, 4}, 0.95).value, 0.8, 1e-14);
  EXPECT_NEAR(rank_correlation(x, std::vector<double>{5, 4, 3, 1, 1}, 0.95).value, -0.9746794344808963,
              1e-14);
  EXPECT_EQ(rank_correlation(x, std::vector<double>(5, 2.0), 0.95).value, 0);
}

// For normal variables with correlation c Spearman's is 6/pi asin(c/2).
TEST(RankCorrelation, IsThatOfTheNormalCopulaAndItsIntervalCoversIt) {
  const double expected = 6 / std::numbers::pi * std::asin(0.3);
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Design design = random_design(100, 2, seed);
    correlate(design, 0, 1, 0.6);
    std::vector<double> x, y;
    for (std::size_t row = 0; row < 100; ++row)
      x.push_back(design.at(row, 0)), y.push_back(design.at(row, 1));
    const Interval r = rank_correlation(x, y, 0.9);
    covered += r.lower <= expected && r.upper >= expected;
  }
  EXPECT_NEAR(covered, 180, 14);  // deviation 4.2
}

TEST(Chaos, IsExactForAPolynomialOfItsDegree) {
  const Design design = sobol_design(64, 3, 2);
  const auto f = [](const double* u) {
    const double z = normal_quantile(u[2]);
    return 1 + 2 * u[0] + u[0] * u[1] + 0.5 * z * z;
  };
  const auto chaos = fit_chaos(design, {Germ::uniform, Germ::uniform, Germ::normal}, results(design, f), 3);
  ASSERT_TRUE(chaos);
  EXPECT_EQ(chaos->degree, 2);
  EXPECT_LT(chaos->error, 1e-20);
  const std::vector<double> point{0.3, 0.9, 0.05};
  EXPECT_NEAR(value(*chaos, point), f(point.data()), 1e-10);
  // Mean 1 + 1 + 1/4 + 1/2. Variances: u0 (2.5)²/12, u1 (0.5)²/12, both 1/144, z²/2 1/2.
  const double total = 6.25 / 12 + 0.25 / 12 + 1.0 / 144 + 0.5;
  EXPECT_NEAR(mean(*chaos), 2.75, 1e-10);
  EXPECT_NEAR(variance(*chaos), total, 1e-10);
  EXPECT_NEAR(first_order(*chaos)[0], 6.25 / 12 / total, 1e-10);
  EXPECT_NEAR(total_order(*chaos)[1], (0.25 / 12 + 1.0 / 144) / total, 1e-10);
}

TEST(Chaos, StatesItsErrorAndFindsTheIndicesOfIshigami) {
  const Design design = sobol_design(1024, 3, 3), others = random_design(2000, 3, 5);
  const auto chaos = fit_chaos(design, std::vector<Germ>(3, Germ::uniform), results(design, ishigami), 9);
  ASSERT_TRUE(chaos);
  double squares = 0;
  for (std::size_t row = 0; row < others.rows(); ++row) {
    const double* u = others.values.data() + 3 * row;
    squares += std::pow(value(*chaos, {u, 3}) - ishigami(u), 2) / 2000;
  }
  // The error at other points is the one that leaving out foretold, within a factor of three.
  EXPECT_LT(squares / ishigami_variance, 3 * chaos->error);
  EXPECT_GT(squares / ishigami_variance, chaos->error / 3);
  EXPECT_LT(chaos->error, 1e-3);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(first_order(*chaos)[i], ishigami_first[i], 3e-3);
    EXPECT_NEAR(total_order(*chaos)[i], ishigami_total[i], 3e-3);
  }
}

TEST(Chaos, NeedsTwiceAsManyResultsAsTerms) {
  const Design design = sobol_design(7, 3, 2);
  EXPECT_FALSE(fit_chaos(design, std::vector<Germ>(3, Germ::uniform), std::vector<double>(7, 1.0), 3));
}

}  // namespace
}  // namespace flangeway::uncertainty
