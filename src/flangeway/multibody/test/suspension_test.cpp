#include "flangeway/multibody/suspension.hpp"

#include <cmath>

#include "flangeway/math/rotation.hpp"
#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "support.hpp"
#include "support/rotation_y.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

/// A frame and a wheelset, and one element of a kind between them.
Model two_bodies() {
  Model model;
  Body frame = some_body();
  frame.name = "frame";
  Body wheelset;
  wheelset.name = "wheelset";
  wheelset.mass = 1813;
  wheelset.inertia = Vec3{1120, 112, 1120}.asDiagonal();
  wheelset.wheelset = true;
  wheelset.initial << 1.28, 0, 0.46, 0, 0, 0;
  model.bodies = {frame, wheelset};
  return model;
}

const Vec3 point_on_frame{1.2, 0.9, 0.2}, point_on_wheelset{0.05, 1.0, 0.0};

Element<Axial> some_axial() {
  Element<Axial> e;
  e.i = 0, e.j = 1, e.point_i = point_on_frame, e.point_j = point_on_wheelset;
  e.length = 0.4, e.stiffness = 2e5, e.damping = 3e3, e.preload = -500;
  return e;
}

Element<Bushing> some_bushing() {
  Element<Bushing> e;
  e.i = 0, e.j = 1, e.point_i = {1.28, 1.0, -0.14}, e.point_j = {0, 1.0, 0};
  e.stiffness = {3e6, 4e5, 1e5}, e.damping = {3e3, 2e3, 1e3}, e.preload = {10, -200, 5e3};
  return e;
}

Element<Torsion> some_torsion() {
  Element<Torsion> e;
  e.i = 0, e.j = 1, e.stiffness = {1e4, 2e4, 3e4}, e.damping = {30, 20, 10}, e.preload = {5, -40, 20};
  return e;
}

Model with_everything() {
  Model model = two_bodies();
  model.table_points = {{0, 0}, {0.01, 1e3}, {0.05, 9e3}, {0.005, 0}, {0.02, 600}, {0.5, 9e4}};
  auto& axial = elements_of<Axial>(model);
  axial = {some_axial(), some_axial()};
  axial[1].tables[Axial<double>::spring] = {0, 3, true};
  Element<MaxwellDamper> series;
  series.i = 1, series.j = 0, series.point_i = {0.1, -1, 0.2}, series.point_j = {1.1, -0.8, 0.5};
  series.length = 0.3, series.stiffness = 6e6, series.damping = 2e4;
  elements_of<MaxwellDamper>(model) = {series};
  auto& bushings = elements_of<Bushing>(model);
  bushings = {some_bushing(), some_bushing()};
  bushings[1].point_i.y() = bushings[1].point_j.y() = -1.0;
  bushings[1].damping = Vec3::Zero();
  bushings[1].series_stiffness[2] = 1e6, bushings[1].series_damping[2] = 4e3;
  elements_of<Torsion>(model) = {some_torsion()};
  Element<BumpStop> stop;
  stop.i = 0, stop.j = 1, stop.point_i = {1.28, 0, -0.1}, stop.point_j = Vec3::Zero();
  stop.clearance = 0.002, stop.tables = {Table{3, 3, false}};
  elements_of<BumpStop>(model) = {stop};
  model.ground_bodies = {1};
  Element<Bushing> guide = some_bushing();
  guide.i = 1, guide.j = 2, guide.point_i = {0, 0.2, 0.1}, guide.point_j = {0, 0.2, 0.56};
  bushings.push_back(guide);
  finish(model, false);
  return model;
}

/// Both bodies in the transition of the curve with deflections of centimetres and rates of some m/s.
std::vector<double> moving_state(const Model& model) {
  auto y = nominal_state(model, 80, 20);
  const double q[] = {0.01, 0.02, 0.015, 0.02, 0.03, -0.02, -0.02, -0.01, 0.01, 0.03, 40.0, 0.025};
  const double v[] = {0.2, -0.5, 0.4, 0.3, -0.2, 0.5, 0.1, 0.3, 0.6, -0.4, 43.0, 0.2};
  for (std::size_t k = 0; k < 12; ++k) y[k] += q[k], y[model.velocity_offset() + k] += v[k];
  for (std::size_t k = 0; k < model.auxiliary_count; ++k) y[model.auxiliary_offset() + k] = 0.001;
  return y;
}

void evaluate(const Model& model, const track::TrackModel& track, const std::vector<double>& y, Workspace& w,
              std::vector<double>& rate) {
  rate.assign(std::max<std::size_t>(model.auxiliary_count, 1), 0.0);
  evaluate_kinematics(model, track, y.data(), w);
  evaluate_suspension(model, y.data(), w, rate.data());
}

