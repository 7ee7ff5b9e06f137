#include "flangeway/multibody/joints.hpp"

#include <cmath>

#include "flangeway/multibody/joint_solution.hpp"
#include "support.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

Body body_at(const std::string& name, double mass, const Vec3& inertia, const Vec3& place) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia.asDiagonal();
  body.initial << place, 0, 0, 0;
  return body;
}

Joint joint_of(JointType type, std::size_t i, std::size_t j, const Vec3& point_i, const Vec3& point_j) {
  Joint joint;
  joint.type = type;
  joint.i = i, joint.j = j;
  joint.point_i = point_i, joint.point_j = point_j;
  return joint;
}

/// A wheelset and two bodies, with a joint of each kind; nothing of it fits together.
Model one_of_each() {
  Model model;
  model.bodies = {body_at("a", 900, {40, 50, 60}, {0, 0, 1}), body_at("b", 20, {2, 3, 2.5}, {1, 0, 0.5}),
                  body_at("wheelset", 1500, {900, 100, 900}, {2, 0, 0.46})};
  model.bodies[2].wheelset = true;
  model.joints = {joint_of(JointType::revolute, 2, 1, {0, 1, 0}, {0.1, 0.2, -0.1}),
                  joint_of(JointType::spherical, 0, 1, {0.3, -0.4, 0.2}, {0.1, 0, 0}),
                  joint_of(JointType::fixed, 1, 0, {0.1, 0.2, 0.3}, {-0.2, 0.1, 0}),
                  joint_of(JointType::link, 2, 0, {0, 0.7, 0}, {0.4, 0.1, -0.2}),
                  joint_of(JointType::gear, 2, 1, {}, {}),
                  joint_of(JointType::gear, 2, 1, {}, {})};
  model.joints[3].length = 1.1;
  model.joints[4].ratio = 3.5;
  model.joints[5].ratio = -2;
  model.joints[5].carrier = 0;
  finish(model, false);
  return model;
}

std::vector<double> wild_joint_state() {
  return {83.0, 0.4, 0.9,  0.3, -0.7, 0.5, 84.2, -0.3, 0.6,  -0.2, 0.4, 0.6, 85.0, 0.1,  0.5,  0.1, 7.0, -0.2,
          21.0, 0.8, -1.1, 0.9, -1.7, 1.3, 20.0, 0.2,  -0.5, 0.7,  0.9, 1.1, 20.5, -0.6, 0.35, 0.4, 45., 0.8};
}

void evaluate(const Model& model, const track::TrackModel& track, const std::vector<double>& y,
              Workspace& w) {
  evaluate_kinematics(model, track, y.data(), w);
  evaluate_poses(model, w);
  evaluate_joints(model, y.data(), 0, w);
}

TEST(Joints, RatesJacobiansAndRightHandSidesAreDerivativesInTime) {
  const Model model = one_of_each();
  const auto track = curved_track(0.05);
  Workspace w = make_workspace(model);
  const auto y = wild_joint_state();
  const double h = 1e-5;
  std::array<std::vector<JointRow>, 2> beside;
  for (int side = 0; side < 2; ++side) {
    evaluate(model, track, drift(model, y, side ? h : -h), w);
    beside[static_cast<std::size_t>(side)] = w.joints.batches.front().rows;
  }
  evaluate(model, track, y, w);
  ASSERT_EQ(w.joints.batches.size(), 1u);
  const JointBatch& batch = w.joints.batches.front();
  ASSERT_EQ(batch.rows.size(), 17u);
  std::vector<Packed<math::Batch, 6>> velocities;
  for (const JointedBodies& four : batch.bodies) {
    const auto v = six(y.data() + model.velocity_offset(), four.bodies);
    velocities.push_back(Eigen::Map<const Packed<math::Batch, 6>>(v.data()));
  }
  for (std::size_t r = 0; r < batch.rows.size(); ++r) {
    const double rate = batch.rows[r].rate[0], speed = row_times(batch.rows[r], velocities.data())[0];
    EXPECT_NEAR(rate, speed, 1e-12 * (1 + std::abs(speed))) << r;
    EXPECT_NEAR(rate, (beside[1][r].residual[0] - beside[0][r].residual[0]) / (2 * h), 2e-6) << r;
    EXPECT_NEAR(-batch.rows[r].right_hand[0], (beside[1][r].rate[0] - beside[0][r].rate[0]) / (2 * h), 2e-5)
        << r;
  }
}

