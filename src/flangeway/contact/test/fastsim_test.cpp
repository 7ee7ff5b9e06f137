#include "flangeway/contact/patch/fastsim/fastsim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "flangeway/contact/creep_forces.hpp"
#include "halfspace_cases.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

constexpr double a = 8e-3, b = 4e-3, load = 82e3;

Solution fastsim(Problem p, PressureShape shape) {
  p.given_pressure = ellipse_pressure(p.grid, a, b, load, shape);
  p.method.tangential = TangentialMethod::fastsim;
  p.method.ellipse = Ellipse{a, b};
  return solve(p);
}

// CONTACT's FASTSIM on the same elements: −15 050.9 N, −39 001.6 N mm and −14 799.3, −48 286.1. It
// interpolates Kalker's table otherwise (ν = 0.28 between 0.25 and 0.5), which is worth 1.5 % of c22: 0.2 %
// of the load.
TEST(Fastsim, SpinAndLateralCreepageOfAnEllipse) {
  const Solution parabolic = fastsim(spin_ellipse(44), PressureShape::parabolic);
  EXPECT_NEAR(parabolic.force_y, -15050.9, 0.002 * load);
  EXPECT_NEAR(parabolic.moment_z * 1e3, -39001.6, 0.01 * 39001.6);
  EXPECT_EQ(parabolic.contact_elements, 1264);
  EXPECT_NEAR(parabolic.adhesion_elements, 738, 0.02 * 1264);
  EXPECT_NEAR(parabolic.max_pressure * 1e-6, 1629.299, 0.1);
  const Solution elliptic = fastsim(spin_ellipse(44), PressureShape::elliptic);
  EXPECT_NEAR(elliptic.force_y, -14799.3, 0.002 * load);
  EXPECT_NEAR(elliptic.moment_z * 1e3, -48286.1, 0.01 * 48286.1);
}

// For small creepages the parabolic bound gives back the linear theory: exactly in the limit of small
// elements.
TEST(Fastsim, SmallCreepagesGiveTheLinearTheory) {
  CreepModel model;
  model.law = CreepLaw::kalker_linear;
  model.shear_modulus = 82e9;
  const Curvatures c = curvatures_of(a, b, load, steel);
  const UnitPatch patch = unit_patch(2 * c.x, 2 * c.y, steel, steel);
  for (const auto& [xi, eta, phi] : {std::array{1e-8, 0.0, 0.0}, {0.0, 1e-8, 0.0}, {0.0, 0.0, 1e-6}}) {
    Problem p = spin_ellipse(200);
    p.motion.longitudinal.value = xi;
    p.motion.lateral.value = eta;
    p.motion.spin = phi;
    const Solution s = fastsim(p, PressureShape::parabolic);
    const CreepForces f = creep_forces<double>(model, patch, load, {xi, eta, phi}, 0.0);
    EXPECT_NEAR(s.force_x, f.longitudinal, 0.02 * std::abs(f.longitudinal) + 1e-9);
    EXPECT_NEAR(s.force_y, f.lateral, 0.02 * std::abs(f.lateral) + 1e-9);
  }
}

TEST(Fastsim, FullSlidingCarriesMuTimesTheLoad) {
  Problem p = spin_ellipse(30);
  p.motion = {};
  p.motion.longitudinal.value = 0.5;
  const Solution s = fastsim(p, PressureShape::parabolic);
  EXPECT_NEAR(s.force_x, -0.3 * load, 1e-4 * load);
  EXPECT_EQ(s.adhesion_elements, 0);
}

TEST(Fastsim, ReverseRollingIsTheMirrorImage) {
  Problem p = spin_ellipse(44);
  const Solution forward = fastsim(p, PressureShape::parabolic);
  p.motion.direction = -1;
  p.motion.spin *= -1;
  const Solution backward = fastsim(p, PressureShape::parabolic);
  EXPECT_NEAR(backward.force_y, forward.force_y, 1e-9 * load);
  EXPECT_NEAR(backward.moment_z, -forward.moment_z, 1e-9 * load);
}

