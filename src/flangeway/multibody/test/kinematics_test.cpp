#include "flangeway/multibody/kinematics.hpp"

#include <Eigen/Eigenvalues>

#include "flangeway/math/rotation.hpp"
#include "support.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

Model one_body() {
  Model model;
  model.bodies = {some_body()};
  finish(model, false);
  return model;
}

/// Deep in the transition, with large angles and rates.
std::vector<double> wild_state() {
  return {83.0, 0.4, 0.9, 0.3, -0.7, 0.5, 21.0, 0.8, -1.1, 0.9, -1.7, 1.3};
}

Vec3 global_angular_momentum(const BodyState& b, const Body& body) {
  const Mat3 to_global = b.frame.rotation * b.rotation;
  const Vec3 omega = b.frame.rotation * b.angular_velocity;
  return to_global * body.inertia * to_global.transpose() * omega;
}

/// ∂(velocity of the point at `arm`)/∂q̇, columns s, y, z, φ, θ, ψ.
Eigen::Matrix<double, 3, 6> point_jacobian(const BodyState& b, const Vec3& arm) {
  Eigen::Matrix<double, 3, 6> jacobian;
  jacobian << b.velocity_s + b.frame.curvature.cross(arm), Vec3::UnitY(), Vec3::UnitZ(),
      b.roll_axis.cross(arm), b.pitch_axis.cross(arm), Vec3::UnitZ().cross(arm);
  return jacobian;
}

/// ∂ω/∂q̇
Eigen::Matrix<double, 3, 6> rotation_jacobian(const BodyState& b) {
  Eigen::Matrix<double, 3, 6> jacobian;
  jacobian << b.frame.curvature, Vec3::Zero(), Vec3::Zero(), b.roll_axis, b.pitch_axis, Vec3::UnitZ();
  return jacobian;
}

TEST(Kinematics, VelocitiesAreDerivativesOfGlobalPositionAndRotation) {
  const Model model = one_body();
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  const auto y = wild_state();
  const double h = 1e-5;
  std::array<Vec3, 2> position;
  std::array<Mat3, 2> rotation;
  for (int side = 0; side < 2; ++side) {
    evaluate_kinematics(model, track, drift(model, y, side ? h : -h).data(), w);
    position[static_cast<std::size_t>(side)] = global_position(w.bodies[0]);
    rotation[static_cast<std::size_t>(side)] = w.bodies[0].frame.rotation * w.bodies[0].rotation;
  }
  evaluate_kinematics(model, track, y.data(), w);
  const BodyState& b = w.bodies[0];
  const Vec3 velocity = (position[1] - position[0]) / (2 * h);
  EXPECT_LT((b.frame.rotation * b.velocity - velocity).norm(), 1e-6);
  const Mat3 spin = (rotation[1] - rotation[0]) / (2 * h) * (b.frame.rotation * b.rotation).transpose();
  EXPECT_LT((skew(b.frame.rotation * b.angular_velocity) - spin).norm(), 1e-6);
  const Eigen::Map<const Vec6> v(y.data() + 6);
  const Vec3 arm{0.3, -0.8, 0.2};
  EXPECT_LT((point_jacobian(b, arm) * v - point_velocity(b, arm)).norm(), 1e-12);
  EXPECT_LT((rotation_jacobian(b) * v - b.angular_velocity).norm(), 1e-12);
}

TEST(Kinematics, MassMatrixIsThatOfTheJacobiansAndItsSolveInvertsIt) {
  const Model model = one_body();
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  evaluate_kinematics(model, track, wild_state().data(), w);
  const BodyState& b = w.bodies[0];
  const auto jv = point_jacobian(b, Vec3::Zero());
  const auto jw = rotation_jacobian(b);
  const Mat3 inertia = b.rotation * model.bodies[0].inertia * b.rotation.transpose();
  const Mat6 expected = model.bodies[0].mass * jv.transpose() * jv + jw.transpose() * inertia * jw;
  const Mat6 mass = mass_matrix(b);
  EXPECT_LT((mass - expected).norm(), 1e-12 * expected.norm());
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Mat6>(mass).eigenvalues().minCoeff(), 0);
  Vec6 rhs;
  rhs << 1e3, -2e3, 3e3, 400, -500, 600;
  EXPECT_LT((mass * solve_mass(b, rhs) - rhs).norm(), 1e-12 * rhs.norm());
}

TEST(Kinematics, ForceFreeBodyFliesStraightAndKeepsItsAngularMomentum) {
  Model model = one_body();
  model.gravity = 0;
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  auto y = wild_state();
  y[0] = 60;
  evaluate_kinematics(model, track, y.data(), w);
  const Vec3 position = global_position(w.bodies[0]);
  const Vec3 velocity = w.bodies[0].frame.rotation * w.bodies[0].velocity;
  const Vec3 momentum = global_angular_momentum(w.bodies[0], model.bodies[0]);
  const double energy = kinetic_energy(w.bodies[0], y.data() + 6);
  y = integrate(model, track, y, 2.0, 4000);
  evaluate_kinematics(model, track, y.data(), w);
  const BodyState& b = w.bodies[0];
  EXPECT_LT(y[1], 1.0);  // 2 m on straight track: the curve has turned away below it
  EXPECT_LT((global_position(b) - position - 2.0 * velocity).norm(), 1e-6);
  EXPECT_LT((b.frame.rotation * b.velocity - velocity).norm(), 1e-6);
  EXPECT_LT((global_angular_momentum(b, model.bodies[0]) - momentum).norm(), 1e-6 * momentum.norm());
  EXPECT_NEAR(kinetic_energy(b, y.data() + 6), energy, 1e-7 * energy);
}