/// Rates of the flat state under gravity and joints; a body may be held where it is.
struct Jointed {
  const Model& model;
  track::TrackModel track = straight_track();
  std::size_t held = no_index;
  Workspace w{make_workspace(model)};

  std::vector<double> rate(const std::vector<double>& y) {
    std::vector<double> out = state_rate(model, track, w, y);
    evaluate_joints(model, y.data(), 0, w);
    const std::size_t n = model.velocity_offset();
    set_inverse_masses(w);
    if (held != no_index) {
      for (JointBatch& batch : w.joints.batches)
        for (JointedBodies& four : batch.bodies)
          for (std::size_t lane = 0; lane < math::batch_size; ++lane)
            if (four.bodies[lane] == held) set_response(Mat6::Zero(), lane, four);
      std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(n + 6 * held), 6, 0.0);
    }
    EXPECT_EQ(factorise_joints(Symmetry::symmetric, w.joints), EvalStatus::ok);
    move_by_joints(Wanted::accelerations, w.joints, out.data() + n);
    forget_multipliers(w.joints);
    (void)add_change(0, w.joints);
    return out;
  }
  std::vector<double> integrate(std::vector<double> y, double duration, int steps) {
    const double h = duration / steps;
    for (int step = 0; step < steps; ++step) {
      const auto k1 = rate(y), k2 = rate(plus(y, h / 2, k1)), k3 = rate(plus(y, h / 2, k2)),
                 k4 = rate(plus(y, h, k3));
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    return y;
  }
};

/// Two bars hang from a held body: c.g. at half their lengths, pitch angles θ1, θ2 of the bars.
struct DoublePendulum {
  double length1 = 1.2, length2 = 0.8, mass1 = 3, mass2 = 2, inertia1 = 0.5, inertia2 = 0.2;
  Model model;

