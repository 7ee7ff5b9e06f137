// Motion of the bodies relative to their track frames, and their inertia. Theory: docs/theory/multibody.md.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Frames, rotations, velocities, mass matrices and their factors of all bodies; sets force to gravity and
/// the quadratic velocity terms. `y` is the flat state. Allocates nothing.
void evaluate_kinematics(const Model& model, const track::TrackModel& track, const double* y,
                         Workspace& workspace);
/// The same for one body, given its six coordinates and velocities; the frame is evaluated at q[0].
void evaluate_body(const Body& body, const track::TrackModel& track, double gravity, const double* q,
                   const double* velocity, BodyState& out);

/// Generalised force of a wrench on the body: force and moment about the origin, track components.
/// Inline: the contact of every wheel uses it.
[[nodiscard]] inline Vec6 generalized_force(const BodyState& b, const Vec3& force, const Vec3& moment) {
  Vec6 q;
  q << b.velocity_s.dot(force) + b.frame.curvature.dot(moment), force.y(), force.z(), b.roll_axis.dot(moment),
      b.pitch_axis.dot(moment), moment.z();
  return q;
}

/// Generalised force of a force at a point of the body; `arm` from the origin, track components.
[[nodiscard]] inline Vec6 generalized_force_at(const BodyState& b, const Vec3& arm, const Vec3& force) {
  return generalized_force(b, force, arm.cross(force));
}

/// Absolute velocity of the material point of the (spinning) body at `arm`, track components.
[[nodiscard]] inline Vec3 point_velocity(const BodyState& b, const Vec3& arm) {
  return b.velocity + b.angular_velocity.cross(arm);
}

/// ∂(point velocity)/∂q̇, 3×6: columns s, y, z, φ, θ, ψ; track components.
[[nodiscard]] Eigen::Matrix<double, 3, 6> point_jacobian(const BodyState& b, const Vec3& arm);
/// ∂ω/∂q̇, 3×6, track components.
[[nodiscard]] Eigen::Matrix<double, 3, 6> rotation_jacobian(const BodyState& b);
/// Acceleration of the material point at `arm` for given q̈ (with all quadratic terms), track components.
/// `velocity` is q̇.
[[nodiscard]] Vec3 point_acceleration(const BodyState& b, const double* velocity, const Vec6& acceleration,
                                      const Vec3& arm);

[[nodiscard]] Mat6 mass_matrix(const BodyState& b);
/// q̈ for a given q̈_s: the five equations besides that of s.
[[nodiscard]] inline Vec6 solve_given_s(const BodyState& b, const Vec6& rhs, double acceleration_s) {
  Vec6 x;
  x[0] = acceleration_s;
  x.segment<2>(1) = (rhs.segment<2>(1) - acceleration_s * b.coupling_yz) / b.mass;
  x.tail<3>() = b.rotational_inverse * (rhs.tail<3>() - acceleration_s * b.coupling_rotation);
  return x;
}
/// q̈ where nothing is prescribed.
[[nodiscard]] inline Vec6 solve_free(const BodyState& b, const Vec6& rhs) {
  const double reduced = rhs[0] - b.coupling_yz.dot(rhs.segment<2>(1)) / b.mass -
                         b.coupling_rotation.dot(b.rotational_inverse * rhs.tail<3>());
  return solve_given_s(b, rhs, reduced / b.schur);
}
/// q̈ under the generalised force `rhs`. With prescribed speed, q̈_s is the prescribed one. Inline: every
/// wheelset needs it several times in a step.
[[nodiscard]] inline Vec6 solve_mass(const BodyState& b, const Vec6& rhs) {
  return b.speed_prescribed ? solve_given_s(b, rhs, b.prescribed_acceleration) : solve_free(b, rhs);
}
/// M⁻¹ column for a column of a constraint Jacobian: the answer of q̈ to a change of force. With prescribed
/// speed its s component is zero.
[[nodiscard]] inline Vec6 solve_mass_column(const BodyState& b, const Vec6& column) {
  return b.speed_prescribed ? solve_given_s(b, column, 0) : solve_free(b, column);
}
/// The generalised force along s that keeps the prescribed speed: (M q̈ − rhs)_s, N. Traction is positive.
[[nodiscard]] double traction_force(const BodyState& b, const Vec6& rhs, const Vec6& acceleration);

/// ½ q̇ᵀ M q̇, J.
[[nodiscard]] double kinetic_energy(const BodyState& b, const double* velocity);

}  // namespace flangeway::multibody
