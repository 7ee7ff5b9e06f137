// Joints of bodies: constraints, their Jacobians and accelerations. Theory: docs/theory/joints.md.
#pragma once

#include "flangeway/multibody/joint_laws.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Fills the rows of all joints after evaluate_poses() or evaluate_suspension() at the same state y:
/// residuals, their rates, Jacobians and right-hand sides, with Baumgarte's terms of this rate (1/s; 0:
/// none). Allocates nothing.
void evaluate_joints(const Model& model, const double* y, double stabilisation_rate, Workspace& workspace);

/// Residuals and rates alone, at any state: of all else in the workspace, the motion in the batches of bodies
/// that joints hold changes, and nothing in Workspace::bodies. Allocates nothing.
void evaluate_joint_errors(const Model& model, const track::TrackModel& track, const double* y,
                           Workspace& workspace);

/// Reaction of a joint on its body i, after a solution.
using JointReaction = BasicJointReaction<double>;
[[nodiscard]] JointReaction joint_reaction(const Joint& joint, const Workspace& workspace);

/// Largest residual and rate of all joints at the last evaluation, m or rad and per second.
struct JointDrift {
  double position = 0, velocity = 0;
};
[[nodiscard]] JointDrift joint_drift(const JointWorkspace& workspace);

}  // namespace flangeway::multibody
