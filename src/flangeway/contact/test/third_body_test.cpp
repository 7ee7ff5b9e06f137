// A layer between the bodies that shears and yields.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr double side = 1e-3, shear = 8.2e10, poisson = 0.28;

// n × n elements under one pressure; the upper body is shifted along x.
Problem pressed(int n, double pressure, double shift) {
  Problem p;
  p.grid = {n, n, side / n, side / n, 0, 0};
  p.material = {shear, poisson, 0};
  p.given_pressure.assign(p.grid.size(), pressure);
  p.normal_force = pressure * side * side;
  p.gap.assign(p.grid.size(), 0);
  p.motion.kind = TangentialKind::shift;
  p.motion.longitudinal.value = shift;
  p.friction = {{FrictionKind::coulomb, 0.7}};
  p.settings.tolerance = 1e-9;
  return p;
}

// Displacement of a square element under its own tangential traction [Johnson1985, eq. 3.86].
double own_flexibility() {
  return (1 - poisson / 2) * 4 * std::log(1 + std::sqrt(2.0)) * side / (pi * shear);
}

Solution next(const Problem& p, const Solution& before) {
  Workspace workspace;
  Solution s;
  solve(p, &before.tractions, workspace, s);
  return s;
}

TEST(ThirdBody, IsASpringInSeriesWithTheBodies) {
  Problem p = pressed(1, 9e8, -3.5e-5);
  p.third_body.flexibility = 2e-5 / 1.7663e8;
  const Solution s = solve(p);
  EXPECT_NEAR(s.tractions.x[0], 3.5e-5 / (own_flexibility() + p.third_body.flexibility), 1e-6 * 2.8e8);
  EXPECT_EQ(s.state[0], ElementState::adhesion);
}

TEST(ThirdBody, ThatIsSoftShearsAlike) {
  Problem p = pressed(8, 9e8, 1e-6);
  p.third_body.flexibility = 1e-8;  // the bodies: 1e-14
  const Solution s = solve(p);
  for (const double t : s.tractions.x) EXPECT_NEAR(t, -100, 1e-3);
}

// d from |s0| = C (stress + k d) + d.
TEST(ThirdBody, HardensByItsPlasticShear) {
  for (const double hardening : {4.35e11, 1e14, -1.95e11}) {
    Problem p = pressed(1, 9e8, -6e-5);
    p.third_body = {2e-5 / 1.0625e8, 2e8, hardening};
    const double flexibility = own_flexibility() + p.third_body.flexibility;
    const double sheared = (6e-5 - flexibility * 2e8) / (1 + flexibility * hardening);
    const Solution s = solve(p);
    EXPECT_EQ(s.state[0], ElementState::plastic) << hardening;
    EXPECT_NEAR(s.tractions.x[0], 2e8 + hardening * sheared, 1e-6 * 2e8);
    EXPECT_NEAR(s.plastic_x[0], sheared, 1e-6 * sheared);
    EXPECT_EQ(s.slip_x[0], 0);
    EXPECT_NEAR(s.frictional_power, -s.tractions.x[0] * sheared * side * side, 1e-9);
    EXPECT_EQ(s.plastic_elements, 1);
    // The other way it is elastic until the new stress is reached.
    p.motion.longitudinal.value = 1.9 * flexibility * s.tractions.x[0];
    const Solution back = next(p, s);
    EXPECT_EQ(back.state[0], ElementState::adhesion);
    EXPECT_NEAR(back.tractions.x[0], -0.9 * s.tractions.x[0], 1e-6 * 2e8);
    EXPECT_DOUBLE_EQ(back.tractions.yield_stress[0], s.tractions.yield_stress[0]);
  }
}

TEST(ThirdBody, HardensUpToFrictionAndSlipsThen) {
  Problem p = pressed(1, 1e8, -1e-3);  // friction 70 MPa
  p.third_body = {0, 5e7, 1e12};
  const Solution s = solve(p);
  EXPECT_EQ(s.state[0], ElementState::slip);
  EXPECT_NEAR(s.tractions.x[0], 7e7, 1);
  EXPECT_NEAR(s.plastic_x[0], 2e7 / 1e12, 1e-12);
  EXPECT_NEAR(s.slip_x[0] - s.plastic_x[0], -(1e-3 - own_flexibility() * 7e7), 1e-12);
  EXPECT_DOUBLE_EQ(s.tractions.yield_stress[0], 7e7);
}

