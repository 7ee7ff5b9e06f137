// Creepages and creep forces of a contact in a step.
#pragma once

#include <cmath>

#include "flangeway/wheelrail/constraint.hpp"

namespace flangeway::wheelrail {

/// Creepages are divided by the forward speed, but never by less than this (m/s): a standing vehicle has
/// none.
inline constexpr double least_reference_speed = 0.05;

/// The speed that creepages are divided by, m/s.
[[nodiscard]] inline double reference_speed(const multibody::BodyState& body) {
  return std::fmax(std::abs(body.velocity.x()), least_reference_speed);
}

/// Creepages from the velocity of the wheel's material at the contact; the rail is at rest.
inline void set_creepages(const multibody::BodyState& body, Contact& contact) {
  const Vec3 velocity = multibody::point_velocity(body, contact.arm);
  const double inverse = 1 / reference_speed(body);
  contact.creepages.longitudinal = velocity.x() * inverse;
  contact.creepages.lateral = contact.lateral.dot(velocity) * inverse;
  contact.creepages.spin = contact.normal.dot(body.angular_velocity) * inverse;
}

/// Distributes the contacts of all wheelsets to batches, after set_creepages().
void fill_batches(const Settings& settings, const multibody::Workspace& bodies, const Model& model,
                  Workspace& workspace);

/// Creep forces of all contacts for their normal_force, and the derivative with respect to it.
void respond(const Settings& settings, Workspace& workspace);

/// −∂F/∂v of the contacts of a batch at their normal force, N s/m.
[[nodiscard]] contact::BasicCreepDamping<math::Batch> contact_damping(const Settings& settings,
                                                                      const CreepBatch& batch);

}  // namespace flangeway::wheelrail