  DoublePendulum() {
    const double h1 = length1 / 2, h2 = length2 / 2;
    model.bodies = {body_at("ground", 1e3, {1, 1, 1}, {50, 0, 5}),
                    body_at("upper", mass1, {1, inertia1, 1}, {50, 0, 5 - h1}),
                    body_at("lower", mass2, {1, inertia2, 1}, {50, 0, 5 - length1 - h2})};
    model.joints = {joint_of(JointType::revolute, 0, 1, {0, 0, 0}, {0, 0, h1}),
                    joint_of(JointType::revolute, 1, 2, {0, 0, -h1}, {0, 0, h2})};
    finish(model, false);
  }
  /// Turned by θ1 and θ2 about y, with these rates.
  [[nodiscard]] std::vector<double> state(const std::array<double, 4>& a) const {
    std::vector<double> y = nominal_state(model, 0, 0);
    const double h1 = length1 / 2, h2 = length2 / 2;
    // Down is [−sin θ, −cos θ] in x, z.
    const auto x = [](double l, double angle) { return -l * std::sin(angle); };
    const auto z = [](double l, double angle) { return -l * std::cos(angle); };
    y[6] = 50 + x(h1, a[0]), y[8] = 5 + z(h1, a[0]), y[10] = a[0];
    y[12] = 50 + x(length1, a[0]) + x(h2, a[1]), y[14] = 5 + z(length1, a[0]) + z(h2, a[1]), y[16] = a[1];
    double* v = y.data() + 18;
    v[6] = z(h1, a[0]) * a[2], v[8] = -x(h1, a[0]) * a[2], v[10] = a[2];
    v[12] = z(length1, a[0]) * a[2] + z(h2, a[1]) * a[3];
    v[14] = -x(length1, a[0]) * a[2] - x(h2, a[1]) * a[3];
    v[16] = a[3];
    return y;
  }
  /// Lagrange's equations in θ1, θ2, written down apart from the library.
  [[nodiscard]] std::array<double, 4> rate(const std::array<double, 4>& a) const {
    const double h1 = length1 / 2, h2 = length2 / 2, g = 9.81, c = mass2 * length1 * h2;
    const double m11 = inertia1 + mass1 * h1 * h1 + mass2 * length1 * length1,
                 m22 = inertia2 + mass2 * h2 * h2, m12 = c * std::cos(a[0] - a[1]);
    const double f1 = -c * std::sin(a[0] - a[1]) * a[3] * a[3] -
                      (mass1 * h1 + mass2 * length1) * g * std::sin(a[0]),
                 f2 = c * std::sin(a[0] - a[1]) * a[2] * a[2] - mass2 * h2 * g * std::sin(a[1]);
    const double det = m11 * m22 - m12 * m12;
    return {a[2], a[3], (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det};
  }
  [[nodiscard]] std::array<double, 4> integrate(std::array<double, 4> a, double duration, int steps) const {
    const double h = duration / steps;
    const auto moved = [](const auto& from, double by, const auto& k) {
      auto out = from;
      for (std::size_t i = 0; i < 4; ++i) out[i] += by * k[i];
      return out;
    };
    for (int step = 0; step < steps; ++step) {
      const auto k1 = rate(a), k2 = rate(moved(a, h / 2, k1)), k3 = rate(moved(a, h / 2, k2)),
                 k4 = rate(moved(a, h, k3));
      for (std::size_t i = 0; i < 4; ++i) a[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    return a;
  }
};

TEST(Joints, DoublePendulumFollowsLagrangesEquations) {
  const DoublePendulum pendulum;
  Jointed motion{pendulum.model};
  motion.held = 0;
  const std::array<double, 4> start{1.3, -0.4, 0.5, 2.0};
  const auto y = motion.integrate(pendulum.state(start), 1.0, 2000);
  const auto exact = pendulum.state(pendulum.integrate(start, 1.0, 2000));
  // Both by RK4 with 0.5 ms, whose error is 1e-11; the constraints drift by about as much.
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], exact[i], 1e-9) << i;
}

TEST(Joints, ReactionsOfAHangingChainCarryItsWeight) {
  const DoublePendulum pendulum;
  Jointed motion{pendulum.model};
  motion.held = 0;
  (void)motion.rate(pendulum.state({0, 0, 0, 0}));
  const double weight[] = {(pendulum.mass1 + pendulum.mass2) * 9.81, pendulum.mass2 * 9.81};
  for (std::size_t k = 0; k < 2; ++k) {
    const JointReaction reaction = joint_reaction(pendulum.model.joints[k], motion.w);
    EXPECT_NEAR((reaction.force - Vec3(0, 0, -weight[k])).norm(), 0, 1e-10);
    EXPECT_NEAR(reaction.moment.norm(), 0, 1e-10);
  }
}

// A body that hangs from a link pulls it, one that stands on a link presses it: m g, tension positive.
TEST(Joints, ALinkThatCarriesAHangingBodyIsInTension) {
  for (const double side : {-1.0, 1.0}) {
    Model model;
    model.bodies = {body_at("ground", 1e3, {1, 1, 1}, {50, 0, 5}),
                    body_at("load", 7, {1, 1, 1}, {50, 0, 5 + side * 1.5})};
    model.joints = {joint_of(JointType::link, 0, 1, {0, 0, side * 0.3}, {0, 0, -side * 0.2})};
    model.joints[0].length = 1;
    finish(model, false);
    Jointed motion{model};
    motion.held = 0;
    (void)motion.rate(nominal_state(model, 0, 0));
    const JointReaction reaction = joint_reaction(model.joints[0], motion.w);
    EXPECT_NEAR(reaction.force.x(), -side * 7 * 9.81, 1e-9);
    EXPECT_EQ(reaction.moment.norm(), 0);
  }
}

/// Pendulums of different sizes in one model, each on a held body: groups alike.
struct Pendulums {
  std::vector<DoublePendulum> each;
  Model model;

