#include "flangeway/assess/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace flangeway::assess {
namespace {

TEST(Statistics, OfASine) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(2 + 3 * std::sin(2 * M_PI * 7 * i / 1000));
  EXPECT_NEAR(mean(values), 2, 1e-12);
  EXPECT_NEAR(rms(values), std::sqrt(4 + 4.5), 1e-12);
}

TEST(Percentile, InterpolatesBetweenOrderedSamples) {
  const std::vector<double> values{40, 10, 30, 20, 50};
  EXPECT_EQ(percentile(values, 0), 10);
  EXPECT_EQ(percentile(values, 50), 30);
  EXPECT_EQ(percentile(values, 100), 50);
  EXPECT_DOUBLE_EQ(percentile(values, 37.5), 25);
  EXPECT_DOUBLE_EQ(percentile(values, 99), 49.6);
  EXPECT_EQ(percentile(std::vector<double>{7}, 99.85), 7);
}

// A percentile of n samples of white noise has the standard deviation √(p(1−p)/n)/density.
TEST(Percentile, OfWhiteNoiseIsThatOfTheNormalDistribution) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal(0, 1);
  std::vector<double> values(100000);
  for (double& value : values) value = normal(random);
  for (const auto& [percent, wanted] : {std::pair(0.15, -2.967737925), std::pair(50.0, 0.0),
                                        std::pair(84.1344746, 1.0), std::pair(99.85, 2.967737925)}) {
    const double p = percent / 100, density = std::exp(-wanted * wanted / 2) / std::sqrt(2 * M_PI);
    const double deviation = std::sqrt(p * (1 - p) / static_cast<double>(values.size())) / density;
    EXPECT_NEAR(percentile(values, percent), wanted, 4 * deviation) << percent;
  }
}

TEST(Extremes, AreTheFirstOfTheirValue) {
  const std::vector<double> values{1, -5, 3, -5, 3};
  EXPECT_EQ(lowest(values).value, -5);
  EXPECT_EQ(lowest(values).index, 1u);
  EXPECT_EQ(highest(values).value, 3);
  EXPECT_EQ(highest(values).index, 2u);
  EXPECT_EQ(largest_absolute(values).value, 5);
  EXPECT_EQ(largest_absolute(values).index, 1u);
}

#ifndef NDEBUG
TEST(StatisticsDeathTest, NoSampleHasNoPercentile) {
  EXPECT_DEATH((void)percentile({}, 50), "there is at least one sample");
}
#endif

}  // namespace
}  // namespace flangeway::assess
