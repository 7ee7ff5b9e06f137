// Forces of the suspension. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Poses of all bodies in the master frame, after evaluate_kinematics(): what evaluate_suspension() begins
/// with.
void evaluate_poses(const Model& model, Workspace& workspace);

/// Adds the generalised forces of all elements to BodyState::force, after evaluate_kinematics(). Writes the
/// rates of the auxiliary states (Model::auxiliary_count of them) and, for output, force and deflection of
/// each element:
/// deflection l − l0, d or χ, and the force K d + … that resists it (axial: tension; others: on pose i, in
/// axes of i; bump stop: along its direction). Allocates nothing.
void evaluate_suspension(const Model& model, const double* y, Workspace& workspace, double* auxiliary_rate);

struct SuspensionEnergy {
  /// In springs, in bodies that bend and in wheels that turn against each other, J: without gravity; zero at
  /// zero deflection.
  double stored = 0;
  double loss = 0;      ///< power dissipated in dampers, W: without surfaces_of()
  double supplied = 0;  ///< power that valves let in, W; negative: out
  double drive = 0;     ///< power of motors and of applied forces, W
};
/// For all elements. Call after evaluate_suspension() with the same state.
[[nodiscard]] SuspensionEnergy suspension_energy(const Model& model, const double* y,
                                                 const Workspace& workspace);

}  // namespace flangeway::multibody
