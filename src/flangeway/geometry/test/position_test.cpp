#include "flangeway/geometry/position.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/geometry/sweep.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {
namespace {

WheelsetGeometry paper_pair() {  // S1002 on LB-140-AREA [Escalona2021, Table 4]
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  return make_geometry(wheel, wheel, rail, rail, 0.7515, 0.457, {.lateral = 0.7555});
}

TEST(Position, RatesEqualDifferencesOfNeighbours) {
  const PositionSearch search(paper_pair());
  const double h = 1e-6;
  for (const double shift : {-0.009, -0.003, 0.001, 0.004, 0.0095, 0.012}) {
    const Position a = search.at_shift(shift - h, 0), b = search.at_shift(shift + h, 0),
                   p = search.at_shift(shift, 0);
    ASSERT_TRUE(a.found && b.found && p.found);
    EXPECT_NEAR(p.y_rate, (b.y - a.y) / (2 * h), 1e-5) << shift;
    EXPECT_NEAR(p.z_rate, (b.z - a.z) / (2 * h), 1e-5) << shift;
    EXPECT_NEAR(p.roll_rate, (b.roll - a.roll) / (2 * h), 1e-5) << shift;
  }
}

TEST(Position, IsMirroredWithTheShift) {
  const PositionSearch search(paper_pair());
  for (const double shift : {0.002, 0.006, 0.01}) {
    const Position a = search.at_shift(shift, 0.003), b = search.at_shift(-shift, 0.003);
    EXPECT_NEAR(a.y, -b.y, 1e-13);
    EXPECT_NEAR(a.z, b.z, 1e-13);
    EXPECT_NEAR(a.roll, -b.roll, 1e-13);
    EXPECT_NEAR(a.left.wheel_s, b.right.wheel_s, 1e-9);
  }
}

TEST(Position, AtYFindsTheRequestedDisplacement) {
  const PositionSearch search(paper_pair());
  Position guess;
  for (double y = 0; y < 0.006; y += 0.001) {
    guess = search.at_y(y, 0, guess);
    ASSERT_TRUE(guess.found);
    EXPECT_NEAR(guess.y, y, 1e-13);
  }
}

TEST(Sweep, FindsTheTwoPointContactOfThePapersPair) {
  const PositionSearch search(paper_pair());
  SweepRange range;
  range.shift_max = 0.015;
  const Sweep motion = sweep(search, range);
  const Jump* left = tread_flange_jump(motion, true);
  const Jump* right = tread_flange_jump(motion, false);
  ASSERT_NE(left, nullptr);
  ASSERT_NE(right, nullptr);
  EXPECT_NEAR(left->before.shift, -right->before.shift, 1e-9);
  // Both contacts carry at once: heights of tread and flange agree.
  EXPECT_NEAR(left->before.z, left->after.z, 1e-9);
  EXPECT_GT(left->after.left.angle - left->before.left.angle, 0.5);
  for (std::size_t i = 1; i < motion.positions.size(); ++i) {
    EXPECT_GT(motion.positions[i].shift, motion.positions[i - 1].shift);
  }
}

}  // namespace
}  // namespace flangeway::geometry
