// Motion of the bodies relative to their track frames, and their inertia. Theory: docs/theory/multibody.md.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Frames, rotations, velocities, mass matrices and their factors of all bodies; sets force to gravity and
/// the quadratic velocity terms. `y` is the flat state. Allocates nothing.
void evaluate_kinematics(const Model& model, const track::TrackModel& track, const double* y,
                         Workspace& workspace);

/// Position and motion of the four bodies of one batch. Their inertia stays. Allocates
/// nothing.
void evaluate_motion(const Model& model, const track::TrackModel& track, const double* y, BodyBatch& batch);

/// The six numbers of each of four bodies.
[[nodiscard]] inline std::array<math::Batch, 6> six(const double* y, const Indices& bodies) {
  const double* const from[] = {y + 6 * bodies[0], y + 6 * bodies[1], y + 6 * bodies[2], y + 6 * bodies[3]};
  std::array<math::Batch, 6> result;
  for (std::size_t i = 0; i < 6; ++i) result[i] = math::gather(from, i);
  return result;
}

/// Generalised force of a wrench on the body: force and moment about the origin, track components; of one
/// body, or of four in a Batch. Inline: the contact of every wheel uses it.
template <typename T>
[[nodiscard]] inline Packed<T, 6> generalized_wrench(const BasicBodyState<T>& b, const Packed<T, 3>& force,
                                                     const Packed<T, 3>& moment) {
  Packed<T, 6> q;
  q << b.velocity_s.dot(force) + b.frame.curvature.dot(moment), force.y(), force.z(), b.roll_axis.dot(moment),
      b.pitch_axis.dot(moment), moment.z();
  return q;
}
[[nodiscard]] inline Vec6 generalized_force(const BodyState& b, const Vec3& force, const Vec3& moment) {
  return generalized_wrench<double>(b, force, moment);
}

/// Generalised force of a force at a point of the body; `arm` from the origin, track components.
[[nodiscard]] inline Vec6 generalized_force_at(const BodyState& b, const Vec3& arm, const Vec3& force) {
  return generalized_force(b, force, arm.cross(force));
}

/// Absolute velocity of the material point of the (spinning) body at `arm`, track components.
[[nodiscard]] inline Vec3 point_velocity(const BodyState& b, const Vec3& arm) {
  return b.velocity + b.angular_velocity.cross(arm);
}

/// Absolute angular velocity of a wheel of a wheelset; `sign`: +1 on the left, −1 on the right.
[[nodiscard]] inline Vec3 wheel_angular_velocity(const BodyState& b, double sign) {
  return b.angular_velocity + (0.5 * sign * b.twist_rate) * b.pitch_axis;
}

[[nodiscard]] Mat6 mass_matrix(const BodyState& b);
/// q̈ for a given q̈_s: the five equations besides that of s.
template <typename T>
[[nodiscard]] inline Packed<T, 6> solve_given_s(const BasicBodyState<T>& b, const Packed<T, 6>& rhs,
                                                const T& acceleration_s) {
  Packed<T, 6> x;
  const T inverse_mass = 1 / b.mass;
  x[0] = acceleration_s;
  x[1] = (rhs[1] - acceleration_s * b.coupling_yz[0]) * inverse_mass;
  x[2] = (rhs[2] - acceleration_s * b.coupling_yz[1]) * inverse_mass;
  const Packed<T, 3> rotational = rhs.template tail<3>() - acceleration_s * b.coupling_rotation;
  x.template tail<3>() = b.rotational_inverse * rotational;
  return x;
}
/// q̈_s where nothing is prescribed.
template <typename T>
[[nodiscard]] inline T free_acceleration_s(const BasicBodyState<T>& b, const Packed<T, 6>& rhs) {
  const Packed<T, 3> turned = b.rotational_inverse * b.coupling_rotation;  // the inverse is symmetric
  return (rhs[0] - (b.coupling_yz[0] * rhs[1] + b.coupling_yz[1] * rhs[2]) / b.mass -
          turned.dot(rhs.template tail<3>())) /
         b.schur;
}
/// q̈ under the generalised force `rhs`. With prescribed speed, q̈_s is the prescribed one. Inline: every
/// wheelset needs it several times in a step.
[[nodiscard]] inline Vec6 solve_mass(const BodyState& b, const Vec6& rhs) {
  return solve_given_s<double>(
      b, rhs, b.speed_prescribed ? b.prescribed_acceleration : free_acceleration_s<double>(b, rhs));
}

/// ½ q̇ᵀ M q̇, J.
[[nodiscard]] double kinetic_energy(const BodyState& b, const double* velocity);

}  // namespace flangeway::multibody