TEST(ThirdBody, SoftensToATenth) {
  Problem p = pressed(1, 9e8, -1e-2);
  p.third_body = {0, 2e8, -1e11};
  const Solution s = solve(p);
  EXPECT_EQ(s.state[0], ElementState::plastic);
  EXPECT_NEAR(s.tractions.x[0], 2e7, 1);
}

// Without hardening the stress is one more bound: everything yields.
TEST(ThirdBody, YieldsEverywhereUnderALargeShift) {
  Problem p = pressed(10, 9e8, -1e-4);
  p.third_body.yield_stress = 3e7;
  const Solution s = solve(p);
  EXPECT_EQ(s.plastic_elements, 100);
  EXPECT_NEAR(s.force_x, 3e7 * side * side, 1e-6);
}

// The conditions of every element, and the same state from step to step of rolling and at once.
TEST(ThirdBody, RollsIntoItsSteadyState) {
  Problem p = pressed(12, 1e8, -2e-3);
  p.motion.kind = TangentialKind::steady_rolling;
  p.third_body = {0, 2e7, 2e12};
  const Solution steady = solve(p);
  ASSERT_EQ(steady.outcome, Outcome::solved);
  EXPECT_GT(steady.plastic_elements, 0);
  for (std::size_t i = 0; i < steady.state.size(); ++i) {
    const double t = std::hypot(steady.tractions.x[i], steady.tractions.y[i]);
    EXPECT_LE(t, std::min(7e7, steady.tractions.yield_stress[i]) * (1 + 1e-3));
    const double now = steady.tractions.yield_stress[i];
    if (steady.state[i] == ElementState::plastic) {
      EXPECT_NEAR(t, now, 1e5);
    }
    if (i % 12 < 11) {
      EXPECT_GE(now, steady.tractions.yield_stress[i + 1] - 1e5);
    }
  }
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = p.grid.dx;
  Solution s = solve(p);
  for (int step = 0; step < 40; ++step) s = next(p, s);
  EXPECT_NEAR(s.force_x, steady.force_x, 1e-3 * steady.force_x);
  EXPECT_NEAR(s.frictional_power, steady.frictional_power, 2e-3 * std::abs(steady.frictional_power));
}

// Hardening is carried on from element to element: the longer the row, the more turns that takes. All of them
// were taken for failures from some 30 elements on.
TEST(ThirdBody, SettlesAlongRowsOfManyElements) {
  std::vector<double> forces;
  for (const int n : {30, 60}) {
    Problem p;
    p.grid = {n, 1, 4e-3 / n, 1e-2, 0, 0};
    p.material = {shear, poisson, 0};
    p.given_pressure.assign(p.grid.size(), 1e8);
    p.normal_force = 1e8 * 4e-3 * 1e-2;
    p.gap.assign(p.grid.size(), 0);
    p.motion.longitudinal.value = -2e-3;
    p.friction = {{FrictionKind::coulomb, 0.7}};
    p.third_body = {0, 2e7, 1e12};
    const Solution s = solve(p);
    EXPECT_EQ(s.outcome, Outcome::solved) << n;
    EXPECT_GT(s.plastic_elements, n / 2);
    forces.push_back(s.force_x);
  }
  EXPECT_NEAR(forces[0] / forces[1], 1, 0.02);
}

TEST(ThirdBody, NamesItsFaults) {
  Problem p = pressed(1, 1e8, 0);
  p.third_body = {-1, -2, 0};
  EXPECT_THAT(find_faults(p),
              testing::ElementsAre("third_body.flexibility is negative (got -1.000000; allowed: >= 0 m/Pa)",
                                   "third_body.yield_stress is negative (got -2.000000; allowed: >= 0 Pa)"));
  p.third_body = {1e-14, 0, 0};
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = 2e-3;
  EXPECT_THAT(
      find_faults(p),
      testing::ElementsAre(
          "motion.step: a third body rolls one element per step (got 0.002000; allowed: 0.001000 m)"));
  p.motion.kind = TangentialKind::steady_rolling;
  p.method.tangential = TangentialMethod::fastsim;
  EXPECT_THAT(find_faults(p), testing::ElementsAre("third_body: FASTSIM and FaStrip know none"));
  p.method.tangential = TangentialMethod::boundary_elements;
  p.third_body = {0, 1e7, 1e9};
  p.friction = {{FrictionKind::linear, 0.1, 0.1, 1}};
  EXPECT_THAT(find_faults(p), testing::ElementsAre("third_body.hardening: goes with friction that does not "
                                                   "depend on the slip"));
}

}  // namespace
}  // namespace flangeway::contact::patch
