#include "flangeway/stability/orbit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;

constexpr double turn = 6.283185307179586;

// r' = r (p + 2 r² − r⁴) with unit angular velocity, a subcritical Hopf point at p = 0 and a fold at r = 1,
// p = −1: the orbits and their multipliers are known. [our own normal form, docs/theory/stability.md]
Flow normal_form() {
  Flow flow;
  flow.rate = [](const VectorXd& x, double p, VectorXd& rate) {
    const double square = x.squaredNorm(), growth = p + 2 * square - square * square;
    rate.resize(2);
    rate << growth * x(0) - x(1), growth * x(1) + x(0);
    return true;
  };
  flow.scale = VectorXd::Constant(2, 1.0);
  return flow;
}

double parameter_of(double r) {
  return r * r * r * r - 2 * r * r;
}

OrbitAndDirection start() {
  Eigen::VectorXcd vector(2);
  vector << 1.0, std::complex<double>(0, -1);
  return small_oscillation(VectorXd::Zero(2), vector, 1, 0, 40);
}

TEST(Orbit, BranchOfTheNormalFormPassesItsFold) {
  const Flow flow = normal_form();
  OrbitAndDirection at = start();
  double lowest = 0;
  for (int i = 0; i < 40; ++i) {
    const auto next = next_orbit(flow, at, 0.06);
    ASSERT_TRUE(next) << i;
    at = *next;
    const double r = at.orbit.nodes.col(0).norm();
    EXPECT_NEAR(at.orbit.parameter, parameter_of(r), 1e-6);
    EXPECT_NEAR(at.orbit.period, turn, 1e-6);
    ASSERT_EQ(at.orbit.multipliers.size(), 1);
    const double exponent = r * (4 * r - 4 * r * r * r);  // d(r')/dr on the orbit
    if (r < 1.2) {  // beyond, one turn shrinks a change to less than differences resolve
      EXPECT_NEAR(std::log(at.orbit.multipliers(0).real()), turn * exponent, 0.02) << r;
    }
    EXPECT_EQ(at.orbit.stable(), r > 1) << r;
    lowest = std::min(lowest, at.orbit.parameter);
  }
  EXPECT_GT(at.orbit.nodes.col(0).norm(), 1.2);
  EXPECT_NEAR(lowest, -1, 1e-2);
}

TEST(Orbit, BeginsAlikeForEachPhaseOfTheVector) {
  Eigen::VectorXcd vector(3);
  vector << 0.1, std::complex<double>(0.3, 0.4), std::complex<double>(0, -0.2);
  const auto begin = small_oscillation(VectorXd::Zero(3), vector, 1, 0, 8);
  for (const double phase : {0.3, 1.0, 2.5, 4.0}) {
    const auto other = small_oscillation(VectorXd::Zero(3), vector * std::polar(1.0, phase), 1, 0, 8);
    EXPECT_LT((other.direction.nodes - begin.direction.nodes).norm(), 1e-15);
    EXPECT_LT((other.direction.stages - begin.direction.stages).norm(), 1e-15);
  }
}

// In scales of a hundredth, so that the method itself would go there.
TEST(Orbit, FarOffIsNoContinuation) {
  Flow flow = normal_form();
  flow.scale *= 0.01;
  flow.parameter_scale *= 0.01;
  OrbitAndDirection at = start();
  for (int i = 0; i < 25; ++i) at = next_orbit(flow, at, 6).value();
  EXPECT_TRUE(next_orbit(flow, at, 25));
  EXPECT_FALSE(next_orbit(flow, at, 40));
}

TEST(Orbit, IsFoundAtAGivenParameter) {
  const Flow flow = normal_form();
  auto at = next_orbit(flow, start(), 0.2);
  ASSERT_TRUE(at);
  at = orbit_at(flow, *at, -0.3);
  ASSERT_TRUE(at);
  EXPECT_EQ(at->orbit.parameter, -0.3);
  EXPECT_NEAR(at->orbit.nodes.col(0).norm(), std::sqrt(1 - std::sqrt(0.7)), 1e-8);
}

// Van der Pol's oscillator at μ = 1: the period is known from series of high order.
// [AndersenGeer1982: T = 6.66328686, amplitude 2.00861986]
TEST(Orbit, OfVanDerPolHasThePublishedPeriod) {
  Flow flow;
  flow.rate = [](const VectorXd& x, double mu, VectorXd& rate) {
    rate.resize(2);
    rate << x(1), mu * (1 - x(0) * x(0)) * x(1) - x(0);
    return true;
  };
  flow.scale = VectorXd::Constant(2, 2.0);
  // From the circle x = 2 cos t of small μ.
  Eigen::VectorXcd vector(2);
  vector << 2.0, std::complex<double>(0, 2);
  OrbitAndDirection at = small_oscillation(VectorXd::Zero(2), vector, 1, 0.05, 40);
  at.orbit.nodes = at.direction.nodes;
  at.orbit.stages = at.direction.stages;
  at.direction.nodes.setZero();
  at.direction.stages.setZero();
  at.direction.parameter = 1;
  for (const double mu : {0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0}) {
    const auto next = orbit_at(flow, at, mu);
    ASSERT_TRUE(next) << mu;
    at = *next;
  }
  EXPECT_NEAR(at.orbit.period, 6.66328686, 1e-6);
  EXPECT_TRUE(at.orbit.stable());
}

TEST(Orbit, IsNotFoundWhereTheFlowHasNoValue) {
  Flow flow = normal_form();
  const auto inner = flow.rate;
  flow.rate = [inner](const VectorXd& x, double p, VectorXd& rate) {
    return x.norm() < 0.1 && inner(x, p, rate);
  };
  EXPECT_TRUE(next_orbit(flow, start(), 0.05));
  EXPECT_FALSE(next_orbit(flow, start(), 0.2));
}

}  // namespace
}  // namespace flangeway::stability
