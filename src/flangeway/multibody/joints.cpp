#include "flangeway/multibody/joints.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/multibody/acceleration_bias.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/poses.hpp"

namespace flangeway::multibody {
namespace {

using math::Batch;
using Six = Packed<Batch, 6>;

/// Errors: residuals and rates alone.
enum class Scope { errors, all };

/// Four bodies as their joints see them, in master components: accelerations are those for q̈ = 0.
struct End {
  const BodyBatch& four;
  const BasicPose<Batch>& pose;
  Batch::Mask wheelset;
  Vec3Batch acceleration, angular_acceleration;

  End(const BodyBatch& bodies, Scope scope) : four(bodies), pose(bodies.pose), wheelset(bodies.wheelset > 0) {
    if (scope == Scope::errors) return;
    const BasicBodyState<Batch>& body = four.state;
    Bias<Batch> bias = quadratic_velocity(body, four.velocity);
    // The intermediate frame does not spin.
    bias.angular -=
        four.wheelset * four.velocity[4] * body.intermediate_angular_velocity.cross(body.pitch_axis);
    acceleration = four.to_master * bias.linear;
    angular_acceleration = four.to_master * bias.angular;
  }
  [[nodiscard]] Vec3Batch turn(const Vec3Batch& point) const { return pose.rotation * point; }
  [[nodiscard]] Vec3Batch spin(const Vec3Batch& arm) const { return pose.angular_velocity.cross(arm); }
  [[nodiscard]] Vec3Batch velocity_at(const Vec3Batch& arm) const { return pose.velocity + spin(arm); }
  [[nodiscard]] Vec3Batch acceleration_at(const Vec3Batch& arm) const {
    return acceleration + angular_acceleration.cross(arm) + spin(spin(arm));
  }
  [[nodiscard]] Six wrench(const Vec3Batch& force, const Vec3Batch& moment) const {
    const Packed<Batch, 3, 3> turn = four.to_master.transpose();
    Six q = generalized_wrench<Batch>(four.state, turn * force, turn * moment);
    q[4] = select(wheelset, Batch(0), q[4]);  // bearings leave the spin alone
    return q;
  }
  [[nodiscard]] Six moment(const Vec3Batch& moment) const {
    const BasicBodyState<Batch>& b = four.state;
    const Vec3Batch m = four.to_master.transpose() * moment;
    Six q;
    q << b.frame.curvature.dot(m), Batch(0), Batch(0), b.roll_axis.dot(m),
        select(wheelset, Batch(0), b.pitch_axis.dot(m)), m.z();
    return q;
  }
  [[nodiscard]] Six wrench_at(const Vec3Batch& arm, const Vec3Batch& force) const {
    return wrench(force, arm.cross(force));
  }
};

class Rows {
 public:
  Rows(const FourJoints& joint, double stabilisation_rate, JointBatch& batch)
      : rate_(stabilisation_rate), next_(batch.rows.data() + joint.first_row) {}

  void put_errors(const Batch& residual, const Batch& rate) {
    next_->residual = residual;
    next_->rate = rate;
    ++next_;
  }
  /// `bias`: the second derivative for q̈ = 0.
  void put(const Batch& residual, const Batch& rate, const Batch& bias, const Six& by_i, const Six& by_j) {
    next_->jacobian[0] = by_i;
    next_->jacobian[1] = by_j;
    next_->right_hand = -bias - rate_ * (2 * rate + rate_ * residual);
    put_errors(residual, rate);
  }
  void put_carrier(const Six& by_carrier) { next_->jacobian[2] = by_carrier; }

