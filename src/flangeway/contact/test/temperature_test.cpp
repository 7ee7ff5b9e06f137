// Temperatures of the surfaces of a patch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr double pressure = 1e8, speed = 20, creepage = 10;

// A band that slides, 10 mm long, of one row: its slip is that of the creepage but for 1e-4.
Problem band(int n) {
  Problem p;
  p.grid = {n, 1, 1e-2 / n, 1e-2, 0, 0};
  p.material = {8.2e10, 0.28, 0};
  p.given_pressure.assign(p.grid.size(), pressure);
  p.normal_force = pressure * 1e-4;
  p.gap.assign(p.grid.size(), 0);
  p.motion.longitudinal.value = creepage;
  p.motion.speed = speed;
  p.friction = {{FrictionKind::coulomb, 0.3}};
  p.heat = Heat{{20, 13290}, {20, 13290}};
  return p;
}

double flux(double friction) {
  return friction * pressure * creepage * speed;
}

// T = 2 (q/2) √t/(e √π): half of the heat of a constant source goes into each of two equal bodies.
TEST(Temperature, OfAMovingBandGrowsWithTheRoot) {
  for (const double direction : {1.0, -1.0}) {
    Problem p = band(50);
    p.motion.direction = direction;
    const Solution s = solve(p);
    for (int i = 0; i < 50; ++i) {
      const double from_edge = (direction > 0 ? 49.5 - i : i + 0.5) * p.grid.dx;
      const double rise = flux(0.3) / 13290 * std::sqrt(from_edge / (pi * speed));
      EXPECT_NEAR(s.temperature_1[static_cast<std::size_t>(i)], 20 + rise, 1e-3 * rise);
      EXPECT_EQ(s.temperature_1[static_cast<std::size_t>(i)], s.temperature_2[static_cast<std::size_t>(i)]);
    }
    const double hottest = flux(0.3) / 13290 * std::sqrt(49.5 * p.grid.dx / (pi * speed));
    EXPECT_NEAR(s.max_temperature, 20 + hottest, 1e-3 * hottest);
  }
}

TEST(Temperature, OfBothBodiesMeetsInContactAndReturnsBehind) {
  Problem p = band(20);
  p.friction = {{FrictionKind::coulomb, 0.0}};
  p.heat = Heat{{100, 4000}, {0, 12000}};
  p.grid.nx = 40;
  p.gap.assign(40, 0);
  p.given_pressure.assign(40, 0);
  for (std::size_t i = 15; i < 35; ++i) p.given_pressure[i] = pressure;
  const Solution s = solve(p);
  EXPECT_EQ(s.temperature_1[38], 100);
  EXPECT_EQ(s.temperature_2[38], 0);
  for (std::size_t i = 15; i < 35; ++i) {
    EXPECT_DOUBLE_EQ(s.temperature_1[i], 25);
    EXPECT_DOUBLE_EQ(s.temperature_2[i], 25);
  }
  for (std::size_t i = 1; i < 15; ++i) {
    EXPECT_LT(s.temperature_1[i], s.temperature_1[i - 1]);
    EXPECT_GT(s.temperature_2[i], s.temperature_2[i - 1]);
  }
  // (2/π) asin √(2a/(a + x)) of what has changed, x from the middle
  EXPECT_NEAR(s.temperature_1[0], 100 - 75 * (2 / pi) * std::asin(std::sqrt(20 / (10 + 24.5))), 1e-9);
}

