#include "flangeway/geometry/wear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {
namespace {

const profile::Curve& new_wheel() {
  static const profile::Curve curve = profile::standard_profile("s1002")->curve;
  return curve;
}

spatial::Rail rail() {
  return spatial::make_rail(std::make_shared<profile::Curve>(profile::standard_profile("60e1")->curve));
}

// Area between both profiles, where they are functions of y.
double lost_area(const profile::Curve& worn, double from, double to) {
  double area = 0;
  const auto height = [](const profile::Curve& curve, double y) {
    double low = 0, high = curve.length();
    while (high - low > 1e-7) {
      const double middle = (low + high) / 2;
      (curve.point(middle).x() < y ? low : high) = middle;
    }
    return curve.point(low).y();
  };
  for (double y = from; y < to; y += 2e-4) area += 2e-4 * (height(worn, y) - height(new_wheel(), y));
  return area;
}

TEST(WornWheel, LosesTheGivenArea) {
  Usage usage;
  usage.mean_shift = 0;
  usage.shift_spread = 1e-3;
  usage.worn_area = 2e-5;
  const profile::Curve worn = worn_wheel(new_wheel(), rail(), {}, usage);
  EXPECT_NEAR(lost_area(worn, -0.025, 0.05), 2e-5,
              0.03 * 2e-5);  // the tread alone: no flange contact at these shifts
}

TEST(WornWheel, GrowsHollowWhereTheRailIs) {
  Usage usage;
  usage.mean_shift = 0;
  usage.worn_area = 4e-5;
  const profile::Curve worn = worn_wheel(new_wheel(), rail(), {}, usage);
  const auto depth = [&](double s) { return worn.point(s).y() - new_wheel().point(s).y(); };
  EXPECT_GT(depth(0.065 + 0.02), 3e-4);  // middle of the tread
  EXPECT_NEAR(depth(worn.length() - 0.01), 0,
              3e-4);  // the field side is out of reach (arc lengths shift a little)
}

TEST(WornWheel, IsTheSameForTheSameSeed) {
  const auto uses = random_uses(3, 5), again = random_uses(3, 5);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    EXPECT_EQ(uses[i].worn_area, again[i].worn_area);
    const profile::Curve a = worn_wheel(new_wheel(), rail(), {}, uses[i]);
    const profile::Curve b = worn_wheel(new_wheel(), rail(), {}, again[i]);
    EXPECT_EQ(a.point(0.06), b.point(0.06));
  }
  EXPECT_NE(random_uses(1, 6)[0].worn_area, uses[0].worn_area);
  EXPECT_LE(uses[0].worn_area, 6e-5);
}

}  // namespace
}  // namespace flangeway::geometry