TEST(Fastsim, FrictionFallsWithTheRigidSlip) {
  Problem p = spin_ellipse(30);
  p.friction = {{FrictionKind::exponential, 0.15, 0.2, 0.5, 0, 0}};
  p.motion.longitudinal.value = 0.2;
  p.motion.lateral.value = p.motion.spin = 0;
  const double mu = friction_coefficient(p.friction[0], 30 * 0.2);
  EXPECT_NEAR(fastsim(p, PressureShape::parabolic).force_x, -mu * load, 1e-4 * load);
  // With a memory the coefficient comes down over the first elements of each row.
  p.memory = {2e-3, 1e-3};
  const Solution s = fastsim(p, PressureShape::parabolic);
  EXPECT_LT(s.force_x, -1.001 * mu * load);
  EXPECT_GT(s.force_x, -0.35 * load);
}

Solution next_step(Problem p, const Solution* before) {
  p.given_pressure = ellipse_pressure(p.grid, a, b, load, PressureShape::parabolic);
  p.method.tangential = TangentialMethod::fastsim;
  p.method.ellipse = Ellipse{a, b};
  Workspace workspace;
  Solution solution;
  solve(p, before != nullptr ? &before->tractions : nullptr, workspace, solution);
  return solution;
}

// Each element is a spring of its own: p = −w/L as long as that is below μ p_n, and back again.
TEST(Fastsim, ShiftedElementsAreSprings) {
  Problem p = spin_ellipse(30);
  p.motion = {};
  p.motion.kind = TangentialKind::shift;
  p.motion.longitudinal.value = 2e-6;
  p.motion.lateral.value = -1e-6;
  const Flexibility l = kalker_flexibility(a, b, p.material);
  const Solution once = next_step(p, nullptr), twice = next_step(p, &once);
  const std::size_t middle = p.grid.index(15, 15), edge = p.grid.index(2, 15);
  EXPECT_NEAR(once.tractions.x[middle], -2e-6 / l.longitudinal, 1e-9 * 2e-6 / l.longitudinal);
  EXPECT_NEAR(twice.tractions.x[middle], -4e-6 / l.longitudinal, 1e-9 * 4e-6 / l.longitudinal);
  EXPECT_NEAR(twice.tractions.y[middle], 2e-6 / l.lateral, 1e-9 * 2e-6 / l.lateral);
  // At the edge the bound is met, along the traction that adhesion would need; the rest slips.
  const Solution far = next_step(p, &twice);
  const double bound = 0.3 * far.tractions.pressure[edge];
  ASSERT_EQ(far.state[edge], ElementState::slip);
  EXPECT_NEAR(std::hypot(far.tractions.x[edge], far.tractions.y[edge]), bound, 1e-9 * bound);
  EXPECT_NEAR(far.slip_x[edge], l.longitudinal * (far.tractions.x[edge] - twice.tractions.x[edge]) + 2e-6,
              1e-15);
  p.motion.longitudinal.value *= -2, p.motion.lateral.value *= -2;
  const Solution back = next_step(p, &twice);
  EXPECT_NEAR(back.tractions.x[middle], 0, 1e-9 * 4e-6 / l.longitudinal);
}

// Rolling on and on by whole elements ends in steady rolling, exactly, once every particle has passed.
TEST(Fastsim, TransientRollingBecomesSteady) {
  Problem p = spin_ellipse(30);
  const Solution steady = fastsim(p, PressureShape::parabolic);
  for (const double direction : {1.0, -1.0}) {
    p.motion.direction = direction;
    p.motion.kind = TangentialKind::steady_rolling;
    const Solution wanted = fastsim(p, PressureShape::parabolic);
    p.motion.kind = TangentialKind::transient_rolling;
    p.motion.step = p.grid.dx;
    Solution now = next_step(p, nullptr);
    EXPECT_LT(std::abs(now.force_y), 0.2 * std::abs(steady.force_y));
    for (int i = 0; i < 30; ++i) now = next_step(p, &now);
    for (std::size_t i = 0; i < p.grid.size(); ++i) {
      ASSERT_NEAR(now.tractions.x[i], wanted.tractions.x[i], 1e-3);
      ASSERT_NEAR(now.tractions.y[i], wanted.tractions.y[i], 1e-3);
    }
    EXPECT_NEAR(now.frictional_power, wanted.frictional_power, 1e-9 * std::abs(wanted.frictional_power));
  }
}

