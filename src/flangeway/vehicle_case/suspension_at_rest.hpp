// Forces and stiffness of a vehicle that stands still in its nominal position on straight, even track.
#pragma once

#include <Eigen/Core>

#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle_case {

/// Generalised forces, N and Nm, on the six coordinates of each body, without those of wheels and joints.
struct SuspensionAtRest {
  Eigen::VectorXd force;  ///< with gravity
  Eigen::MatrixXd stiffness;  ///< −∂force/∂q, with dampers in series and gas at rest and friction that sticks
  Eigen::MatrixXd element;  ///< ∂(output of the elements)/∂q
  /// ∂(q̇, v̇, auxiliary rates)/∂(q, v, auxiliary) of the bodies that are no wheelsets; empty where it would
  /// have more than `max_states` rows.
  Eigen::MatrixXd system;
  std::vector<std::size_t> bodies;  ///< of the system
  static constexpr Eigen::Index max_states = 260;
};

[[nodiscard]] SuspensionAtRest suspension_at_rest(const multibody::Model& vehicle);

}  // namespace flangeway::vehicle_case
