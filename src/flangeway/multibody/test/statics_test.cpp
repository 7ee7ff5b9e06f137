#include "flangeway/multibody/statics.hpp"

#include "flangeway/multibody/elements/list.hpp"
#include "support.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

/// A frame on two wheelsets by four springs and one inclined rod, unevenly loaded.
Model bogie(bool with_springs) {
  Model model;
  Body frame = some_body();
  frame.name = "frame";
  model.bodies = {frame};
  for (const double x : {1.28, -1.28}) {
    Body wheelset;
    wheelset.name = x > 0 ? "front" : "rear";
    wheelset.mass = 1813;
    wheelset.inertia = Vec3{1120, 112, 1120}.asDiagonal();
    wheelset.wheelset = true;
    wheelset.initial << x, 0, 0.46, 0, 0, 0;
    model.bodies.push_back(wheelset);
    for (const double side : {1.0, -1.0}) {
      Element<Bushing> e;
      e.i = 0, e.j = model.bodies.size() - 1;
      e.point_i = {x, side, 0.0}, e.point_j = {0, side, 0.14};
      e.stiffness = {3e7, 4e6, with_springs ? 1.2e6 : 0.0};
      elements_of<Bushing>(model).push_back(e);
    }
  }
  Element<Axial> rod;
  rod.i = 0, rod.j = 1, rod.point_i = {0.2, 0.3, 0.1}, rod.point_j = {-0.3, 0.4, 0.05};
  rod.length =
      (model.bodies[1].initial.head<3>() + rod.point_j - frame.initial.head<3>() - rod.point_i).norm();
  rod.stiffness = 1e5;
  if (with_springs) elements_of<Axial>(model) = {rod};
  AppliedForce ballast;
  ballast.i = 0, ballast.point_i = {0.4, -0.2, 0}, ballast.force = {0, 0, -5000};
  model.lists->applied_forces = {ballast};
  finish(model, false);
  return model;
}

// Force on each body in the nominal position at rest, by the nonlinear model.
std::vector<Vec6> nominal_forces(const Model& model) {
  const auto track = straight_track();
  Workspace w = make_workspace(model);
  const auto y = nominal_state(model, 100, 0);
  evaluate_kinematics(model, track, y.data(), w);
  evaluate_suspension(model, y.data(), w, nullptr);
  std::vector<Vec6> forces;
  for (const BodyState& body : w.bodies) forces.push_back(body.force);
  return forces;
}

TEST(Statics, NominalPositionIsTheLoadedEquilibriumOfTheNonlinearModel) {
  Model model = bogie(true);
  EXPECT_TRUE(solve_preloads(model).empty());
  const std::vector<Vec6> forces = nominal_forces(model);
  EXPECT_LT(forces[0].norm(), 1e-6);
  const double weight = (2615 + 2 * 1813) * 9.81 + 5000;
  EXPECT_NEAR(forces[1][2] + forces[2][2], -weight, 1e-6);
}

TEST(Statics, GivenPreloadIsKeptAndTheOthersCarryTheRest) {
  Model model = bogie(true);
  elements_of<Axial>(model)[0].auto_preload = false;
  elements_of<Axial>(model)[0].preload = 777;
  EXPECT_TRUE(solve_preloads(model).empty());
  EXPECT_EQ(elements_of<Axial>(model)[0].preload, 777);
  EXPECT_LT(nominal_forces(model)[0].norm(), 1e-6);
}