// A round part that spins with the wheels and a part that turns with their axle only: without forces the sum
// of their angular momenta stays, and nothing depends on the angle of the spin.
TEST(Kinematics, WheelsetWithUnequalInertiasKeepsItsAngularMomentum) {
  Model model = one_body();
  Body& body = model.bodies[0];
  body.wheelset = true;
  body.inertia = Vec3(900, 120, 700).asDiagonal();
  finish(model, false);
  model.gravity = 0;
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  const Mat3 spinning = Vec3(800, 120, 800).asDiagonal(), still = Vec3(100, 0, -100).asDiagonal();
  const auto momentum = [&](const std::vector<double>& y) {
    evaluate_kinematics(model, track, y.data(), w);
    const BodyState& b = w.bodies[0];
    const Vec3 all = b.intermediate.transpose() * b.angular_velocity,
               frame = b.intermediate.transpose() * b.intermediate_angular_velocity;
    return Vec3(b.frame.rotation * (b.intermediate * (spinning * all + still * frame)));
  };
  const auto y = wild_state();
  const auto acceleration = [&](double pitch) {
    auto turned = y;
    turned[4] = pitch;
    evaluate_kinematics(model, track, turned.data(), w);
    return Vec6(solve_mass(w.bodies[0], w.bodies[0].force));
  };
  const Vec6 at_once = acceleration(y[4]);
  EXPECT_LT((acceleration(0.9) - at_once).norm(), 1e-10 * at_once.norm());
  const double h = 1e-5;
  const auto after = [&](double t) {
    auto moved = y;
    for (std::size_t i = 0; i < 6; ++i) {
      const double rate = y[6 + i], change = at_once(static_cast<Eigen::Index>(i));
      moved[i] += t * rate + t * t / 2 * change;
      moved[6 + i] += t * change;
    }
    return moved;
  };
  const Vec3 rate = (momentum(after(h)) - momentum(after(-h))) / (2 * h);
  EXPECT_LT(rate.norm(), 1e-5 * momentum(y).norm());  // h², and rounding over h
}

TEST(Kinematics, FallingBodyFollowsTheParabola) {
  const Model model = one_body();
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  auto y = wild_state();
  evaluate_kinematics(model, track, y.data(), w);
  const Vec3 position = global_position(w.bodies[0]);
  const Vec3 velocity = w.bodies[0].frame.rotation * w.bodies[0].velocity;
  y = integrate(model, track, y, 0.5, 1000);
  evaluate_kinematics(model, track, y.data(), w);
  const Vec3 expected = position + 0.5 * velocity + 0.125 * Vec3{0, 0, -9.81};
  EXPECT_LT((global_position(w.bodies[0]) - expected).norm(), 1e-6);
}

TEST(Kinematics, CentrifugalForceInACurveIsMassTimesSpeedSquaredOverRadius) {
  Model model = one_body();
  model.gravity = 0;
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  auto y = nominal_state(model, 250, 20);
  y[2] = 0;  // on the centreline, no cant arm
  evaluate_kinematics(model, track, y.data(), w);
  const BodyState& b = w.bodies[0];
  const Vec3 global = b.frame.rotation * Vec3{0, b.force[1], b.force[2]};
  EXPECT_NEAR(global.head<2>().norm(), 2615 * 400 / 200.0, 5);
  EXPECT_LT(b.force[1], 0);  // outwards of a left curve
}

TEST(Kinematics, PrescribedSpeedHoldsInTheSolution) {
  Model model = one_body();
  finish(model, true);
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  w.prescribed_acceleration = 0.8;
  evaluate_kinematics(model, track, wild_state().data(), w);
  const BodyState& b = w.bodies[0];
  ASSERT_TRUE(b.speed_prescribed);
  const Vec6 acceleration = solve_mass(b, b.force);
  EXPECT_EQ(acceleration[0], 0.8);
  const Vec6 reaction = mass_matrix(b) * acceleration - b.force;
  EXPECT_LT(reaction.tail<5>().norm(), 1e-9 * b.force.norm());
}

TEST(Kinematics, GeneralizedForceIsTheVirtualPowerOfTheWrench) {
  const Model model = one_body();
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  const auto y = wild_state();
  evaluate_kinematics(model, track, y.data(), w);
  const BodyState& b = w.bodies[0];
  const Vec3 force{300, -200, 500}, moment{10, 70, -40}, arm{0.1, 0.7, -0.3};
  const Eigen::Map<const Vec6> v(y.data() + 6);
  EXPECT_NEAR(generalized_force(b, force, moment).dot(v),
              force.dot(b.velocity) + moment.dot(b.angular_velocity), 1e-9);
  EXPECT_NEAR(generalized_force_at(b, arm, force).dot(v), force.dot(point_velocity(b, arm)), 1e-9);
}

TEST(Kinematics, MirroredStateOnStraightTrackGivesMirroredForce) {
  Model model = one_body();
  model.bodies[0].inertia = Vec3{1722, 1476, 3067}.asDiagonal();
  const auto track = straight_track();
  Workspace w = make_workspace(model);
  auto y = wild_state();
  evaluate_kinematics(model, track, y.data(), w);
  const Vec6 force = w.bodies[0].force;
  for (std::size_t k : {1u, 3u, 5u}) y[k] = -y[k], y[6 + k] = -y[6 + k];
  evaluate_kinematics(model, track, y.data(), w);
  Vec6 mirror;
  mirror << 1, -1, 1, -1, 1, -1;
  EXPECT_LT((w.bodies[0].force - mirror.cwiseProduct(force)).norm(), 1e-10 * force.norm());
}

}  // namespace
}  // namespace flangeway::multibody