/// Power of the suspension forces alone: what evaluate_suspension adds to the bodies.
double suspension_power(const Model& model, const track::TrackModel& track, const std::vector<double>& y) {
  Workspace w = make_workspace(model);
  std::vector<double> rate(std::max<std::size_t>(model.auxiliary_count, 1));
  evaluate_kinematics(model, track, y.data(), w);
  double power = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t b = 0; b < model.body_count(); ++b) {
      const Eigen::Map<const Vec6> v(y.data() + model.velocity_offset() + 6 * b);
      power += (pass ? 1 : -1) * w.bodies[b].force.dot(v);
    }
    if (pass == 0) evaluate_suspension(model, y.data(), w, rate.data());
  }
  return power;
}

double energy_rate(const Model& model, const track::TrackModel& track, const std::vector<double>& y) {
  const double h = 1e-6;
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  evaluate(model, track, y, w, rate);
  const std::vector<double> u_rate = rate;
  std::array<double, 2> energy{};
  for (std::size_t side = 0; side < 2; ++side) {
    const double t = side ? h : -h;
    auto moved = drift(model, y, t);
    for (std::size_t k = 0; k < model.auxiliary_count; ++k)
      moved[model.auxiliary_offset() + k] += t * u_rate[k];
    evaluate(model, track, moved, w, rate);
    energy[side] = suspension_energy(model, moved.data(), w).stored;
  }
  return (energy[1] - energy[0]) / (2 * h);
}

TEST(Suspension, PowerOfUndampedElementsIsMinusTheRateOfElasticEnergy) {
  const auto track = curved_track();
  Model model = with_everything();
  remove_dampers(model);
  const auto y = moving_state(model);
  const double power = suspension_power(model, track, y);
  ASSERT_GT(std::abs(power), 1000);
  EXPECT_NEAR(power, -energy_rate(model, track, y), 2e-6 * std::abs(power));
}

TEST(Suspension, DampersLoseWhatTheEnergyDoesNotKeep) {
  const auto track = curved_track();
  const Model model = with_everything();
  const auto y = moving_state(model);
  Workspace w = make_workspace(model);
  std::vector<double> u_rate;
  evaluate(model, track, y, w, u_rate);
  const double loss = suspension_energy(model, y.data(), w).loss;
  EXPECT_GT(loss, 100);
  EXPECT_NEAR(suspension_power(model, track, y), -energy_rate(model, track, y) - loss, 1e-5 * loss);
}

TEST(Suspension, ElementsThatMoveRigidlyTogetherAreUnstrained) {
  // The same spatial motion of all bodies, in a curve: rigid rotation about the master track frame.
  const auto track = curved_track();
  Model model = with_everything();
  elements_of<Bushing>(model).pop_back();
  model.ground_bodies.clear();
  finish(model, false);
  for (Body& body : model.bodies) body.wheelset = false;  // their frames then turn rigidly
  auto y = nominal_state(model, 200, 0);
  const Mat3 turn = rotation_z(0.02) * rotation_x(-0.03) * rotation_y(0.01);
  track::Frame master;
  track::evaluate_frame(track, 200, master);
  for (std::size_t b = 0; b < 2; ++b) {
    const Vec3 target = master.position + master.rotation * (turn * model.bodies[b].initial.head<3>());
    double s = 200 + model.bodies[b].initial[0];
    track::Frame frame;
    for (int k = 0; k < 30; ++k) {
      track::evaluate_frame(track, s, frame);
      s += frame.rotation.col(0).dot(target - frame.position);
    }
    const Vec3 local = frame.rotation.transpose() * (target - frame.position);
    const Mat3 a = frame.rotation.transpose() * master.rotation * turn;
    const double roll = std::asin(a(2, 1));
    double* q = y.data() + 6 * b;
    q[0] = s, q[1] = local.y(), q[2] = local.z(), q[3] = roll;
    q[4] = std::atan2(-a(2, 0), a(2, 2)), q[5] = std::atan2(-a(0, 1), a(1, 1));
  }
  Workspace moved = make_workspace(model), still = make_workspace(model);
  std::vector<double> rate;
  evaluate(model, track, y, moved, rate);
  evaluate(model, straight_track(), nominal_state(model, 200, 0), still, rate);
  for (std::size_t k = 0; k < model.output_count; ++k) {
    EXPECT_NEAR(moved.element_deflection[k], still.element_deflection[k], 1e-9) << k;
    EXPECT_NEAR(moved.element_force[k], still.element_force[k], 0.01) << k;
  }
}

