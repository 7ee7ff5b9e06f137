// The two constraint methods, each filling a WheelsetState. Theory: docs/theory/kec.md,
// docs/theory/lookup.md.
#pragma once

#include "flangeway/math/sin_cos.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// What both methods need of one wheelset.
struct ConstraintInput {
  const Model& model;
  const Pair& pair;
  const track::Irregularity& irregularity;
  const double* q;
  const double* velocity;
  const multibody::BodyState& body;
};

void kec_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out);
void lut_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out);

/// Completes a contact from its values: arm, normal, lateral direction. Derivation:
/// docs/validation/wheelset.md.
inline void place_contact(const ConstraintInput& in, std::size_t side, Contact& contact) {
  const double sign = sign_of(side), roll = in.q[3], yaw = in.q[5];
  const auto [s, c] = sin_cos(roll);
  const double y = sign * contact.values[geometry::wheel_y], z = contact.values[geometry::wheel_z];
  contact.angle = contact.values[geometry::wheel_angle] + sign * roll;
  const auto [sine, cosine] = sin_cos(contact.angle);
  contact.normal = Vec3(0, -sign * sine, cosine);
  contact.lateral = Vec3(0, cosine, sign * sine);
  // The wheel's section turns with the yaw, and on a sloping tread the contact runs ahead of it or lags
  // behind: the wheel's normal is square to the rail. So a wheel that rolls without slip has a contact point
  // at rest. Lateral position and height stay those of the constraint, which knows no yaw.
  const double rail_heading = in.irregularity.slope[2 * side],
               rail_slope = in.irregularity.slope[2 * side + 1];
  const double ahead = -z * (sign * sine / cosine * (yaw - rail_heading) + rail_slope);
  const double across = c * y - s * z;
  const auto [yaw_sine, yaw_cosine] = sin_cos(yaw);
  contact.arm = Vec3(ahead - yaw_sine / yaw_cosine * across, across, s * y + c * z);
}

/// Generalised force of a unit normal force at a contact: the direction of the constraint, which knows
/// lateral position, height and roll only. It does no work on spin and yaw, and none along the regular track.
[[nodiscard]] inline Vec6 normal_direction(const Contact& contact) {
  const Vec3 &arm = contact.arm, &n = contact.normal;
  Vec6 direction;
  direction << 0, n.y(), n.z(), arm.y() * n.z() - arm.z() * n.y(), 0, 0;
  return direction;
}

}  // namespace flangeway::wheelrail
