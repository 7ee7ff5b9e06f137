#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/contact/halfspace/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::halfspace {
namespace {

const Material steel{2 * 1.28 * 82e9, 0.28};

/// A ball of radius 0.5 m on a plane, contact radius a as by Hertz, n × n elements over 2.1 a.
struct Ball {
  double radius = 0.5, a = 5e-3;
  [[nodiscard]] double approach() const { return a * a / radius; }
  [[nodiscard]] double force() const { return 4 * contact_modulus(steel, steel) * a * a * a / (3 * radius); }
  [[nodiscard]] double peak() const { return 1.5 * force() / (pi * a * a); }

  [[nodiscard]] Problem problem(int n) const {
    Problem p;
    const double side = 2.1 * a / n;
    p.grid = {n, n, side, side, -0.5 * (n - 1) * side, -0.5 * (n - 1) * side};
    p.material = combine(steel, steel);
    for (int iy = 0; iy < n; ++iy) {
      for (int ix = 0; ix < n; ++ix) {
        p.gap.push_back((p.grid.x(ix) * p.grid.x(ix) + p.grid.y(iy) * p.grid.y(iy)) / (2 * radius));
      }
    }
    p.motion.kind = TangentialKind::none;
    p.normal_force = force();
    p.approach = approach();
    return p;
  }
};

TEST(HalfspaceNormal, ConvergesToHertzWithTheElementSize) {
  const Ball ball;
  for (const int n : {11, 22, 44, 88}) {
    Problem p = ball.problem(n);
    const Solution by_force = solve(p);
    EXPECT_EQ(by_force.outcome, Outcome::solved);
    EXPECT_NEAR(by_force.normal_force / ball.force(), 1, 1e-12);
    const double error = std::abs(by_force.approach / ball.approach() - 1);
    EXPECT_LT(error, 0.3 / (n * n));  // order h²
    p.normal_control = NormalControl::approach;
    const Solution by_approach = solve(p);
    EXPECT_NEAR(by_approach.normal_force / ball.force(), 1, 0.6 / (n * n));
    EXPECT_NEAR(by_approach.max_pressure / ball.peak(), 1, 0.15 / n);
  }
}

// Work of the load by Hertz: U = ∫ F dδ = (2/5) F δ; the stored ½∫pu is what the gap did not take.
TEST(HalfspaceNormal, EnergyIsTheWorkOfTheForce) {
  const Ball ball;
  const Solution s = solve(ball.problem(60));
  EXPECT_NEAR(s.elastic_energy / (0.4 * ball.force() * ball.approach()), 1, 1e-3);
}

TEST(HalfspaceNormal, PressuresCloseTheGapAndPullNowhere) {
  const Ball ball;
  for (const int n : {31, 61}) {  // the larger one starts from coarser elements
    Problem p = ball.problem(n);
    p.settings.tolerance = 1e-10;
    const Solution s = solve(p);
    for (std::size_t i = 0; i < p.gap.size(); ++i) {
      const double gap = p.gap[i] - s.approach + s.displacement_z[i];
      EXPECT_GE(s.tractions.pressure[i], 0);
      if (s.tractions.pressure[i] > 0)
        EXPECT_NEAR(gap / s.approach, 0, 1e-8);
      else
        EXPECT_GT(gap, -1e-8 * s.approach);
    }
  }
}

// From coarser elements the work on the fine ones does not grow with their number.
TEST(HalfspaceNormal, IterationsDoNotGrowWithTheElements) {
  for (const NormalControl control : {NormalControl::force, NormalControl::approach}) {
    for (const int n : {45, 90, 130}) {
      Problem p = Ball().problem(n);
      p.normal_control = control;
      EXPECT_LE(solve(p).normal_iterations, 9) << n;
    }
  }
}

TEST(HalfspaceNormal, AGapThatStaysOpenIsNoContact) {
  Problem p = Ball().problem(11);
  p.normal_control = NormalControl::approach;
  p.approach = -1e-6;
  const Solution s = solve(p);
  EXPECT_EQ(s.outcome, Outcome::no_contact);
  EXPECT_EQ(s.normal_force, 0);
  EXPECT_EQ(s.contact_elements, 0);
}

TEST(HalfspaceNormal, SaysThatThePatchReachesTheBorder) {
  Problem p = Ball().problem(31);
  EXPECT_FALSE(solve(p).touches_border);
  p.normal_force *= 2;
  EXPECT_TRUE(solve(p).touches_border);
}

}  // namespace
}  // namespace flangeway::contact::halfspace
