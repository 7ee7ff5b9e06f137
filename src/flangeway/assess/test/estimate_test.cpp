#include "flangeway/assess/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace flangeway::assess {
namespace {

TEST(Estimate, StandardDeviationOfASample) {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_NEAR(standard_deviation(values), std::sqrt(32.0 / 7), 1e-14);
  EXPECT_EQ(standard_deviation(std::vector<double>{3}), 0);
}

// By hand: x̄ = 3, ȳ = 4, Sxx = 10, Sxy = 6, residual² = 2.4/3.
TEST(Estimate, RegressionByHand) {
  const std::vector<double> x{1, 2, 3, 4, 5}, y{2, 4, 5, 4, 5};
  const Regression line = regression(x, y);
  EXPECT_NEAR(line.slope, 0.6, 1e-14);
  EXPECT_NEAR(line.intercept, 2.2, 1e-14);
  EXPECT_NEAR(line.residual, std::sqrt(2.4 / 3), 1e-14);
  EXPECT_NEAR(upper_estimate(line, 6, 2), 2.2 + 3.6 + 2 * std::sqrt(0.8 * (1 + 0.2 + 0.9)), 1e-13);
  const Regression level = regression(std::vector<double>{2, 2}, std::vector<double>{1, 3});
  EXPECT_EQ(level.slope, 0);
  EXPECT_EQ(upper_estimate(level, 5, 3), 2);
}

// Closed forms: the Cauchy distribution, t = (2p - 1)/sqrt(2p(1 - p)) with two degrees, and the normal one.
TEST(Estimate, QuantilesOfStudent) {
  for (const double p : {0.6, 0.95, 0.975, 0.99, 0.999}) {
    EXPECT_NEAR(student_quantile(p, 1) / std::tan(std::numbers::pi * (p - 0.5)), 1, 1e-9);
    EXPECT_NEAR(student_quantile(p, 2) / ((2 * p - 1) / std::sqrt(2 * p * (1 - p))), 1, 1e-9);
    EXPECT_NEAR(student_quantile(1 - p, 7), -student_quantile(p, 7), 1e-9);
  }
  EXPECT_NEAR(student_quantile(0.975, 1e7), 1.959964, 1e-5);
  EXPECT_NEAR(student_quantile(0.99, 23), 2.49987, 1e-5);  // as in printed tables
}

// Two degrees of freedom are an exponential law, four have a closed form of their own.
TEST(Estimate, QuantilesOfChiSquared) {
  for (const double p : {0.01, 0.025, 0.5, 0.975, 0.99}) {
    EXPECT_NEAR(chi_square_quantile(p, 2), -2 * std::log1p(-p), 1e-11);
    const double x = chi_square_quantile(p, 4);
    EXPECT_NEAR(1 - std::exp(-x / 2) * (1 + x / 2), p, 1e-12);
  }
  EXPECT_NEAR(chi_square_quantile(0.95, 10), 18.307, 1e-3);  // as in printed tables
  // For many degrees of freedom: normal, with the deviation √(2 n).
  EXPECT_NEAR((chi_square_quantile(0.975, 2e5) - 2e5) / std::sqrt(4e5), 1.96, 0.01);
}

// Share above the upper estimate of known lines with normal scatter: 1 % and 5 % of further values.
TEST(Estimate, RegressionWithStudentBoundsFurtherValues) {
  std::mt19937 random(5);
  std::normal_distribution<double> scatter;
  for (const double p : {0.95, 0.99}) {
    int beyond = 0;
    constexpr int trials = 20000;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> x, y;
      for (int i = 0; i < 12; ++i) x.push_back(i), y.push_back(1 + 2 * i + scatter(random));
      const double bound = upper_estimate(regression(x, y), 14, student_quantile(p, 10));
      beyond += 1 + 2 * 14 + scatter(random) > bound ? 1 : 0;
    }
    const double share = static_cast<double>(beyond) / trials;
    EXPECT_NEAR(share, 1 - p, 4 * std::sqrt(p * (1 - p) / trials));  // four standard errors
  }
}

}  // namespace
}  // namespace flangeway::assess
