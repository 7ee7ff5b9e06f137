// How the acceleration of a wheelset on its rails changes with the forces on it: for implicit integration and
// for joints.
#pragma once

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

/// ∂q̈/∂Q of a wheelset after evaluate(): 6×6. Q is any generalised force that does not depend on the contact.
/// The multipliers follow the change of Q, and the creep forces follow the normal forces.
[[nodiscard]] Mat6 force_response(const Model& model, const multibody::BodyState& body,
                                  const WheelsetResult& result);

/// Change of the forces on both rails, left y and z, right y and z, with such forces on their wheelset. Zero
/// with elastic contact, whose forces depend on positions and velocities alone.
using RailForceResponse = Eigen::Matrix<double, 4, 6>;
[[nodiscard]] RailForceResponse rail_force_response(const Model& model, const multibody::BodyState& body,
                                                    const WheelsetResult& result);

/// The same without friction, after project(): 6×6, M⁻¹ − M⁻¹Bᵀ(B M⁻¹Bᵀ)⁻¹B M⁻¹. Its accelerations keep the
/// wheels on the rails. With elastic contact it is M⁻¹.
[[nodiscard]] Mat6 free_response(const Model& model, const multibody::BodyState& body,
                                 const Workspace& workspace, std::size_t wheelset);

}  // namespace flangeway::wheelrail
