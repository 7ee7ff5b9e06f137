#include "flangeway/symbolic/constraints.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/expression/tape.hpp"
#include "flangeway/symbolic/virtual_power.hpp"

namespace flangeway::symbolic {
namespace {

/// Four-bar linkage in the x–z plane, relative angles, bars with mass and inertia [Ros2017, Fig. 2].
class FourBarTest : public testing::Test {
 protected:
  static constexpr double g = 9.81;
  static constexpr std::array<double, 3> length{0.4, 0.9, 0.7}, mass{1.2, 2.1, 1.7};
  static constexpr double ground = 0.8;

  FourBarTest() {
    Base base;
    Point joint;
    for (std::size_t i = 0; i < 3; ++i) {
      q.push_back(frames.coordinate("theta"));
      base = frames.turn("bar", base, {0, 1, 0}, q[i].position);
      const Point centre = frames.point("centre", joint, {base, {length[i] / 2, 0, 0}});
      joint = frames.point("joint", joint, {base, {length[i], 0, 0}});
      const double inertia = mass[i] * length[i] * length[i] / 12;
      power.add_solid({"bar", base, centre, mass[i], {base, {{{0, 0, 0}, {0, inertia, 0}, {0, 0, inertia}}}}},
                      {{}, {0, 0, -g}});
    }
    const Vector gap = frames.in(frames.position({}, joint), Base{});
    closure = {gap.components[0] - ground, gap.components[2]};
  }

  expression::Graph graph;
  Frames frames{graph};
  VirtualPower power{frames};
  std::vector<Coordinate> q;
  std::array<Expression, 2> closure;
};

TEST_F(FourBarTest, TheConstraintsAreTheirOwnDerivatives) {
  const Constraints c = constrain(frames, closure);
  std::vector<Expression> outputs{c.residual[0], c.velocity_residual[0], c.acceleration_side[0]};
  for (const Expression& entry : c.jacobian[0]) outputs.push_back(entry);
  const auto at = [&](double t) {
    std::vector<double> values;
    for (const auto& [x, v, a] : {std::array{1.1, 0.4, 0.3}, {-0.5, 0.8, -0.2}, {0.9, -1.2, 0.7}}) {
      values.insert(values.end(), {x + v * t + a * t * t / 2, v + a * t, a});
    }
    return expression::evaluate(graph, outputs, values);
  };
  const double h = 1e-4;
  const auto here = at(0), ahead = at(h), behind = at(-h);
  EXPECT_NEAR(here[1], (ahead[0] - behind[0]) / (2 * h), 1e-8);
  const double acceleration = here[3] * 0.3 + here[4] * -0.2 + here[5] * 0.7 - here[2];  // Φ q̈ − γ = φ̈
  EXPECT_NEAR(acceleration, (ahead[0] - 2 * here[0] + behind[0]) / (h * h), 1e-6);
}

// Joint by joint with plane vectors, written down apart from the library: M from the velocities of the
// centres.
TEST_F(FourBarTest, TheMassMatrixEqualsAnIndependentDerivation) {
  const EquationsOfMotion equations = power.equations();
  const std::array<double, 3> theta{0.7, -1.1, 0.4};
  std::vector<double> values(9);
  for (std::size_t i = 0; i < 3; ++i) values[3 * i] = theta[i];
  std::vector<Expression> outputs = equations.force;
  for (const auto& row : equations.mass) outputs.insert(outputs.end(), row.begin(), row.end());
  const std::vector<double> r = expression::evaluate(graph, outputs, values);

  std::array<double, 3> phi{};
  for (std::size_t i = 0; i < 3; ++i) phi[i] = (i > 0 ? phi[i - 1] : 0) + theta[i];
  for (std::size_t i = 0; i < 3; ++i) {
    double force = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      double m = 0;
      for (std::size_t bar = 0; bar < 3; ++bar) {
        // Velocity of the centre of a bar per q̇_i: −e' of every bar between joint i and the centre.
        const auto arm = [&](std::size_t joint) {
          std::array<double, 2> v{};
          for (std::size_t k = joint; k <= bar; ++k) {
            const double l = k == bar ? length[k] / 2 : length[k];
            v[0] -= l * std::sin(phi[k]);
            v[1] -= l * std::cos(phi[k]);
          }
          return v;
        };
        if (i > bar) continue;
        const auto vi = arm(i);
        if (j == 0) force -= mass[bar] * g * vi[1];
        if (j > bar) continue;
        const auto vj = arm(j);
        m += mass[bar] * (vi[0] * vj[0] + vi[1] * vj[1]) + mass[bar] * length[bar] * length[bar] / 12;
      }
      EXPECT_NEAR(r[3 + 3 * i + j], m, 1e-14);
    }
    EXPECT_NEAR(r[i], force, 1e-13);
  }
}

}  // namespace
}  // namespace flangeway::symbolic
