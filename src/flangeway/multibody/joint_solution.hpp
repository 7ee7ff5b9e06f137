// Reactions of the joints, and what they do to the motion. Theory: docs/theory/joints.md (6), (7).
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

[[nodiscard]] JointWorkspace make_joint_workspace(const Model& model);

/// M⁻¹ of a body, with zero for a prescribed s.
[[nodiscard]] Mat6 inverse_mass(const BodyState& body);

/// S = J R Jᵀ of every group, factorised, after evaluate_joints() and with `response` set for all bodies that
/// joints hold. `retry` when one is singular: the joints contradict or repeat each other there. Allocates
/// nothing, as all below.
EvalStatus factorise_joints(JointWorkspace& joints);

/// change = S⁻¹ (wanted − J values): what the multipliers need so that J values, six per body, becomes
/// wanted(row).
template <typename Wanted>
void solve_joints(const Wanted& wanted, const double* values, JointWorkspace& joints);

/// values += R Jᵀ change.
void move_by_joints(const JointWorkspace& joints, double* values);

/// Adds Jᵀ forces (one per row) to the generalised forces of the bodies.
void add_joint_forces(const JointWorkspace& joints, const std::vector<double>& forces,
                      std::vector<BodyState>& bodies);

/// J values of a row; values: six per body.
[[nodiscard]] inline double row_times(const JointRow& row, const double* values) {
  double sum = 0;
  for (std::size_t k = 0; k < row.count; ++k)
    sum += row.jacobian[k].dot(Eigen::Map<const Vec6>(values + 6 * row.bodies[k]));
  return sum;
}

/// Solves with the factorised matrix in place; values: one per row of the group.
void back_substitute(JointEquations& group, double* values);

template <typename Wanted>
void solve_joints(const Wanted& wanted, const double* values, JointWorkspace& joints) {
  for (JointEquations& group : joints.groups) {
    for (std::size_t r = 0; r < group.rows.size(); ++r) {
      const JointRow& row = joints.rows[group.rows[r]];
      group.values[r] = wanted(row) - row_times(row, values);
    }
    back_substitute(group, group.values.data());
    for (std::size_t r = 0; r < group.rows.size(); ++r) joints.change[group.rows[r]] = group.values[r];
  }
}

}  // namespace flangeway::multibody
