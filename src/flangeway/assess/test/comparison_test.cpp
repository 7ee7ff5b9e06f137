#include "flangeway/assess/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flangeway::assess {
namespace {

// Smooth noise, the same at the same place.
std::vector<double> profile(std::size_t count, double from, double step) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = from + step * static_cast<double>(i);
    values.push_back(std::sin(0.31 * x) + 0.7 * std::sin(0.173 * x + 1) + 0.4 * std::sin(0.83 * x * x / 300));
  }
  return values;
}

TEST(Comparison, FindsAKnownShift) {
  const auto reference = profile(800, 0, 0.5);
  for (const double shift : {-12.5, -3.3, 0.0, 0.2, 7.0, 19.75}) {
    const Shift found = best_shift(reference, profile(800, shift, 0.5), 0.5, 30);
    EXPECT_NEAR(found.length, shift, 0.06) << shift;  // a tenth of the step, from the parabola
    EXPECT_GT(found.correlation, 0.99);
  }
}

TEST(Comparison, ShiftSurvivesOffsetFactorAndNoise) {
  auto other = profile(700, 6, 0.5);
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.3);
  for (double& value : other) value = 2 * value + 5 + noise(random);
  EXPECT_NEAR(best_shift(profile(800, 0, 0.5), other, 0.5, 30).length, 6, 0.25);
}

TEST(Comparison, ConstantSeriesStayWhereTheyAre) {
  const std::vector<double> level(100, 3.0);
  EXPECT_EQ(best_shift(level, level, 0.5, 10).length, 0);
  EXPECT_EQ(best_shift(level, level, 0.5, 10).correlation, 0);
}

TEST(Comparison, MeasuresByHand) {
  const std::vector<double> measured{1, 2, 3, 4}, computed{2, 3, 4, 7};
  const Difference found = difference(measured, computed);
  EXPECT_NEAR(found.mean, 1.5, 1e-14);
  EXPECT_NEAR(found.deviation, 1, 1e-14);
  EXPECT_NEAR(found.rms, std::sqrt(3), 1e-14);
  EXPECT_EQ(found.largest, 3);
  EXPECT_NEAR(found.correlation, 8 / std::sqrt(5 * 14), 1e-14);
  EXPECT_NEAR(found.amplitude, std::sqrt(14.0 / 5), 1e-14);
  EXPECT_NEAR(found.inequality, std::sqrt(3) / (std::sqrt(7.5) + std::sqrt(78.0 / 4)), 1e-14);
  EXPECT_EQ(difference(measured, measured).rms, 0);
}

}  // namespace
}  // namespace flangeway::assess
