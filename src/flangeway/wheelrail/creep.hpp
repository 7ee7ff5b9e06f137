// Creepages and creep forces of the contacts of four wheelsets in a step.
#pragma once

#include <cmath>

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// Creepages are divided by the forward speed, but by no less than this (m/s), because a vehicle may stand.
inline constexpr double min_reference_speed = 0.05;

/// The speed that creepages are divided by, m/s. `rail_speed`: forward, of the surface of a roller.
[[nodiscard]] inline double reference_speed(const multibody::BodyState& body, double rail_speed = 0) {
  return std::fmax(std::abs(body.velocity.x() - rail_speed), min_reference_speed);
}

/// Angular velocity of the wheels of the contacts, for independently rotating wheels, rad/s.
[[nodiscard]] inline Packed<math::Batch, 3> wheel_angular_velocity(const WheelsetBatch& wheelsets,
                                                                   const ContactBatch& contacts) {
  const math::Batch share = 0.5 * contacts.data.sign * wheelsets.twist_rate;
  return wheelsets.body.angular_velocity + share * wheelsets.body.pitch_axis;
}

/// Velocity of the rail below each of four contacts, where Model::rails_move.
[[nodiscard]] inline Packed<math::Batch, 3> rail_velocity(const RailBatch& rails,
                                                          const ContactBatch& contacts) {
  const math::Batch::Mask left = contacts.data.sign > 0;
  return {math::Batch(0), select(left, rails.velocity[0], rails.velocity[2]),
          select(left, rails.velocity[1], rails.velocity[3])};
}

/// Creepages of contacts whose `place` is known, from the velocity of the wheels' material. The rail is at
/// rest.
void set_creepages(const WheelsetBatch& wheelsets, ContactBatch& contacts);
/// After that, where Model::rails_move: the rails are not at rest.
void subtract_rails(const WheelsetBatch& wheelsets, ContactBatch& contacts);

/// Patch and friction of contacts whose creepages and angles are known.
void set_friction(const Settings& settings, const WheelsetBatch& wheelsets, ContactBatch& contacts);

/// Creep forces for normal_force, and their derivative with respect to it, of all contacts. `retry`: a law of
/// the user's has failed, as WheelsetResult::failure says.
[[nodiscard]] EvalStatus respond(const Settings& settings, Workspace& workspace);
/// The same with a law of CreepModel.
void respond_built_in(const Settings& settings, Workspace& workspace);

/// −∂F/∂v of the contacts at their normal force, N s/m.
[[nodiscard]] contact::BasicCreepDamping<math::Batch> contact_damping(const Settings& settings,
                                                                      const WheelsetBatch& wheelsets,
                                                                      const ContactBatch& contacts);

}  // namespace flangeway::wheelrail