// Longer and shorter steps end near by: within what elements of this size are worth.
TEST(Fastsim, TransientRollingHardlyDependsOnTheStep) {
  Problem p = spin_ellipse(60);
  const Solution steady = fastsim(p, PressureShape::parabolic);
  p.motion.kind = TangentialKind::transient_rolling;
  for (const double elements : {0.5, 1.7, 3.0}) {
    p.motion.step = elements * p.grid.dx;
    Solution now = next_step(p, nullptr);
    for (int i = 0; i < 130; ++i) now = next_step(p, &now);
    EXPECT_NEAR(now.force_y, steady.force_y, 0.02 * load) << elements;
  }
}

TEST(Fastsim, SlopeReductionSoftensTheCurve) {
  Problem p = spin_ellipse(30);
  EXPECT_EQ(slope_factor({}, p, a, b, load, 1e-3, 1e-3), 1);
  const SlopeReduction reduction{0.54, 0.02, 0.62};
  p.motion = {};
  EXPECT_EQ(slope_factor(reduction, p, a, b, load, 0, 0), 0.54);
  EXPECT_NEAR(slope_factor(reduction, p, a, b, load, 1, 0), 0.54 * 0.02, 0.004);
}

// The slope falls with the creepage that is found, not with the number that prescribes the force: creepages
// give a force, and this force gives back the creepages.
TEST(Fastsim, PrescribedForcesGiveBackReducedCreepages) {
  Problem p = spin_ellipse(40);
  p.motion.spin = 0.1;
  p.method.slope = {0.6, 0.1, 0.8};
  for (const TangentialMethod method : {TangentialMethod::fastsim, TangentialMethod::fastrip}) {
    const auto solved = [&](const Motion& motion) {
      Problem q = p;
      q.motion = motion;
      q.given_pressure = ellipse_pressure(q.grid, a, b, load, PressureShape::elliptic);
      q.method.tangential = method;
      q.method.ellipse = Ellipse{a, b};
      return solve(q);
    };
    for (const auto& [xi, eta] : {std::pair{3e-4, 0.0}, {1.5e-3, 4e-4}, {4e-3, -2e-3}}) {
      Motion motion = p.motion;
      motion.longitudinal = {Control::creepage, xi}, motion.lateral = {Control::creepage, eta};
      const Solution wanted = solved(motion);
      motion.longitudinal = {Control::force_over_mu_n, wanted.force_x / (0.3 * load)};
      const Solution one = solved(motion);
      EXPECT_EQ(one.outcome, Outcome::solved);
      EXPECT_NEAR(one.creepage_x, xi, 2e-3 * std::abs(xi));
      motion.lateral = {Control::force, wanted.force_y};
      const Solution both = solved(motion);
      EXPECT_EQ(both.outcome, Outcome::solved);
      // Near full sliding the force hardly tells the creepage.
      const double part = xi > 3e-3 ? 0.05 : 2e-3;
      EXPECT_NEAR(both.creepage_x, xi, part * std::hypot(xi, eta));
      EXPECT_NEAR(both.creepage_y, eta, part * std::hypot(xi, eta));
    }
  }
}

// Without spin, every creepage has a slope of its own: the curve of the reduced method at ξ is that of plain
// FASTSIM at k(ξ) ξ, so that a force prescribed gives the root of k(ξ) ξ = ξ₀, with ξ₀ that of plain FASTSIM.
TEST(Fastsim, ReducedCreepageIsTheRootOfThePlainOne) {
  Problem p = spin_ellipse(40);
  p.motion = {};
  p.motion.kind = TangentialKind::steady_rolling;
  p.motion.longitudinal = {Control::force_over_mu_n, -0.6};
  const double plain = fastsim(p, PressureShape::elliptic).creepage_x;
  p.method.slope = {0.6, 0.1, 0.8};
  double root = plain;
  for (int i = 0; i < 200; ++i) root = plain / slope_factor(p.method.slope, p, a, b, load, root, 0);
  EXPECT_GT(root, 1.5 * plain);
  EXPECT_NEAR(fastsim(p, PressureShape::elliptic).creepage_x, root, 1e-3 * root);
}

}  // namespace
}  // namespace flangeway::contact::patch
