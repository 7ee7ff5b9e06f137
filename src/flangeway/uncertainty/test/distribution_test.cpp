#include "flangeway/uncertainty/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/uncertainty/estimate.hpp"
#include "flangeway/uncertainty/generator.hpp"

namespace flangeway::uncertainty {
namespace {

std::vector<Distribution> examples() {
  std::vector<Distribution> all(7);
  all[0].from = -2, all[0].to = 5;
  all[1].kind = DistributionKind::normal, all[1].mean = 3, all[1].deviation = 0.5;
  all[2] = all[1], all[2].has_lower = true, all[2].lower = 2.9;
  all[3].kind = DistributionKind::lognormal, all[3].median = 1e6, all[3].spread = 0.3;
  all[4].kind = DistributionKind::triangular, all[4].from = 1, all[4].mode = 1, all[4].to = 4;
  all[5].kind = DistributionKind::triangular, all[5].from = 1, all[5].mode = 3, all[5].to = 4;
  all[6].kind = DistributionKind::table, all[6].density = {{0, 1}, {1, 3}, {2, 0}, {3, 0}, {5, 2}};
  return all;
}

TEST(Distribution, QuantileIsTheInverseOfProbability) {
  for (const Distribution& d : examples()) {
    EXPECT_EQ(problem(d), "");
    double before = -1e300;
    for (double p = 0.001; p < 1; p += 0.0137) {
      const double x = quantile(d, p);
      EXPECT_NEAR(probability(d, x), p, 1e-12) << name_of(d.kind);
      EXPECT_GT(x, before);
      before = x;
    }
    const auto [low, high] = reach(d);
    EXPECT_LE(low, quantile(d, 1e-8));
    EXPECT_GE(high, quantile(d, 1 - 1e-8));
  }
}

TEST(Distribution, HasTheMomentsOfItsKind) {
  const auto mean = [](const Distribution& d) {
    double sum = 0;
    for (std::uint64_t i = 0; i < 200'000; ++i)
      sum += quantile(d, (static_cast<double>(i) + 0.5) / 200'000) / 200'000;
    return sum;
  };
  const std::vector<Distribution> all = examples();
  EXPECT_NEAR(mean(all[0]), 1.5, 1e-9);
  EXPECT_NEAR(mean(all[1]), 3, 1e-9);
  EXPECT_NEAR(mean(all[3]), 1e6 * std::exp(0.045), 20);
  EXPECT_NEAR(mean(all[4]), 2, 1e-5);
  EXPECT_NEAR(mean(all[5]), 8.0 / 3, 1e-5);
  // Areas 2, 1.5, 0, 2 and their centres: (7/6 + 2 + 26/3) / 5.5.
  EXPECT_NEAR(mean(all[6]), (7.0 / 6 + 2 + 26.0 / 3) / 5.5, 1e-5);
}

TEST(Distribution, ReportsErrors) {
  std::vector<Distribution> all = examples();
  all[0].to = -2;
  EXPECT_EQ(problem(all[0]), "has an end that is not above its beginning");
  all[1].deviation = 0;
  EXPECT_EQ(problem(all[1]), "has a deviation that is not above zero");
  all[2].lower = 30;
  EXPECT_EQ(problem(all[2]), "has less than a millionth of the bell between its ends");
  all[2].has_upper = true, all[2].upper = 29;
  EXPECT_EQ(problem(all[2]), "has an upper end that is not above the lower");
  all[3].median = 0;
  EXPECT_EQ(problem(all[3]), "has a median that is not above zero");
  all[3].median = 1, all[3].spread = 11;
  EXPECT_EQ(problem(all[3]), "has a spread that is not above zero and below 10");
  all[5].mode = 5;
  EXPECT_EQ(problem(all[5]), "has a mode outside its ends");
  all[6].density = {{0, 0}, {1, 0}};
  EXPECT_EQ(problem(all[6]), "has a density that is zero everywhere");
  all[6].density = {{0, 1}, {1, -1}};
  EXPECT_EQ(problem(all[6]), "has a density below zero");
  all[6].density = {{0, 1}};
  EXPECT_EQ(problem(all[6]), "has a density of less than two points");
}

// Wilson's interval of 8 of 40 [Brown2001] by its formula with z = 1.96: (0.105, 0.348).
TEST(Share, HasWilsonsInterval) {
  const Interval interval = share_of(8, 40, 0.95);
  EXPECT_EQ(interval.value, 0.2);
  EXPECT_NEAR(interval.lower, 0.105, 5e-4);
  EXPECT_NEAR(interval.upper, 0.348, 5e-4);
  EXPECT_EQ(share_of(0, 40, 0.95).lower, 0);
  EXPECT_NEAR(share_of(0, 40, 0.95).upper, 0.0876, 5e-4);
  EXPECT_EQ(share_of(40, 40, 0.95).upper, 1);
}

// The share of samples whose interval has the truth in it is what the interval promises.
TEST(Intervals, CoverTheTruthAsOftenAsTheySay) {
  int quantiles = 0, means = 0;
  for (std::uint64_t trial = 0; trial < 1000; ++trial) {
    std::vector<double> values;
    for (std::uint64_t i = 0; i < 60; ++i)
      values.push_back(middle_of_cell(random_bits(11, trial, i) >> (64 - cell_bits)));
    const Interval high = quantile_of(values, 0.8, 0.9), middle = mean_of(values, 0.9);
    quantiles += high.lower <= 0.8 && high.upper >= 0.8;
    means += middle.lower <= 0.5 && middle.upper >= 0.5;
  }
  // Deviation of the counts: 9.5. Order statistics cover at least what they promise, by up to a step of the
  // binomial.
  EXPECT_GT(quantiles, 880);
  EXPECT_LT(quantiles, 960);
  EXPECT_NEAR(means, 900, 30);
}

// Exact for the median of nine: ranks 2 and 8 cover with 96.1 %.
TEST(Quantile, EndsAreOrderStatistics) {
  const std::vector<double> values{9, 1, 8, 2, 7, 3, 6, 4, 5};
  const Interval median = quantile_of(values, 0.5, 0.95);
  EXPECT_EQ(median.value, 5);
  EXPECT_EQ(median.lower, 2);
  EXPECT_EQ(median.upper, 8);
  EXPECT_TRUE(std::isinf(quantile_of(values, 0.99, 0.95).upper));
}

}  // namespace
}  // namespace flangeway::uncertainty