TEST(Suspension, ForcesAndMomentsOfEveryElementBalance) {
  const auto track = curved_track();
  Model model = with_everything();
  model.lists->applied_forces.push_back({0, 1, {0.3, 0.2, 0.1}, {100, -50, 30}, {10, 20, -30}});
  const auto y = moving_state(model);
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  evaluate(model, track, y, w, rate);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  for (const Pose& pose : w.poses) {
    force += pose.force;
    moment += pose.moment + pose.position.cross(pose.force);
  }
  EXPECT_LT(force.norm(), 1e-9 * w.poses[0].force.norm());
  EXPECT_LT(moment.norm(), 1e-9 * w.poses[0].force.norm());
}

TEST(Suspension, WheelsetAttachmentsDoNotSpin) {
  const auto track = straight_track();
  const Model model = with_everything();
  auto y = moving_state(model);
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  evaluate(model, track, y, w, rate);
  const auto before = w.element_force;
  y[6 + 4] += 1.3;
  y[model.velocity_offset() + 6 + 4] += 7;
  evaluate(model, track, y, w, rate);
  EXPECT_EQ(w.element_force, before);
}

TEST(Suspension, MotorTorqueSpinsTheWheelsetAndPitchesTheFrame) {
  Model model = two_bodies();
  AppliedForce motor;
  motor.i = 1, motor.j = 0, motor.torque = {0, 1500, 0};
  model.lists->applied_forces = {motor};
  finish(model, false);
  model.gravity = 0;
  const auto track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  evaluate(model, track, nominal_state(model, 100, 0), w, rate);
  EXPECT_DOUBLE_EQ(w.bodies[1].force[4], 1500);
  EXPECT_DOUBLE_EQ(w.bodies[0].force[4], -1500);
}

// Their power equals that of their generalised forces: a wheelset that rolls and turns, and the body that
// takes the reaction.
TEST(Suspension, PowerOfAppliedForcesIsThatOfTheirGeneralisedForces) {
  Model model = two_bodies();
  finish(model, false);
  const track::TrackModel track = curved_track();
  Workspace w = make_workspace(model);
  std::vector<double> y = moving_state(model);
  const std::size_t v = model.velocity_offset();
  for (std::size_t k = 0; k < 12; ++k) y[v + k] += 0.1 * static_cast<double>(k % 5) - 0.15;
  y[v + 6 + 4] = 40;  // it spins
  const auto power = [&] {
    state_rate(model, track, w, y);
    double sum = 0;
    for (std::size_t b = 0; b < 2; ++b)
      sum += w.bodies[b].force.dot(Eigen::Map<const Vec6>(y.data() + v + 6 * b));
    return sum;
  };
  const double without = power(), drive_without = suspension_energy(model, y.data(), w).drive;
  model.lists->applied_forces = {{1, 0, {0.3, 0.2, 0.1}, {100, -50, 30}, {10, 2000, -30}},
                                 {0, no_index, {0.1, -0.4, 0.2}, {-70, 20, 500}, {5, 40, 20}}};
  const double with = power(), drive = suspension_energy(model, y.data(), w).drive - drive_without;
  EXPECT_NEAR(drive, with - without, 1e-9 * std::abs(with));
  EXPECT_GT(std::abs(drive), 40 * 1500);
}

Model one_spring_on_ground(double stiffness) {
  Model model;
  model.bodies = {some_body()};
  model.bodies[0].inertia = Vec3{1722, 1476, 3067}.asDiagonal();
  model.ground_bodies = {0};
  Element<Axial> e;
  e.i = 0, e.j = 1, e.point_j = Vec3{0, 0, 0.1}, e.length = 0.5, e.stiffness = stiffness;
  elements_of<Axial>(model) = {e};
  model.gravity = 0;
  return model;
}

TEST(Suspension, AxialTensionIsStiffnessTimesElongation) {
  Model model = one_spring_on_ground(1e5);
  elements_of<Axial>(model)[0].damping = 2e3;
  finish(model, false);
  const auto track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  auto y = nominal_state(model, 100, 20);
  y[2] += 0.01;
  y[8] = 0.3;
  evaluate(model, track, y, w, rate);
  EXPECT_NEAR(w.element_force[0], 1e5 * 0.01 + 2e3 * 0.3, 1e-6);
  EXPECT_NEAR(w.bodies[0].force[2], -1600, 1e-6);
  EXPECT_NEAR(w.bodies[0].force[0], 0, 1e-9);
}

/// Height after a fall of half a second on a spring with a damper in series or in parallel, or without.
double height_on(const Model& model) {
  auto y = nominal_state(model, 100, 0);
  y[8] = 0.5;
  return integrate(model, straight_track(), y, 0.5, 20000)[2];
}

