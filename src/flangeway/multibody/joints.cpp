#include "flangeway/multibody/joints.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/multibody/acceleration_bias.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {
namespace {

/// A body as its joints see it, in master components: accelerations are those for q̈ = 0.
struct End {
  const BodyState& body;
  const Pose& pose;
  const Packed<double, 3, 3>& to_master;
  bool wheelset;
  Vec3 acceleration, angular_acceleration;

  End(const Model& model, const double* y, std::size_t b, const Workspace& w)
      : body(w.bodies[b]), pose(w.poses[b]), to_master(w.to_master[b]), wheelset(model.bodies[b].wheelset) {
    const double* q = y + model.velocity_offset() + 6 * b;
    std::array<double, 6> v;
    std::copy_n(q, 6, v.begin());
    Bias<double> bias = quadratic_velocity(body, v);
    // The intermediate frame does not spin.
    if (wheelset) bias.angular -= v[4] * body.intermediate_angular_velocity.cross(body.pitch_axis);
    acceleration = to_master * bias.linear;
    angular_acceleration = to_master * bias.angular;
  }
  [[nodiscard]] Vec3 turn(const Vec3& point) const { return pose.rotation * point; }
  [[nodiscard]] Vec3 spin(const Vec3& arm) const { return pose.angular_velocity.cross(arm); }
  [[nodiscard]] Vec3 velocity_at(const Vec3& arm) const { return pose.velocity + spin(arm); }
  [[nodiscard]] Vec3 acceleration_at(const Vec3& arm) const {
    return acceleration + angular_acceleration.cross(arm) + spin(spin(arm));
  }
  [[nodiscard]] Vec6 wrench(const Vec3& force, const Vec3& moment) const {
    Vec6 q = generalized_force(body, to_master.transpose() * force, to_master.transpose() * moment);
    if (wheelset) q[4] = 0;  // bearings leave the spin alone
    return q;
  }
  [[nodiscard]] Vec6 wrench_at(const Vec3& arm, const Vec3& force) const {
    return wrench(force, arm.cross(force));
  }
};

class Rows {
 public:
  Rows(const Joint& joint, double stabilisation_rate, Workspace& w)
      : joint_(joint), rate_(stabilisation_rate), next_(w.joints.rows.data() + joint.first_row) {}

  /// `bias`: the second derivative for q̈ = 0.
  void put(double residual, double rate, double bias, const Vec6& by_i, const Vec6& by_j) {
    put(residual, rate, bias, by_i, by_j, Vec6::Zero());
  }
  void put(double residual, double rate, double bias, const Vec6& by_i, const Vec6& by_j,
           const Vec6& by_carrier) {
    const bool third = joint_.carrier != no_index;
    next_->count = third ? 3 : 2;
    next_->bodies = {joint_.i, joint_.j, third ? joint_.carrier : joint_.i};
    next_->jacobian = {by_i, by_j, by_carrier};
    next_->residual = residual;
    next_->rate = rate;
    next_->right_hand = -bias - rate_ * (2 * rate + rate_ * residual);
    ++next_;
  }

