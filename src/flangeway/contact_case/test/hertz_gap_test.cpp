#include "flangeway/contact_case/hertz_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace flangeway::contact_case {
namespace {

constexpr double modulus = 1.1e11;
constexpr double pi = std::numbers::pi;

TEST(HertzGap, SphereOnPlaneIsTheClosedForm) {
  // a³ = 3FR/(4E*), δ = a²/R [Johnson1985, eq. 4.22 and 4.23].
  const double radius = 0.05, force = 10, a = std::cbrt(3 * force * radius / (4 * modulus));
  const HertzGap gap = from_curvatures(1 / (2 * radius), 1 / (2 * radius), {true, force}, modulus);
  EXPECT_NEAR(gap.a / a, 1, 1e-9);
  EXPECT_NEAR(gap.b / a, 1, 1e-9);
  const HertzGap by_approach =
      from_curvatures(1 / (2 * radius), 1 / (2 * radius), {false, a * a / radius}, modulus);
  EXPECT_NEAR(by_approach.a / a, 1, 1e-9);
}

TEST(HertzGap, EveryWayOfGivingItLeadsToTheSameEllipse) {
  for (const bool by_force : {true, false}) {
    const HertzLoad load{by_force, by_force ? 1e5 : 5e-5};
    const HertzGap one = from_curvatures(0.8, 2.4, load, modulus);
    EXPECT_GT(one.a, one.b);
    const HertzGap by_ratio = from_ratio(0.8, one.a / one.b, load, modulus);
    EXPECT_NEAR(by_ratio.b1, 2.4, 1e-8);
    EXPECT_NEAR(by_ratio.a / one.a, 1, 1e-8);
    const HertzGap by_axes = from_axes(one.a, one.b, load, modulus);
    EXPECT_NEAR(by_axes.a1, 0.8, 1e-8);
    EXPECT_NEAR(by_axes.b1, 2.4, 1e-8);
  }
}

TEST(HertzGap, LineContactIsTheClosedForm) {
  // a² = 4PR/(πE*) with P the force per length [Johnson1985, eq. 4.43].
  const double radius = 0.5, force = 35780, half_length = 0.1;
  const double a = std::sqrt(4 * force / (2 * half_length) * radius / (pi * modulus));
  const HertzGap gap = line_from_curvature(1 / (2 * radius), half_length, force, modulus);
  EXPECT_NEAR(gap.a / a, 1, 1e-12);
  EXPECT_NEAR(line_from_width(a, half_length, force, modulus).a1, 1 / (2 * radius), 1e-12);
}

}  // namespace
}  // namespace flangeway::contact_case