// Preloads of a file that were rounded, or found in another position: 20 N of 60 kN too much on one spring.
TEST(Statics, GivenPreloadsThatAreOffByALittleAreBalanced) {
  Model model = bogie(true);
  ASSERT_TRUE(solve_preloads(model).empty());
  for (auto& spring : elements_of<Bushing>(model)) spring.auto_preload = false;
  elements_of<Axial>(model)[0].auto_preload = false;
  auto& first = elements_of<Bushing>(model)[0].preload;
  const Packed<double, 3> right = first;
  first[2] -= 20;
  const std::vector<Unsupported> left = solve_preloads(model);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].coordinate, 4u);  // the moment of 20 N at 1.28 m is the larger number
  EXPECT_NEAR(std::abs(left[0].residual), 20 * 1.28, 1e-6);
  ASSERT_TRUE(balance_given_preloads(model, left));
  EXPECT_LT(nominal_forces(model)[0].norm(), 1e-6);
  EXPECT_LT((elements_of<Bushing>(model)[0].preload - right).norm(), 20);
  EXPECT_LT(std::abs(elements_of<Bushing>(model)[3].preload[2] - right[2]), 5000);
}

TEST(Statics, PreloadsThatAreFarOffStayUnsupported) {
  Model model = bogie(true);
  ASSERT_TRUE(solve_preloads(model).empty());
  for (auto& spring : elements_of<Bushing>(model)) spring.auto_preload = false;
  elements_of<Axial>(model)[0].auto_preload = false;
  elements_of<Bushing>(model)[0].preload[2] -= 200;
  const auto before = elements_of<Bushing>(model)[0].preload;
  const std::vector<Unsupported> left = solve_preloads(model);
  ASSERT_FALSE(left.empty());
  EXPECT_FALSE(balance_given_preloads(model, left));
  EXPECT_EQ(elements_of<Bushing>(model)[0].preload, before);
}

/// A frame on two wheelsets with four arms: each turns about its axle, trails from a stiff pivot 0.5 m inside
/// and 0.2 m above it, and carries a spring 0.1 m outside.
Model trailing_arms() {
  Model model;
  Body frame = some_body();
  frame.name = "frame";
  frame.initial << 0, 0, 0.66, 0, 0, 0;
  model.bodies = {frame};
  std::vector<Element<Bushing>> joints;
  for (const double x : {1.2, -1.2}) {
    Body wheelset;
    wheelset.mass = 1813;
    wheelset.inertia = Vec3{1120, 112, 1120}.asDiagonal();
    wheelset.wheelset = true;
    wheelset.initial << x, 0, 0.46, 0, 0, 0;
    model.bodies.push_back(wheelset);
    const std::size_t axle = model.bodies.size() - 1;
    const double inwards = x > 0 ? -1 : 1;
    for (const double side : {1.0, -1.0}) {
      Body arm;
      arm.mass = 0.001;
      arm.inertia = Mat3::Identity();
      arm.initial << x, side, 0.46, 0, 0, 0;
      model.bodies.push_back(arm);
      const std::size_t i = model.bodies.size() - 1;
      Element<Bushing> e;
      e.auto_preload = true;
      e.i = i, e.j = axle, e.point_i = Vec3::Zero(), e.point_j = {0, side, 0}, e.stiffness = {1e9, 1e9, 1e9};
      joints.push_back(e);  // bearing
      e.j = 0, e.point_i = {0.5 * inwards, 0, 0.2}, e.point_j = {x + 0.5 * inwards, side, 0};
      e.stiffness = {3e7, 3e7, 3e7};
      joints.push_back(e);  // pivot
      e.point_i = {-0.1 * inwards, 0, 0.2}, e.point_j = {x - 0.1 * inwards, side, 0};
      e.stiffness = {0, 0, 1e6};
      joints.push_back(e);     // spring
      Element<Torsion> guide;  // nothing else holds an arm in roll and yaw
      guide.auto_preload = true;
      guide.i = i, guide.j = axle, guide.stiffness = {1e6, 0, 1e6};
      elements_of<Torsion>(model).push_back(guide);
    }
  }
  elements_of<Bushing>(model) = joints;
  finish(model, false);
  return model;
}

