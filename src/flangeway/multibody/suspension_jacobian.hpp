// How the forces of the suspension change with the state: for implicit integration.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Derivatives of the generalised forces Q (six per body) and of the auxiliary rates. Sizes 6n and a, with n
/// bodies and a auxiliary states.
struct SuspensionJacobian {
  Eigen::MatrixXd by_position;   ///< 6n × 6n, ∂Q/∂q: −GᵀKG
  Eigen::MatrixXd by_velocity;   ///< 6n × 6n, ∂Q/∂q̇: −GᵀDG
  Eigen::MatrixXd by_auxiliary;  ///< 6n × a, ∂Q/∂u
  // Derivatives of the rates u̇ of the auxiliary states.
  Eigen::MatrixXd rate_by_position;   ///< a × 6n
  Eigen::MatrixXd rate_by_velocity;   ///< a × 6n
  Eigen::MatrixXd rate_by_auxiliary;  ///< a × a
};

[[nodiscard]] SuspensionJacobian make_suspension_jacobian(const Model& model);

/// Fills `out` after evaluate_suspension() at the same state y. Stiffness and damping are exact (secants of 1
/// µm and 0.1 mm/s for tables); how the lines of action turn under the present forces, and how the deflection
/// rates change with the positions, is left out (docs/theory/integrators.md says how much that is); the
/// former is there for modes of bodies. Allocates nothing.
void evaluate_suspension_jacobian(const Model& model, const double* y, const Workspace& workspace,
                                  SuspensionJacobian& out);

}  // namespace flangeway::multibody
