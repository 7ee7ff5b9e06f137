// Position, creepages and force directions of a contact of a wheel held by constraints. One template serves
// the library (four contacts in a Batch) and generated code (expressions). Derivation:
// docs/validation/wheelset.md.
#pragma once

#include <array>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/math/sin_cos.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::wheelrail {

/// Table values of a contact, or of four in a Batch.
template <typename T>
struct BasicContactData {
  std::array<T, geometry::contact_channels> values{};
  T sign = 0;           ///< of its side: +1 left, −1 right
  T share[2] = {0, 0};  ///< KEC: of the vertical loads of the left and of the right wheel
  T indentation = 0;    ///< of an elastic contact, m
};

/// Position and load of a contact. Vectors in the components of the wheelset's track frame.
template <typename T>
struct BasicContactPlace {
  Packed<T, 3> arm;               ///< from the wheelset's centre
  Packed<T, 3> normal, lateral;   ///< unit: into the wheel; across the rail to the left
  T angle = 0;                    ///< contact angle in left-hand coordinates, track frame
  T multiplier_part[2] = {0, 0};  ///< normal force = elastic_force + Σ part λ
  T elastic_force = 0;
};

/// Generalised forces per unit creep force of a contact.
template <typename T>
struct BasicCreepWrenches {
  Packed<T, 6> longitudinal, lateral, spin;
};

/// Attitude of a wheelset, and the slopes of the rail below one of its wheels in left-hand coordinates.
template <typename T>
struct BasicAttitude {
  BasicSinCos<T> roll;
  T yaw, tangent_of_yaw;
  T rail_lateral_slope, rail_vertical_slope;
};

template <typename T>
[[nodiscard]] inline Packed<T, 3> cross_product(const Packed<T, 3>& a, const Packed<T, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// `angle`: sine and cosine of place.angle, which is known.
template <typename T>
inline void place_contact(const BasicContactData<T>& data, const BasicAttitude<T>& at,
                          const BasicSinCos<T>& angle, BasicContactPlace<T>& place) {
  const T& sign = data.sign;
  const T y = sign * data.values[geometry::wheel_y], z = data.values[geometry::wheel_z];
  place.normal = {T(0), -sign * angle.sine, angle.cosine};
  place.lateral = {T(0), angle.cosine, sign * angle.sine};
  // The wheel's section turns with the yaw. On a sloping tread the contact leads or lags, because the wheel's
  // normal is perpendicular to the rail. A wheel that rolls without slip then has a contact point at rest.
  // Lateral position and height remain those of the constraint, which contains no yaw.
  const T ahead =
      -z * (angle.sine / angle.cosine * (sign * at.yaw - at.rail_lateral_slope) + at.rail_vertical_slope);
  const T across = at.roll.cosine * y - at.roll.sine * z;
  place.arm = {ahead - at.tangent_of_yaw * across, across, at.roll.sine * y + at.roll.cosine * z};
}

/// Creepages of a contact on a rail at rest, divided by a speed, given by its inverse.
template <typename T>
[[nodiscard]] inline contact::BasicCreepages<T> creepages(const Packed<T, 3>& velocity,
                                                          const Packed<T, 3>& angular_velocity,
                                                          const BasicContactPlace<T>& place,
                                                          const T& inverse) {
  const Packed<T, 3> moving = velocity + cross_product<T>(angular_velocity, place.arm);
  return {moving.x() * inverse, place.lateral.dot(moving) * inverse,
          place.normal.dot(angular_velocity) * inverse};
}

template <typename T>
inline void set_wrenches(const multibody::BasicBodyState<T>& body, const BasicContactPlace<T>& place,
                         BasicCreepWrenches<T>& out) {
  const T zero(0);
  const Packed<T, 3>&arm = place.arm, &lateral = place.lateral;
  out.longitudinal = multibody::generalized_wrench<T>(body, {T(1), zero, zero}, {zero, arm.z(), -arm.y()});
  out.lateral = multibody::generalized_wrench<T>(body, lateral, cross_product<T>(arm, lateral));
  out.spin = multibody::generalized_wrench<T>(body, {zero, zero, zero}, place.normal);
}

/// Generalised force of a unit normal force at a contact, which is the direction of the constraint: y, z and
/// roll only. It does no work on spin and yaw, and none along the regular track.
template <typename T>
[[nodiscard]] inline Packed<T, 6> normal_direction(const BasicContactPlace<T>& contact) {
  const auto &arm = contact.arm, &n = contact.normal;
  Packed<T, 6> direction;
  direction << T(0), n.y(), n.z(), arm.y() * n.z() - arm.z() * n.y(), T(0), T(0);
  return direction;
}

}  // namespace flangeway::wheelrail
