#include "flangeway/symbolic/frames.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "flangeway/expression/tape.hpp"

namespace flangeway::symbolic {
namespace {

// Two turns and a slide: base A about z, base B about a slanted axis, point P on A, point Q sliding on B.
class FramesTest : public testing::Test {
 protected:
  // Inertial components at q = position + velocity t + acceleration t²/2 of the three coordinates.
  [[nodiscard]] std::array<double, 3> at(const Vector& vector, double t) {
    const Vector inertial = frames.in(vector, Base{});
    std::vector<double> values(graph.symbols());
    const std::array<std::array<double, 3>, 3> motion{{{0.3, 1.1, -0.7}, {-0.8, 0.4, 1.9}, {0.5, -2.1, 0.6}}};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& [q, v, a0] = motion[i];
      values[3 * i] = q + v * t + 0.5 * a0 * t * t;
      values[3 * i + 1] = v + a0 * t;
      values[3 * i + 2] = a0;
    }
    const std::vector<double> result = expression::evaluate(graph, inertial.components, values);
    return {result[0], result[1], result[2]};
  }
  void expect_derivative(const Vector& rate, const Vector& of) {
    const double h = 1e-5;
    const auto ahead = at(of, h), behind = at(of, -h), here = at(rate, 0);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(here[i], (ahead[i] - behind[i]) / (2 * h), 1e-8);
  }

  expression::Graph graph;
  Frames frames{graph};
  Coordinate a = frames.coordinate("a"), b = frames.coordinate("b"), s = frames.coordinate("s");
  Base A = frames.turn("A", {}, {0, 0, 1}, a.position);
  Base B = frames.turn("B", A, {1, 2, -1}, b.position);
  Point P = frames.point("P", {}, {A, {1, 0, 0.2}});
  Point Q = frames.point("Q", P, {B, {0.1, s.position, 0.5}});
};

TEST_F(FramesTest, VelocityAndAccelerationAreDerivatives) {
  expect_derivative(frames.velocity(Q), frames.position({}, Q));
  expect_derivative(frames.acceleration(Q), frames.velocity(Q));
}

// ṙ = ω × r for every axis fixed to B, and the same for α.
TEST_F(FramesTest, AngularVelocityTurnsTheAxes) {
  for (std::size_t i = 0; i < 3; ++i) {
    Vector axis{B, {}};
    axis.components[i] = 1;
    expect_derivative(cross(frames.angular_velocity(B), axis), axis);
  }
  expect_derivative(frames.angular_acceleration(B), frames.angular_velocity(B));
}

TEST_F(FramesTest, AChangeOfBaseKeepsLengthsAndComesBack) {
  const Vector v{B, {1, 2, 3}};
  const auto there = at(v, 0);
  EXPECT_NEAR(std::hypot(there[0], there[1], there[2]), std::sqrt(14.0), 1e-14);
  const auto back = at(frames.in(frames.in(v, Base{}), B), 0);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(back[i], there[i], 1e-14);
}

// Turns the components of the turned base into those of the fixed one; e0² + e1² + e2² + e3² = 1.
Matrix rotation_from_euler_parameters(const std::array<Expression, 4>& e) {
  const auto& [w, x, y, z] = e;
  return {{{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}}};
}

// A base from Euler parameters that describe the turn of B has its motion.
TEST_F(FramesTest, EulerParametersGiveTheSameMotion) {
  const Expression half = 0.5 * b.position;
  const double unit = 1 / std::sqrt(6.0);
  const Base E = frames.base(
      "E", A,
      rotation_from_euler_parameters({cos(half), unit * sin(half), 2 * unit * sin(half), -unit * sin(half)}));
  const auto omega_e = at(frames.angular_velocity(E), 0), omega_b = at(frames.angular_velocity(B), 0);
  const auto alpha_e = at(frames.angular_acceleration(E), 0), alpha_b = at(frames.angular_acceleration(B), 0);
  const auto axis_e = at({E, {0, 1, 0}}, 0), axis_b = at({B, {0, 1, 0}}, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(omega_e[i], omega_b[i], 1e-13);
    EXPECT_NEAR(alpha_e[i], alpha_b[i], 1e-13);
    EXPECT_NEAR(axis_e[i], axis_b[i], 1e-13);
  }
}

// Someone on the body of P sees Q move as its coordinates in A change.
TEST_F(FramesTest, RelativeVelocityIsWhatTheObserverSees) {
  const Vector seen = frames.in(frames.relative_velocity(Q, P, A), A);
  const Vector expected = frames.component_rate(frames.in(frames.position(P, Q), A));
  const auto x = at(seen, 0.1), y = at(expected, 0.1);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(x[i], y[i], 1e-13);
}

// The same for accelerations: components in A, and in a base that turns in another way than the arm's.
TEST_F(FramesTest, RelativeAccelerationIsWhatTheObserverSees) {
  const auto same = [&](const Vector& seen, const Vector& moving) {
    const auto x = at(seen, 0.1), y = at(frames.component_rate(moving), 0.1);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(x[i], y[i], 1e-12);
  };
  for (const Base base : {Base{}, A, B}) {
    same(frames.relative_acceleration(Q, P, base), frames.in(frames.relative_velocity(Q, P, base), base));
    same(frames.relative_angular_acceleration(B, base),
         frames.in(frames.relative_angular_velocity(B, base), base));
  }
  same(frames.relative_angular_acceleration(A, B), frames.in(frames.relative_angular_velocity(A, B), B));
}

TEST_F(FramesTest, WhatSharesAPathSharesItsAtoms) {
  static_cast<void>(frames.velocity(Q));
  const std::size_t before = graph.size();
  static_cast<void>(frames.velocity(P));
  static_cast<void>(frames.angular_velocity(A));
  EXPECT_EQ(graph.size(), before);
}

TEST_F(FramesTest, RefusesUnknownNames) {
  EXPECT_THAT(
      [&] {
        frames.turn("C", Base{99}, {1, 0, 0}, 0.1);
      },
      testing::ThrowsMessage<std::invalid_argument>("a base is named that does not exist"));
  EXPECT_THAT([&] { frames.point("R", Point{99}, {}); },
              testing::ThrowsMessage<std::invalid_argument>("a point is named that does not exist"));
  EXPECT_THAT(
      [&] {
        frames.turn("C", A, {0, 0, 0}, 0.1);
      },
      testing::ThrowsMessage<std::invalid_argument>("base C: its axis of rotation has no length"));
}

}  // namespace
}  // namespace flangeway::symbolic
