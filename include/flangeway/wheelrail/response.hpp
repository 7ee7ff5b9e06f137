// How a wheelset on its rails answers a change of the forces on it: for implicit integration and joints.
#pragma once

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

/// ∂q̈/∂Q of a wheelset after evaluate(): 6×6, Q any generalised force that does not depend on the contact.
/// The multipliers follow the change, and the creep forces the normal forces.
[[nodiscard]] Mat6 force_response(const Model& model, const multibody::BodyState& body,
                                  const WheelsetResult& result);

/// How it answers one without friction, after project(): 6×6, M⁻¹ − M⁻¹Bᵀ(B M⁻¹Bᵀ)⁻¹B M⁻¹. What it gives
/// stays on the rails. M⁻¹ where contact is elastic.
[[nodiscard]] Mat6 free_response(const Model& model, const multibody::BodyState& body,
                                 const Workspace& workspace, std::size_t wheelset);

}  // namespace flangeway::wheelrail
