// Creepages and creep forces of a contact in a step.
#pragma once

#include "flangeway/wheelrail/constraint.hpp"

namespace flangeway::wheelrail {

/// Creepages are divided by the forward speed, but never by less than this (m/s): a standing vehicle has
/// none.
inline constexpr double least_reference_speed = 0.05;

/// Creepages from the velocity of the wheel's material at the contact; the rail is at rest.
void set_creepages(const multibody::BodyState& body, Contact& contact);

/// Creep forces for a normal force and their derivative with respect to it.
struct CreepResponse {
  contact::CreepForces forces, slope;
};
[[nodiscard]] CreepResponse creep_response(const Settings& settings, const multibody::BodyState& body,
                                           const Contact& contact, double normal_force);

/// −∂F/∂v of a contact, N s/m.
[[nodiscard]] contact::CreepDamping contact_damping(const Settings& settings,
                                                    const multibody::BodyState& body, const Contact& contact);

}  // namespace flangeway::wheelrail
