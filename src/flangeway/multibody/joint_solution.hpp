// Reactions of the joints, and what they do to the motion. Theory: docs/theory/joints.md (6), (7).
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// M⁻¹ of a body, with zero for a prescribed s.
[[nodiscard]] Mat6 inverse_mass(const BodyState& body);
/// R of all bodies that joints hold: M⁻¹, after evaluate_kinematics().
void set_inverse_masses(Workspace& workspace);
/// R of one of four bodies.
void set_response(const Mat6& response, std::size_t lane, JointedBodies& four);

/// Symmetry of R, and so of S.
enum class Symmetry { symmetric, none };
/// S = J R Jᵀ of every group, factorised, after evaluate_joints() and with R set for all bodies that joints
/// hold. `retry` when one is singular: the joints contradict or repeat each other there. Allocates nothing,
/// as all below.
EvalStatus factorise_joints(Symmetry symmetry, JointWorkspace& joints);

/// Changes of values that the joints must produce, six per body.
enum class Wanted {
  accelerations,  ///< J q̈ as the joints have it; values: q̈
  none,           ///< J values = 0
  positions,      ///< J Δq = −g; values: q
  velocities,     ///< J Δq̇ = −ġ, of the last evaluation; values: q̇
};
/// change = S⁻¹ (…), and values += R Jᵀ change.
void move_by_joints(Wanted wanted, JointWorkspace& joints, double* values);

/// multipliers += change. True when the change was small beside them all, by `relative`.
[[nodiscard]] bool add_change(double relative, JointWorkspace& joints);
void forget_multipliers(JointWorkspace& joints);

/// Adds Jᵀ multipliers to the generalised forces of the bodies.
void add_joint_forces(const JointWorkspace& joints, std::vector<BodyState>& bodies);

/// J values of four rows alike; values: six of each body of the batch.
[[nodiscard]] inline math::Batch row_times(const JointRow& row, const Packed<math::Batch, 6>* values) {
  math::Batch sum = row.jacobian[0].dot(values[row.bodies[0]]);
  for (std::size_t k = 1; k < row.count; ++k) sum += row.jacobian[k].dot(values[row.bodies[k]]);
  return sum;
}

}  // namespace flangeway::multibody