TEST(Suspension, SeriesElementWithStiffSpringIsADamperAndWithStiffDamperASpring) {
  Model damper = one_spring_on_ground(0), spring = one_spring_on_ground(1e5);
  elements_of<Axial>(damper)[0].damping = 8e3;
  finish(damper, false), finish(spring, false);
  auto in_series = [&](double k, double c) {
    Model model = one_spring_on_ground(0);
    const Element<Axial> a = elements_of<Axial>(model)[0];
    Element<MaxwellDamper> e;
    e.i = a.i, e.j = a.j, e.point_i = a.point_i, e.point_j = a.point_j, e.length = a.length;
    e.stiffness = k, e.damping = c;
    elements_of<MaxwellDamper>(model) = {e};
    elements_of<Axial>(model).clear();
    finish(model, false);
    return height_on(model);
  };
  EXPECT_NEAR(in_series(1e8, 8e3), height_on(damper), 2e-4);
  EXPECT_NEAR(in_series(1e7, 8e3), height_on(damper), 2e-3);
  EXPECT_NEAR(in_series(1e5, 1e8), height_on(spring), 1e-4);
  EXPECT_GT(std::abs(height_on(damper) - height_on(spring)), 0.01);
}

TEST(Suspension, BumpStopIsFreeInItsGapAndFollowsItsTable) {
  Model model = two_bodies();
  model.table_points = {{0, 0}, {0.005, 600}, {0.01, 1760}};
  Element<BumpStop> stop;
  stop.i = 0, stop.j = 1, stop.point_i = Vec3{1.28, 0, -0.14}, stop.point_j = Vec3::Zero();
  stop.clearance = 0.025, stop.tables = {Table{0, 3, false}};
  elements_of<BumpStop>(model) = {stop};
  finish(model, false);
  const auto track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  const auto force = [&](double lateral) {
    auto y = nominal_state(model, 100, 0);
    y[7] = lateral;
    evaluate(model, track, y, w, rate);
    return w.element_force[0];
  };
  EXPECT_EQ(force(0.024), 0);
  EXPECT_NEAR(force(0.030), 600, 1e-6);
  EXPECT_NEAR(force(-0.0325), -1180, 1e-6);
  EXPECT_NEAR(force(0.040), 1760 + 1160, 1e-6);
  elements_of<BumpStop>(model)[0].negative = 0;
  w = make_workspace(model);
  EXPECT_EQ(force(-0.0325), 0);
}

TEST(Suspension, MirroredVehicleHasMirroredForces) {
  const auto track = straight_track();
  Model model = two_bodies();
  model.bodies[0].inertia = Vec3{1722, 1476, 3067}.asDiagonal();
  for (const double side : {1.0, -1.0}) {
    Element<Bushing> e = some_bushing();
    e.preload.y() *= side, e.point_i.y() *= side, e.point_j.y() *= side;
    elements_of<Bushing>(model).push_back(e);
    Element<Axial> a = some_axial();
    a.point_i.y() *= side, a.point_j.y() *= side;
    elements_of<Axial>(model).push_back(a);
  }
  finish(model, false);
  Workspace w = make_workspace(model);
  std::vector<double> rate;
  auto y = moving_state(model);
  evaluate(model, track, y, w, rate);
  const std::vector<BodyState> before = w.bodies;
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t k : {1u, 3u, 5u}) y[6 * b + k] *= -1, y[12 + 6 * b + k] *= -1;
  }
  evaluate(model, track, y, w, rate);
  Vec6 mirror;
  mirror << 1, -1, 1, -1, 1, -1;
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_LT((w.bodies[b].force - mirror.cwiseProduct(before[b].force)).norm(),
              1e-9 * before[b].force.norm());
  }
}

TEST(Suspension, TableIsInterpolatedAndContinuedAndMayBeOdd) {
  Model model;
  model.table_points = {{0, 0}, {1, 10}, {3, 50}};
  const auto odd = curve_of(model, {0, 3, true}), plain = curve_of(model, {0, 3, false});
  EXPECT_DOUBLE_EQ(curve_value(plain, 0.5, 0.0), 5);
  EXPECT_DOUBLE_EQ(curve_value(plain, 2.0, 0.0), 30);
  EXPECT_DOUBLE_EQ(curve_value(plain, 4.0, 0.0), 70);
  EXPECT_DOUBLE_EQ(curve_value(plain, -1.0, 0.0), -10);
  EXPECT_DOUBLE_EQ(curve_value(odd, -2.0, 0.0), -30);
}

}  // namespace
}  // namespace flangeway::multibody