// Moments about the axle: the pivot pushes the frame with P, the spring with S, P + S = W/4 and 0.5 P = 0.1
// S.
TEST(Statics, TrailingArmsCarryTheirLoadWithoutPushingAlongTheTrack) {
  Model model = trailing_arms();
  ASSERT_TRUE(solve_preloads(model).empty());
  const double share = model.bodies[0].mass * model.gravity / 4;
  const auto& elements = elements_of<Bushing>(model);
  ASSERT_EQ(elements.size(), 12u);
  for (std::size_t k = 0; k < elements.size(); k += 3) {
    EXPECT_NEAR(elements[k].preload.z(), -share, 0.1) << k;  // and the arm's own weight
    EXPECT_NEAR(elements[k + 1].preload.z(), share / 6, 0.1) << k;
    EXPECT_NEAR(elements[k + 2].preload.z(), 5 * share / 6, 0.1) << k;
    for (const std::size_t element : {k, k + 1})
      EXPECT_NEAR(elements[element].preload.x(), 0, 0.1) << element;
  }
  for (const Vec6& force : nominal_forces(model)) EXPECT_NEAR(force[0], 0, 1e-3);
}

TEST(Statics, BodyThatNothingHoldsIsNamedWithItsWeight) {
  Model model = bogie(false);
  const auto unsupported = solve_preloads(model);
  ASSERT_EQ(unsupported.size(), 1u);
  EXPECT_EQ(unsupported[0].body, 0u);
  EXPECT_EQ(unsupported[0].coordinate, 2u);
  EXPECT_NEAR(unsupported[0].residual, -(2615 * 9.81 + 5000), 1e-3);
}

/// The bogie with a rotor on a shaft in the frame, which a gear turns at −3 times the speed of the front
/// wheelset against the frame, under a torque on the rotor: a force with an arm about the shaft.
Model geared_bogie(double force) {
  Model model = bogie(true);
  Body rotor;
  rotor.name = "rotor";
  rotor.mass = 100;
  rotor.inertia = Vec3{30, 40, 30}.asDiagonal();
  rotor.initial << 0.5, 0, 0.7, 0, 0, 0;
  model.bodies.push_back(rotor);
  Joint shaft;
  shaft.type = JointType::revolute;
  shaft.i = 0, shaft.j = 3;
  shaft.point_i = rotor.initial.head<3>() - model.bodies[0].initial.head<3>();
  shaft.point_j.setZero();
  Joint gear;
  gear.type = JointType::gear;
  gear.i = 3, gear.j = 1, gear.carrier = 0, gear.ratio = -3;
  model.joints = {shaft, gear};
  AppliedForce pull;
  pull.i = 3, pull.point_i = {0.2, 0, 0}, pull.force = {0, 0, force};
  model.lists->applied_forces.push_back(pull);
  finish(model, false);
  return model;
}

// With ω_rotor − ω_frame = ratio (ω_wheelset − ω_frame) a torque T that the gear exerts on the rotor goes
// with −ratio T on the wheelset and (ratio − 1) T on the frame, by virtual work. It carries the pull's torque
// M, so T = −M, and springs, weights and pulls of frame and rotor together are left with −ratio T = ratio M.
TEST(Statics, TheCarrierOfAGearTakesItsShareOfTheTorque) {
  for (const double force : {0.0, 1000.0}) {
    Model model = geared_bogie(force);
    EXPECT_TRUE(solve_preloads(model).empty());
    const std::vector<Vec6> forces = nominal_forces(model);
    const Vec3 arm = model.bodies[3].initial.head<3>() - model.bodies[0].initial.head<3>();
    const Vec3 sum = forces[0].head<3>() + forces[3].head<3>(),
               moment = forces[0].tail<3>() + forces[3].tail<3>() + arm.cross(Vec3(forces[3].head<3>()));
    const double torque = -0.2 * force;  // arm along x, force along z: about −y
    EXPECT_LT(sum.norm(), 1e-6);
    EXPECT_NEAR(moment.y(), -3 * torque, 1e-6) << force;
    EXPECT_NEAR(forces[3][4], torque, 1e-6);
  }
}

}  // namespace
}  // namespace flangeway::multibody
