#include "flangeway/multibody/joints.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/multibody/acceleration_bias.hpp"
#include "flangeway/multibody/joint_laws.hpp"
#include "flangeway/multibody/poses.hpp"

namespace flangeway::multibody {
namespace {

using math::Batch;
using Six = Packed<Batch, 6>;

/// Four bodies as their joints see them.
JointEnd<Batch> end_of(const BodyBatch& four, JointScope scope) {
  JointEnd<Batch> end{four.state, four.pose, four.to_master, 1 - four.wheelset, {}, {}};
  if (scope == JointScope::errors) return end;
  const BasicBodyState<Batch>& body = four.state;
  Bias<Batch> bias = quadratic_velocity(body, four.velocity);
  // The intermediate frame does not spin.
  bias.angular -=
      four.wheelset * four.velocity[4] * body.intermediate_angular_velocity.cross(body.pitch_axis);
  end.acceleration = four.to_master * bias.linear;
  end.angular_acceleration = four.to_master * bias.angular;
  return end;
}

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
  void put_carrier(const Six& by_carrier) {
    if (next_->count == 3) next_->jacobian[2] = by_carrier;
  }

 private:
  Batch rate_;
  JointRow* next_;
};

Batch pitch(const double* values, const Indices& bodies) {
  const auto at = [&](std::size_t lane) { return values[6 * bodies[lane] + 4]; };
  return {at(0), at(1), at(2), at(3)};
}

GearTurns<Batch> turns_of(const FourJoints& joint, const JointBatch& batch, const double* values) {
  const auto of = [&](std::size_t place) { return pitch(values, batch.bodies[place].bodies); };
  return {of(joint.i), of(joint.j), joint.carrier == no_index ? Batch(0) : of(joint.carrier)};
}

void put_rows(const Model& model, const double* y, double stabilisation_rate, JointScope scope,
              const std::vector<BodyBatch>& bodies, JointBatch& batch) {
  for (const FourJoints& joint : batch.joints) {
    Rows rows(joint, stabilisation_rate, batch);
    if (joint.type == JointType::gear) {
      put_gear<Batch>(joint.ratio, turns_of(joint, batch, y),
                      turns_of(joint, batch, y + model.velocity_offset()), rows);
      continue;
    }
    put_joint(joint, end_of(bodies[batch.bodies[joint.i].batch], scope),
              end_of(bodies[batch.bodies[joint.j].batch], scope), scope, rows);
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_joints(const Model& model, const double* y, double stabilisation_rate, Workspace& w) {
  for (JointBatch& batch : w.joints.batches)
    put_rows(model, y, stabilisation_rate, JointScope::all, w.batches, batch);
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
    put_rows(model, y, 0, JointScope::errors, w.batches, batch);
  }
}

JointReaction joint_reaction(const Joint& joint, const Workspace& w) {
  double mu[6] = {};
  for (std::size_t k = 0; k < row_count(joint.type); ++k) mu[k] = w.joints.multiplier(joint.first_row + k);
  const Packed<double, 3, 3> relative = w.poses[joint.i].rotation.transpose() * w.poses[joint.j].rotation;
  std::array<Packed<double, 3>, 3> axes;
  if (joint.type == JointType::revolute) {
    const std::array<Vec3, 3> of_joint = joint_axes(joint.axis);
    std::copy(of_joint.begin(), of_joint.end(), axes.begin());
  }
  return joint_reaction<double>(joint.type, mu, relative, axes);
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