 private:
  Batch rate_;
  JointRow* next_;
};

// The point of j stays where it is in i. docs/theory/joints.md (1)
void put_point(const FourJoints& joint, const End& i, const End& j, Scope scope, Rows& rows) {
  const Vec3Batch arm_j = j.turn(joint.point_j), arm_i = j.pose.position + arm_j - i.pose.position;
  const Vec3Batch apart = arm_i - i.turn(joint.point_i), rate = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  Vec3Batch bias;
  if (scope == Scope::all) bias = j.acceleration_at(arm_j) - i.acceleration_at(arm_i) - 2 * i.spin(rate);
  for (int k = 0; k < 3; ++k) {
    const Vec3Batch e = i.pose.rotation.col(k);
    if (scope == Scope::errors)
      rows.put_errors(e.dot(apart), e.dot(rate));
    else
      rows.put(e.dot(apart), e.dot(rate), e.dot(bias), i.wrench_at(arm_i, -e), j.wrench_at(arm_j, e));
  }
}

// A direction a of i is square to b of j. docs/theory/joints.md (2)
void put_direction(const End& i, const End& j, const Vec3Batch& a, const Vec3Batch& b, Scope scope,
                   Rows& rows) {
  const Vec3Batch axis = a.cross(b);
  const Batch rate = (i.pose.angular_velocity - j.pose.angular_velocity).dot(axis);
  if (scope == Scope::errors) return rows.put_errors(a.dot(b), rate);
  const Vec3Batch spin_a = i.spin(a), spin_b = j.spin(b);
  const Batch bias = (i.angular_acceleration - j.angular_acceleration).dot(axis) + b.dot(i.spin(spin_a)) +
                     a.dot(j.spin(spin_b)) + 2 * spin_a.dot(spin_b);
  rows.put(a.dot(b), rate, bias, i.moment(axis), j.moment(-axis));
}

void put_revolute(const FourJoints& joint, const End& i, const End& j, Scope scope, Rows& rows) {
  put_point(joint, i, j, scope, rows);
  const Vec3Batch axis = i.turn(joint.axes[0]);
  for (std::size_t k = 1; k < 3; ++k) put_direction(i, j, axis, j.turn(joint.axes[k]), scope, rows);
}

void put_fixed(const FourJoints& joint, const End& i, const End& j, Scope scope, Rows& rows) {
  put_point(joint, i, j, scope, rows);
  for (int k = 0; k < 3; ++k)
    put_direction(i, j, i.pose.rotation.col(k), j.pose.rotation.col((k + 1) % 3), scope, rows);
}

// docs/theory/joints.md (3)
void put_link(const FourJoints& joint, const End& i, const End& j, Scope scope, Rows& rows) {
  const Vec3Batch arm_i = i.turn(joint.point_i), arm_j = j.turn(joint.point_j);
  const Vec3Batch span = j.pose.position + arm_j - i.pose.position - arm_i;
  const Batch length = sqrt(span.squaredNorm());
  const Vec3Batch n = span * (1 / length), velocity = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  const Batch rate = n.dot(velocity);
  if (scope == Scope::errors) return rows.put_errors(length - joint.length, rate);
  const Batch bias = n.dot(j.acceleration_at(arm_j) - i.acceleration_at(arm_i)) +
                     (velocity.squaredNorm() - rate * rate) / length;
  rows.put(length - joint.length, rate, bias, i.wrench_at(arm_i, -n), j.wrench_at(arm_j, n));
}

Batch pitch(const double* values, const Indices& bodies) {
  const auto at = [&](std::size_t lane) { return values[6 * bodies[lane] + 4]; };
  return {at(0), at(1), at(2), at(3)};
}

void put_gear(const Model& model, const FourJoints& joint, const JointBatch& batch, const double* y,
              Rows& rows) {
  const auto turn = [&](const double* values) {
    const auto of = [&](std::size_t place) { return pitch(values, batch.bodies[place].bodies); };
    const Batch carrier = joint.carrier == no_index ? Batch(0) : of(joint.carrier);
    return of(joint.i) - carrier - joint.ratio * (of(joint.j) - carrier);
  };
  const auto about_pitch = [](const Batch& size) {
    Six entries = Six::Zero();
    entries[4] = size;
    return entries;
  };
  if (joint.carrier != no_index) rows.put_carrier(about_pitch(joint.ratio - 1));
  rows.put(turn(y), turn(y + model.velocity_offset()), 0, about_pitch(1), about_pitch(-joint.ratio));
}

void put_rows(const Model& model, const double* y, double stabilisation_rate, Scope scope,
              const std::vector<BodyBatch>& bodies, JointBatch& batch) {
  for (const FourJoints& joint : batch.joints) {
    Rows rows(joint, stabilisation_rate, batch);
    if (joint.type == JointType::gear) {
      put_gear(model, joint, batch, y, rows);
      continue;
    }
    const End i(bodies[batch.bodies[joint.i].batch], scope), j(bodies[batch.bodies[joint.j].batch], scope);
    switch (joint.type) {
      case JointType::revolute:
        put_revolute(joint, i, j, scope, rows);
        break;
      case JointType::spherical:
        put_point(joint, i, j, scope, rows);
        break;
      case JointType::fixed:
        put_fixed(joint, i, j, scope, rows);
        break;
      case JointType::link:
        put_link(joint, i, j, scope, rows);
        break;
      case JointType::gear:
        break;
    }
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_joints(const Model& model, const double* y, double stabilisation_rate, Workspace& w) {
  for (JointBatch& batch : w.joints.batches)
    put_rows(model, y, stabilisation_rate, Scope::all, w.batches, batch);
}

FLANGEWAY_VECTORIZED
void evaluate_joint_errors(const Model& model, const track::TrackModel& track, const double* y,
                           Workspace& w) {
  for (JointBatch& batch : w.joints.batches) {
    const BodyBatch& master = w.batches[batch.bodies.front().batch];
    for (const JointedBodies& four : batch.bodies) {
      BodyBatch& bodies = w.batches[four.batch];
      evaluate_motion(model, track, y, bodies);
      set_pose(master.state.frame.position, master.state.frame.rotation, bodies);
    }
    put_rows(model, y, 0, Scope::errors, w.batches, batch);
  }
}

JointReaction joint_reaction(const Joint& joint, const Workspace& w) {
  double mu[6] = {};
  for (std::size_t k = 0; k < row_count(joint.type); ++k) mu[k] = w.joints.multiplier(joint.first_row + k);
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

FLANGEWAY_VECTORIZED
JointDrift joint_drift(const JointWorkspace& workspace) {
  Batch position = 0, velocity = 0;
  for (const JointBatch& batch : workspace.batches) {
    for (const JointRow& row : batch.rows) {
      position = math::larger(abs(row.residual), position);
      velocity = math::larger(abs(row.rate), velocity);
    }
  }
  return {math::largest(position), math::largest(velocity)};
}

}  // namespace flangeway::multibody