 private:
  const Joint& joint_;
  double rate_;
  JointRow* next_;
};

// The point of j stays where it is in i. docs/theory/joints.md (1)
void put_point(const Joint& joint, const End& i, const End& j, Rows& rows) {
  const Vec3 arm_j = j.turn(joint.point_j), arm_i = j.pose.position + arm_j - i.pose.position;
  const Vec3 apart = arm_i - i.turn(joint.point_i), rate = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  const Vec3 bias = j.acceleration_at(arm_j) - i.acceleration_at(arm_i) - 2 * i.spin(rate);
  for (int k = 0; k < 3; ++k) {
    const Vec3 e = i.pose.rotation.col(k);
    rows.put(e.dot(apart), e.dot(rate), e.dot(bias), i.wrench_at(arm_i, -e), j.wrench_at(arm_j, e));
  }
}

// A direction a of i is square to b of j. docs/theory/joints.md (2)
void put_direction(const End& i, const End& j, const Vec3& a, const Vec3& b, Rows& rows) {
  const Vec3 axis = a.cross(b), spin_a = i.spin(a), spin_b = j.spin(b);
  const double bias = (i.angular_acceleration - j.angular_acceleration).dot(axis) + b.dot(i.spin(spin_a)) +
                      a.dot(j.spin(spin_b)) + 2 * spin_a.dot(spin_b);
  const double rate = (i.pose.angular_velocity - j.pose.angular_velocity).dot(axis);
  const Vec3 none = Vec3::Zero();
  rows.put(a.dot(b), rate, bias, i.wrench(none, axis), j.wrench(none, -axis));
}

void put_revolute(const Joint& joint, const End& i, const End& j, Rows& rows) {
  put_point(joint, i, j, rows);
  const Vec3 across = joint.axis.unitOrthogonal();
  put_direction(i, j, i.turn(joint.axis), j.turn(across), rows);
  put_direction(i, j, i.turn(joint.axis), j.turn(joint.axis.cross(across)), rows);
}

void put_fixed(const Joint& joint, const End& i, const End& j, Rows& rows) {
  put_point(joint, i, j, rows);
  for (int k = 0; k < 3; ++k)
    put_direction(i, j, i.pose.rotation.col(k), j.pose.rotation.col((k + 1) % 3), rows);
}

// docs/theory/joints.md (3)
void put_link(const Joint& joint, const End& i, const End& j, Rows& rows) {
  const Vec3 arm_i = i.turn(joint.point_i), arm_j = j.turn(joint.point_j);
  const Vec3 span = j.pose.position + arm_j - i.pose.position - arm_i;
  const double length = span.norm();
  const Vec3 n = span / length, velocity = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  const double rate = n.dot(velocity);
  const double bias = n.dot(j.acceleration_at(arm_j) - i.acceleration_at(arm_i)) +
                      (velocity.squaredNorm() - rate * rate) / length;
  rows.put(length - joint.length, rate, bias, i.wrench_at(arm_i, -n), j.wrench_at(arm_j, n));
}

void put_gear(const Model& model, const Joint& joint, const double* y, Rows& rows) {
  const auto turn = [&](const double* values) {
    const double carrier = joint.carrier == no_index ? 0 : values[6 * joint.carrier + 4];
    return values[6 * joint.i + 4] - carrier - joint.ratio * (values[6 * joint.j + 4] - carrier);
  };
  const Vec6 pitch = Vec6::Unit(4);
  rows.put(turn(y), turn(y + model.velocity_offset()), 0, pitch, -joint.ratio * pitch,
           (joint.ratio - 1) * pitch);
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_joints(const Model& model, const double* y, double stabilisation_rate, Workspace& w) {
  for (const Joint& joint : model.joints) {
    Rows rows(joint, stabilisation_rate, w);
    const End i(model, y, joint.i, w), j(model, y, joint.j, w);
    switch (joint.type) {
      case JointType::revolute:
        put_revolute(joint, i, j, rows);
        break;
      case JointType::spherical:
        put_point(joint, i, j, rows);
        break;
      case JointType::fixed:
        put_fixed(joint, i, j, rows);
        break;
      case JointType::link:
        put_link(joint, i, j, rows);
        break;
      case JointType::gear:
        put_gear(model, joint, y, rows);
        break;
    }
  }
}

JointReaction joint_reaction(const Joint& joint, const Workspace& w) {
  const double* mu = w.joints.multipliers.data() + joint.first_row;
  const auto &turn_i = w.poses[joint.i].rotation, &turn_j = w.poses[joint.j].rotation;
  JointReaction result;
  if (joint.type == JointType::link) result.force.x() = -mu[0];
  if (joint.type == JointType::gear) result.moment.y() = mu[0];
  if (joint.type == JointType::link || joint.type == JointType::gear) return result;
  result.force = -Vec3(mu[0], mu[1], mu[2]);
  const Mat3 relative = turn_i.transpose() * turn_j;
  if (joint.type == JointType::fixed) {
    for (int k = 0; k < 3; ++k)
      result.moment += mu[3 + k] * Vec3::Unit(k).cross(Vec3(relative.col((k + 1) % 3)));
  } else if (joint.type == JointType::revolute) {
    const Vec3 across = joint.axis.unitOrthogonal();
    result.moment = mu[3] * joint.axis.cross(relative * across) +
                    mu[4] * joint.axis.cross(relative * joint.axis.cross(across));
  }
  return result;
}

JointDrift joint_drift(const JointWorkspace& workspace) {
  JointDrift drift;
  for (const JointRow& row : workspace.rows) {
    drift.position = std::max(drift.position, std::abs(row.residual));
    drift.velocity = std::max(drift.velocity, std::abs(row.rate));
  }
  return drift;
}

}  // namespace flangeway::multibody
