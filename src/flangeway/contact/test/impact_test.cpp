// The law of elastic contact against the impact of a sphere after Hertz [Johnson1985, section 11.4].
#include "flangeway/contact/impact.hpp"

#include <gtest/gtest.h>

namespace flangeway::contact {
namespace {

struct Impact {
  double peak = 0, duration = 0, rebound = 0;  // N, s, m/s
};

// A mass falls onto the spring of the law without weight; semi-implicit steps of second order.
Impact strike(const ImpactLaw& law, double mass, double stiffness, double speed, double step) {
  Impact impact;
  double depth = 0, rate = speed;
  const auto force = [&](double d, double v) { return impact_force(law, stiffness, d, v, speed).force; };
  for (;;) {
    const double half = rate - step / 2 * force(depth, rate) / mass, next = depth + step * half;
    const double last = half - step / 2 * force(next, half) / mass;
    impact.peak = std::fmax(impact.peak, force(next, last));
    if (next <= 0) {
      impact.duration += step * depth / (depth - next);
      impact.rebound = -last;
      return impact;
    }
    depth = next, rate = last;
    impact.duration += step;
  }
}

constexpr double mass = 900, stiffness = 9e10;  // kg, N/m^1.5: half a wheelset on its rail

TEST(Impact, WithoutDampingIsThatOfHertz) {
  ImpactLaw law;
  law.restitution = 1;
  for (const double speed : {0.05, 0.5, 2.0}) {
    const double depth = std::pow(1.25 * mass * speed * speed / stiffness, 0.4);
    const Impact impact = strike(law, mass, stiffness, speed, 1e-7);
    EXPECT_NEAR(impact.peak, stiffness * std::pow(depth, 1.5), 1e-6 * impact.peak);
    EXPECT_NEAR(impact.duration, 2.9432 * depth / speed, 2e-4 * impact.duration);
    EXPECT_NEAR(impact.rebound, speed, 1e-4 * speed);
  }
}

// The factor χ of the damping holds the restitution to first order in 1 − e [Lankarani1990].
TEST(Impact, WithDampingGivesTheRestitutionBack) {
  ImpactLaw law;
  law.min_impact_speed = 1e-3;
  for (const double restitution : {0.98, 0.95}) {
    law.restitution = restitution;
    const Impact impact = strike(law, mass, stiffness, 1, 1e-7);
    EXPECT_NEAR(impact.rebound, restitution, (1 - restitution) * (1 - restitution) * 2);
  }
}

}  // namespace
}  // namespace flangeway::contact
