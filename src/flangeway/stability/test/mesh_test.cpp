// Intervals that share the error evenly, on van der Pol's oscillator with its slow and fast parts.
#include "flangeway/stability/mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::stability {
namespace {

namespace on_van_der_pol {

using Eigen::Index;
using Eigen::VectorXd;

// Solution for μ = 5, by Runge-Kutta's method with steps of 5e-4 and 1e-3, which agree to 3e-10.
constexpr double period = 11.6122306678, amplitude = 2.0215080616;

Flow flow() {
  Flow flow;
  flow.rate = [](const VectorXd& x, double mu, VectorXd& rate) {
    rate.resize(2);
    rate << x(1), mu * (1 - x(0) * x(0)) * x(1) - x(0);
    return true;
  };
  flow.scale = VectorXd::Constant(2, 2.0);
  return flow;
}

// The orbit of μ = 5 from the circle x = 2 cos t of small μ.
OrbitAndDirection orbit(const Flow& flow, Index intervals, bool even_errors) {
  Eigen::VectorXcd vector(2);
  vector << 2.0, std::complex<double>(0, 2);
  OrbitAndDirection at = small_oscillation(VectorXd::Zero(2), vector, 1, 0.05, intervals);
  at.orbit.nodes = at.direction.nodes;
  at.orbit.stages = at.direction.stages;
  at.direction.nodes.setZero();
  at.direction.stages.setZero();
  at.direction.parameter = 1;
  for (int i = 1; i <= 50; ++i) {
    const auto next = orbit_at(flow, at, 0.1 * i);
    if (!next) {
      ADD_FAILURE() << i;
      break;
    }
    at = even_errors ? on_even_errors(flow, *next, intervals) : *next;
  }
  const auto last = even_errors ? corrected(flow, orbit_at(flow, at, 5).value()) : at;
  return last ? orbit_at(flow, *last, 5).value() : at;
}

TEST(Mesh, WithEvenErrorsIsFarMoreAccurate) {
  const Flow van_der_pol = flow();
  const Orbit equal = orbit(van_der_pol, 60, false).orbit, even = orbit(van_der_pol, 60, true).orbit;
  const double error_of_equal = std::abs(equal.period - period),
               error_of_even = std::abs(even.period - period);
  EXPECT_LT(error_of_even, error_of_equal / 30);
  EXPECT_LT(error_of_even, 1e-5);
  EXPECT_NEAR(even.nodes.row(0).maxCoeff(), amplitude, 2e-2);  // no node need lie on the peak
  EXPECT_LT(mesh_error(van_der_pol, even), mesh_error(van_der_pol, equal) / 30);
  EXPECT_GT(mesh_unevenness(van_der_pol, equal), 2 * mesh_unevenness(van_der_pol, even));
  EXPECT_LT(mesh_unevenness(van_der_pol, even), 4);
  EXPECT_NEAR(even.widths.sum(), 1, 1e-12);
  EXPECT_GT(even.widths.maxCoeff(), 5 * even.widths.minCoeff());
}

// The polynomials are of third degree, and the estimate falls with the fourth power of the widths.
TEST(Mesh, ErrorIsOfFourthOrder) {
  const Flow van_der_pol = flow();
  const double coarse = mesh_error(van_der_pol, orbit(van_der_pol, 60, true).orbit),
               fine = mesh_error(van_der_pol, orbit(van_der_pol, 120, true).orbit);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.7);
}

// Moved to other intervals and back to the times of the first ones, a polynomial of third degree stays.
TEST(Mesh, MovesPolynomialsExactly) {
  constexpr Index count = 8;
  const double stage[] = {0.5 - std::sqrt(15.0) / 10, 0.5, 0.5 + std::sqrt(15.0) / 10};
  const auto cubic = [](double t) { return 1 - 2 * t + 3 * t * t - 4 * t * t * t; };
  OrbitAndDirection at;
  at.orbit.widths = VectorXd::Constant(count, 1.0 / count);
  at.orbit.nodes.resize(1, count);
  at.orbit.stages.resize(1, 3 * count);
  for (Index i = 0; i < count; ++i) {
    at.orbit.nodes(0, i) = cubic(static_cast<double>(i) / count);
    for (Index j = 0; j < 3; ++j)
      at.orbit.stages(0, 3 * i + j) = cubic((static_cast<double>(i) + stage[j]) / count);
  }
  at.direction.nodes = 2 * at.orbit.nodes, at.direction.stages = 2 * at.orbit.stages;
  Flow flat;
  flat.scale = VectorXd::Ones(1);
  const OrbitAndDirection moved = on_even_errors(flat, at, 11);
  ASSERT_EQ(moved.orbit.widths.size(), 11);
  double begin = 0;
  for (Index i = 0; i < 11; ++i) {
    EXPECT_NEAR(moved.orbit.nodes(0, i), cubic(begin), 1e-12);
    EXPECT_NEAR(moved.direction.nodes(0, i), 2 * cubic(begin), 1e-12);
    for (Index j = 0; j < 3; ++j)
      EXPECT_NEAR(moved.orbit.stages(0, 3 * i + j), cubic(begin + stage[j] * moved.orbit.widths(i)), 1e-12);
    begin += moved.orbit.widths(i);
  }
}

}  // namespace on_van_der_pol
}  // namespace
}  // namespace flangeway::stability