// Friction at each element is that of the law at the temperature found, and the temperature that of the
// friction.
TEST(Temperature, ChangesFrictionWhichChangesIt) {
  Problem p = band(40);
  p.friction = {{FrictionKind::temperature, 0.3, 0, 0, 0, 0, -0.15, 50, 400}};
  const Solution s = solve(p);
  ASSERT_EQ(s.outcome, Outcome::solved);
  double sum_before = 0;
  for (int i = 39; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_NEAR(s.friction[at], friction_when_hot(p.friction[0], s.temperature_1[at]), 1e-5);
    EXPECT_NEAR(s.tractions.x[at], -s.friction[at] * pressure, 1e-3 * pressure);
    EXPECT_GE(s.temperature_1[at], sum_before);  // hotter towards the trailing edge
    sum_before = s.temperature_1[at];
  }
  EXPECT_LT(s.friction[0], 0.3);
  EXPECT_EQ(friction_when_hot(p.friction[0], 0), 0.3);
  EXPECT_DOUBLE_EQ(friction_when_hot(p.friction[0], 250), 0.225);
  EXPECT_DOUBLE_EQ(friction_when_hot(p.friction[0], 1000), 0.15);
}

// A steep fall: friction and temperature in turn would jump between cold and hot. Both are found together
// from the leading edge on; here once more, by bisection element by element.
TEST(Temperature, OfSteeplyFallingFrictionIsFoundAlongTheRows) {
  for (const double memory : {0.0, 2e-3}) {
    Problem p = band(40);
    p.friction = {{FrictionKind::temperature, 0.3, 0, 0, 0, 0, -0.25, 50, 20}};
    p.memory = {memory, 0};
    const Solution s = solve(p);
    ASSERT_EQ(s.outcome, Outcome::solved);
    std::vector<double> q(40, 0.0);
    double ahead = 0.3;
    for (std::size_t k = 0; k < 40; ++k) {  // from the leading edge
      const std::size_t i = 39 - k;
      const double dx = p.grid.dx, scale = 1 / (13290 * std::sqrt(pi * speed));
      double others = 20;
      for (std::size_t j = 0; j < k; ++j) {
        const double d = static_cast<double>(k - j) * dx;
        others += scale * q[j] * (std::sqrt(d + dx / 2) - std::sqrt(d - dx / 2));
      }
      const double slip = std::abs(s.slip_x[i]), pull = memory > 0 ? slip * dx / memory : 0;
      double low = 0.05, high = 0.3, mu = 0;
      for (int step = 0; step < 60; ++step) {
        mu = (low + high) / 2;
        q[k] = mu * pressure * slip * speed;
        const double hot = friction_when_hot(p.friction[0], others + scale * q[k] * std::sqrt(dx / 2));
        const double follows = memory > 0 ? (ahead + pull * hot) / (1 + pull) : hot;
        (follows > mu ? low : high) = mu;
      }
      ahead = mu;
      EXPECT_NEAR(s.friction[i], mu, 2e-5) << k;
    }
    EXPECT_LT(s.friction[0], 0.28);
  }
}

// Plastic work counts by its share.
TEST(Temperature, OfPlasticWorkIsThatOfFriction) {
  Problem p = band(30);
  p.third_body.yield_stress = 1e7;
  p.heat->plastic_share = 0.5;
  const double half = solve(p).max_temperature - 20;
  p.heat->plastic_share = 1;
  EXPECT_NEAR(solve(p).max_temperature - 20, 2 * half, 1e-9 * half);
}

TEST(Temperature, NamesItsFaults) {
  Problem p = band(5);
  p.heat->body_2.effusivity = 0;
  EXPECT_THAT(find_faults(p), testing::ElementsAre("heat: a body has no temperature or no effusivity (got "
                                                   "20.000000, 0.000000; allowed: effusivity > 0)"));
  p.heat.reset();
  p.friction = {{FrictionKind::temperature, 0.3}};
  EXPECT_THAT(find_faults(p),
              testing::ElementsAre("friction: depends on the temperature, but no heat is given"));
  p = band(5);
  p.motion.kind = TangentialKind::shift;
  EXPECT_THAT(find_faults(p), testing::ElementsAre("heat: is computed in steady rolling only"));
  p = band(5);
  p.friction = {{FrictionKind::temperature, 0.3}};
  p.method.tangential = TangentialMethod::fastsim;
  EXPECT_THAT(find_faults(p), testing::ElementsAre("friction: FASTSIM and FaStrip know none that depends on "
                                                   "the temperature"));
}

}  // namespace
}  // namespace flangeway::contact::patch
