#include "flangeway/assess/series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace flangeway::assess {
namespace {

using testing::ElementsAre;
using Numbers = std::vector<double>;

std::string problem_of(const Numbers& at, const Numbers& values) {
  return problem({at, values});
}

TEST(Series, SaysWhyItCannotBeUsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = HUGE_VAL;
  EXPECT_EQ(problem_of({0, 1, 1}, {5, 6, 7}), "");  // a vehicle that stands
  EXPECT_EQ(problem_of({0, 1, 2}, {5, 6}), "has 3 places and 2 values");
  EXPECT_EQ(problem_of({}, {}), "has no samples");
  EXPECT_EQ(problem_of({0, nan}, {5, 6}), "has a place that is not finite, sample 2");
  EXPECT_EQ(problem_of({0, 1}, {infinite, 6}), "has a value that is not finite, sample 1");
  EXPECT_EQ(problem_of({0, 2, 1.5}, {5, 6, 7}), "has places that fall, from 2 to 1.5 at sample 3");
}

TEST(EvenStep, AllowsAShorterLastStep) {
  EXPECT_DOUBLE_EQ(*even_step(Numbers{0, 0.1, 0.2, 0.25}), 0.1);
  EXPECT_DOUBLE_EQ(*even_step(Numbers{0, 0.1, 0.2, 0.3}), 0.1);
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.25, 0.3}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.2, 0.5}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.2, 0.2}));
  EXPECT_FALSE(even_step(Numbers{0, 0, 0}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1}));
}

// A clock of `rate` Hz whose stamps are rounded to `digits` decimals, beginning at `start`.
Numbers stamps(std::size_t count, double rate, int digits, double start = 0) {
  const double unit = std::pow(10.0, digits);
  Numbers at;
  for (std::size_t i = 0; i < count; ++i)
    at.push_back(std::round((start + static_cast<double>(i) / rate) * unit) / unit);
  return at;
}

TEST(EvenSampling, SeesTheEvenClockBehindRoundedStamps) {
  const auto milliseconds = even_sampling(stamps(2000, 256, 3));
  ASSERT_TRUE(milliseconds);
  EXPECT_NEAR(milliseconds->step, 1.0 / 256, 1e-7);
  EXPECT_LE(milliseconds->deviation, 0.6e-3);
  const auto unix_time = even_sampling(stamps(2000, 256, 3, 1.7e9));
  ASSERT_TRUE(unix_time);
  EXPECT_NEAR(unix_time->step, 1.0 / 256, 1e-7);
  // Whole seconds at 100 Hz, over long enough a time.
  const auto seconds = even_sampling(stamps(12000, 100, 0));
  ASSERT_TRUE(seconds);
  EXPECT_NEAR(seconds->step, 0.01, 1e-5);
  EXPECT_FALSE(even_sampling(stamps(1200, 100, 0))) << "12 s tell the step to 10 % only";
}

TEST(EvenSampling, KnowsNoGridForOthers) {
  Numbers gap = stamps(500, 200, 3);
  for (std::size_t i = 250; i < gap.size(); ++i) gap[i] += 1;
  EXPECT_FALSE(even_sampling(gap));
  Numbers drift;
  for (int i = 0; i < 500; ++i) drift.push_back(0.005 * i + 1e-5 * i * i);
  EXPECT_FALSE(even_sampling(drift));
  EXPECT_FALSE(even_sampling(Numbers{0, 1}));
}

TEST(Timing, TakesTheLongestPieceBetweenGaps) {
  Numbers at = stamps(600, 256, 3);
  for (std::size_t i = 200; i < at.size(); ++i) at[i] += 2;
  std::string problem;
  const auto timing = timing_of(at, problem);
  ASSERT_TRUE(timing) << problem;
  EXPECT_EQ(timing->rule, TimingRule::mean_step);
  EXPECT_EQ(timing->begin, 200U);
  EXPECT_EQ(timing->end, 600U);
  EXPECT_NEAR(timing->step, 1.0 / 256, 2e-6);
  EXPECT_THAT(timing->note, testing::StartsWith("even steps of 0.0039"));
  EXPECT_THAT(timing->note,
              testing::HasSubstr("; of 2 pieces between gaps the longest is used, 2.781 to 4.34, the rest is "
                                 "not judged"));
}

TEST(Timing, BridgesFewMissingSamplesByStraightLines) {
  Numbers at, values;
  for (int i = 0; i < 400; ++i) {
    if (i == 100 || i == 200 || i == 201) continue;
    at.push_back(0.005 * i + (i % 2 == 0 ? 0 : 1e-4));
    values.push_back(3 * at.back());
  }
  std::string problem;
  const auto timing = timing_of(at, problem);
  ASSERT_TRUE(timing) << problem;
  EXPECT_EQ(timing->rule, TimingRule::straight_lines);
  EXPECT_EQ(timing->bridged, 2U);
  const Numbers even = on_even_steps(*timing, {at, values});
  for (std::size_t k = 0; k < even.size(); ++k)
    EXPECT_NEAR(even[k], 3 * timing->step * static_cast<double>(k), 1e-9);
}

TEST(Timing, SaysWhereStampsFall) {
  std::string problem;
  EXPECT_FALSE(timing_of(Numbers{0, 1, 3, 2}, problem));
  EXPECT_EQ(problem, "falls from 3 to 2 at sample 4");
  EXPECT_FALSE(timing_of(Numbers{0, 0, 0, 0, 1}, problem));
  EXPECT_EQ(problem, "repeats most of its stamps");
  const auto even = timing_of(Numbers{0, 0.5, 1, 1.5}, problem);
  ASSERT_TRUE(even);
  EXPECT_EQ(even->rule, TimingRule::even);
  EXPECT_EQ(even->note, "");
}

TEST(Resampled, IsTheBrokenLineAtEqualSteps) {
  const Numbers at{1, 2, 4, 4, 5}, values{0, 2, 6, 10, 10};
  EXPECT_THAT(resampled({at, values}, 0.5), ElementsAre(0, 1, 2, 3, 4, 5, 6, 10, 10));
  EXPECT_THAT(resampled({at, values}, 3), ElementsAre(0, 6));
  EXPECT_THAT(resampled({Numbers{3}, Numbers{7}}, 0.1), ElementsAre(7));
}

TEST(Rate, IsExactForAParabolaInside) {
  const Numbers time{0, 0.5, 1, 1.5, 2};
  Numbers values;
  for (const double t : time) values.push_back(3 * t * t);
  EXPECT_THAT(rate({time, values}), ElementsAre(1.5, 3, 6, 9, 10.5));  // one-sided at the ends
  EXPECT_THAT(rate({Numbers{0, 0}, Numbers{1, 2}}), ElementsAre(0, 0));
}

}  // namespace
}  // namespace flangeway::assess
