// The law of the knife edge alone, on a profile that is a parabola: rates and accelerations of the gap along
// motions that are fast in every direction, where rotating frames count, against differences of the gap.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/wheelrail/laws/kec.hpp"

namespace flangeway::wheelrail {
namespace {

struct Motion {
  double sign;
  bool linear;
  Packed<double, 4> place, velocity, acceleration;  // s, y, z, roll
};

// Rail: a parabola of the track in y and in z, left-hand coordinates.
BasicKnifeConstraint<double> at(const Motion& motion, double t) {
  const auto q = (motion.place + motion.velocity * t + motion.acceleration * (t * t / 2)).eval();
  const auto v = (motion.velocity + motion.acceleration * t).eval();
  BasicKnifeEdge<double> edge;
  edge.sign = motion.sign;
  edge.knife_lateral = 0.75, edge.radius_zero = 0.46;
  edge.roll = {std::sin(q(3)), std::cos(q(3))};
  edge.lateral = q(1), edge.vertical = q(2);
  edge.speed = v(0), edge.lateral_rate = v(1), edge.vertical_rate = v(2), edge.roll_rate = v(3);
  edge.rail[0] = {0.02 * q(0) * q(0), 0.01 * q(0) - 0.03 * q(0) * q(0)};
  edge.rail[1] = {0.04 * q(0), 0.01 - 0.06 * q(0)};
  edge.rail[2] = {0.04, -0.06};
  const Packed<double, 2> knife = motion.linear ? knife_at_linear(edge, q(3)) : knife_at(edge);
  const double s = knife.x() - edge.knife_lateral;
  const BasicProfileAt<double> profile{0.001 + 0.2 * s + 3 * s * s, 0.2 + 6 * s, 6.0};
  return motion.linear ? constrain_linear(edge, q(3), knife, profile) : constrain(edge, knife, profile);
}

class KnifeEdge : public ::testing::TestWithParam<std::tuple<double, bool>> {};

TEST_P(KnifeEdge, RatesAndRightHandSideAreDerivativesInTime) {
  const auto [sign, linear] = GetParam();
  Motion motion{sign, linear, {}, {}, {}};
  motion.place << 0.3, 0.01, 0.47, 0.05;
  motion.velocity << 2, 0.7, -0.5, 1.1;
  motion.acceleration << 1.5, -2, 3, 4;
  constexpr double h = 1e-4;
  const auto before = at(motion, -h), now = at(motion, 0), after = at(motion, h);
  EXPECT_NEAR(now.rate, (after.gap - before.gap) / (2 * h), 1e-6);
  EXPECT_NEAR(now.row.dot(motion.velocity), now.rate, 1e-12);
  // Each part of the frame's terms is above 0.5 m/s² here.
  EXPECT_NEAR(now.row.dot(motion.acceleration) - now.right_hand, (after.rate - before.rate) / (2 * h), 1e-4);
}
INSTANTIATE_TEST_SUITE_P(Sides, KnifeEdge,
                         ::testing::Combine(::testing::Values(1.0, -1.0), ::testing::Bool()));

// [Escalona2021, eq. 32] in our axes: C_a = z − z_ir − r0 − f + (Lw + s) φ and C_b = s + y − y_ir + (r0 + f)
// φ vanish where the gap does.
TEST(LinearKnifeEdge, FulfilsTheEquationsOfThePaper) {
  BasicKnifeEdge<double> edge{};
  edge.sign = 1;
  edge.knife_lateral = 0.75, edge.radius_zero = 0.46;
  const double roll = 0.05, f = 0.003;
  edge.lateral = 0.004;
  edge.rail[0] = {0.001, -0.002};
  // K_z = −(r0 + f): C_b gives s, and C_a the height.
  const double s = -(edge.lateral - 0.001) - (edge.radius_zero + f) * roll;
  edge.vertical = -0.002 + edge.radius_zero + f - (edge.knife_lateral + s) * roll;
  const Packed<double, 2> knife = knife_at_linear(edge, roll);
  EXPECT_NEAR(knife.x() - edge.knife_lateral, s, 1e-15);
  EXPECT_NEAR(constrain_linear(edge, roll, knife, BasicProfileAt<double>{f, 0, 0}).gap, 0, 1e-15);
}

}  // namespace
}  // namespace flangeway::wheelrail