  explicit Pendulums(std::size_t count) : each(count) {
    for (std::size_t k = 0; k < count; ++k) {
      const double size = 1 + 0.3 * static_cast<double>(k);
      each[k].model.bodies[1].mass *= size;
      each[k].model.bodies[2].inertia *= size;
      each[k].model.joints[1].point_i.z() *= size;
      for (const Body& body : each[k].model.bodies) model.bodies.push_back(body);
      for (Joint joint : each[k].model.joints) {
        joint.i += 3 * k, joint.j += 3 * k;
        model.joints.push_back(joint);
      }
    }
    finish(model, false);
  }
};

// Five: a batch of four, and one beside three that repeat it.
TEST(Joints, GroupsAlikeMoveSideBySideAsEachAlone) {
  const Pendulums pendulums(5);
  Jointed together{pendulums.model};
  ASSERT_EQ(together.w.joints.batches.size(), 2u);
  EXPECT_EQ(together.w.joints.batches[0].count + together.w.joints.batches[1].count, 5u);
  const std::vector<double> state = pendulums.each[0].state({1.3, -0.4, 0.5, 2.0});
  std::vector<double> all;
  for (const std::size_t half : {0u, 18u})
    for (std::size_t k = 0; k < 5; ++k)
      for (std::size_t i = 0; i < 18; ++i) all.push_back(state[half + i]);
  const std::vector<double> rates = together.rate(all);
  for (std::size_t k = 0; k < 5; ++k) {
    Jointed alone{pendulums.each[k].model};
    const std::vector<double> rate = alone.rate(state);
    for (std::size_t i = 0; i < 18; ++i)
      EXPECT_NEAR(rates[90 + 18 * k + i], rate[18 + i], 1e-12 * (1 + std::abs(rate[18 + i]))) << k;
    for (std::size_t row = 0; row < 10; ++row)
      EXPECT_NEAR(together.w.joints.multiplier(10 * k + row), alone.w.joints.multiplier(row), 1e-9) << k;
  }
}

// A response that turns forces by a right angle leaves nothing on the diagonal of S, and what joints want is
// met all the same; in one of the four it does not, and rows stay where they are.
TEST(Joints, EquationsWithoutSymmetryAreSolvedWithPivots) {
  const Pendulums pendulums(4);
  const auto track = straight_track();
  Workspace w = make_workspace(pendulums.model);
  const std::vector<double> state = nominal_state(pendulums.model, 0, 0);
  evaluate(pendulums.model, track, state, w);
  JointBatch& batch = w.joints.batches.front();
  for (JointedBodies& four : batch.bodies) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      Mat6 response = Mat6::Zero();
      response.bottomRightCorner<3, 3>() = 0.1 * Eigen::AngleAxisd(0.2, Vec3::UnitX()).toRotationMatrix();
      response.topLeftCorner<3, 3>() =
          Eigen::AngleAxisd(lane == 2 ? 0 : pi / 2, Vec3::UnitZ()).toRotationMatrix();
      set_response(response, lane, four);
    }
  }
  for (JointRow& row : batch.rows) row.right_hand = {1.0, -2.0, 0.5, 3.0};
  ASSERT_EQ(factorise_joints(Symmetry::none, w.joints), EvalStatus::ok);
  EXPECT_TRUE(batch.swapped);
  std::vector<double> values(state.size() / 2, 0.0);
  move_by_joints(Wanted::accelerations, w.joints, values.data());
  std::vector<double> again = values;
  move_by_joints(Wanted::accelerations, w.joints, again.data());  // nothing is left to do
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(again[i], values[i], 1e-10) << i;
    largest = std::max(largest, std::abs(values[i]));
  }
  EXPECT_GT(largest, 0.1);
}

TEST(Joints, EquationsThatRepeatEachOtherHaveNoSolution) {
  Model model = DoublePendulum().model;
  model.joints.push_back(model.joints.back());
  finish(model, false);
  Workspace w = make_workspace(model);
  evaluate(model, straight_track(), nominal_state(model, 0, 0), w);
  set_inverse_masses(w);
  EXPECT_EQ(factorise_joints(Symmetry::symmetric, w.joints), EvalStatus::retry);
  EXPECT_EQ(factorise_joints(Symmetry::none, w.joints), EvalStatus::retry);
}

}  // namespace
}  // namespace flangeway::multibody
