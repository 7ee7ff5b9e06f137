#include "flangeway/assess/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace flangeway::assess
