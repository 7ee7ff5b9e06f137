#include "flangeway/assess/derailment.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::assess {
namespace {

using Numbers = std::vector<double>;

TEST(Climb, IsWhereTheKnifePassesTheEndOfTheFlange) {
  const Numbers t{0, 0.1, 0.2, 0.3}, knife{-0.03, -0.034, -0.038, -0.05};
  EXPECT_DOUBLE_EQ(*climb_place({t, knife}, -0.035), 0.125);
  EXPECT_DOUBLE_EQ(*climb_place({t, knife}, -0.04), 0.2 + 0.1 / 6);
  EXPECT_FALSE(climb_place({t, knife}, -0.06));
  EXPECT_EQ(*climb_place({t, knife}, -0.01), 0);  // it had climbed before
}

// A load that falls linearly from F to −F within T has the mean 0 over the window w at T/2 + w/2.
TEST(Overturning, IsWhereTheMeanLoadIsGone) {
  const double load = 50e3, fall = 2, step = 1e-3;
  Numbers t, left, right;
  for (int i = 0; i <= 2000; ++i) {
    t.push_back(i * step);
    left.push_back(load * (1 - 2 * t.back() / fall));
    right.push_back(2 * load - left.back());
  }
  const auto found = overturning({t, left}, {t, right});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->time, fall / 2 + overturning_time / 2, 1.001 * step);
  EXPECT_TRUE(found->sides.left);
  EXPECT_FALSE(found->sides.right);
  EXPECT_FALSE(overturning({t, right}, {t, right}));
  // Step by step, in samples: means over n samples lag by half a sample less.
  SideLoads loads = side_loads(overturning_time, step);
  double at = -1;
  for (std::size_t i = 1; i < t.size() && at < 0; ++i) {
    const Unloaded sides = add_loads(loads, {right[i], left[i]}, step);
    if (!sides.any()) continue;
    at = t[i];
    EXPECT_TRUE(sides.right);
    EXPECT_FALSE(sides.left);
  }
  EXPECT_NEAR(at, found->time, 1.001 * step);
}

// Both rails lose the vehicle: it flies.
TEST(Overturning, BothSidesCanLoseTheirLoad) {
  const Numbers t{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5}, gone(7, 0.0);
  const auto found = overturning({t, gone}, {t, gone});
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->time, 0.5);
  EXPECT_TRUE(found->sides.left && found->sides.right);
}

// A wheel that bounces at 5 Hz loses its load for moments; the mean over half a second does not.
TEST(Overturning, ABounceIsNone) {
  Numbers t, load;
  for (int i = 0; i < 4000; ++i) {
    t.push_back(i * 1e-3);
    load.push_back(40e3 * (0.8 + 2 * std::sin(2 * M_PI * 5 * t.back())));
  }
  EXPECT_FALSE(overturning({t, load}, {t, load}));
}

}  // namespace
}  // namespace flangeway::assess
