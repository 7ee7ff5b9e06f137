// Constraints of joints, their Jacobians and their second derivatives: docs/theory/joints.md. One template
// serves the engine (four joints alike in a Batch) and generated code (expressions).
#pragma once

#include <array>
#include <cmath>

#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {

/// Errors: residuals and rates alone.
enum class JointScope { errors, all };

/// A body as its joints see it; vectors in master components.
template <typename T>
struct JointEnd {
  using Vector = Packed<T, 3>;
  using Six = Packed<T, 6>;

  const BasicBodyState<T>& body;
  const BasicPose<T>& pose;
  const Packed<T, 3, 3>& to_master;  ///< master ← track frame of the body
  T pitched;                         ///< 0 for a wheelset, whose bearings leave its spin alone, else 1
  Vector acceleration, angular_acceleration;  ///< of the attachment frame for q̈ = 0

  [[nodiscard]] Vector turn(const Vector& point) const { return pose.rotation * point; }
  [[nodiscard]] Vector spin(const Vector& arm) const { return pose.angular_velocity.cross(arm); }
  [[nodiscard]] Vector velocity_at(const Vector& arm) const { return pose.velocity + spin(arm); }
  [[nodiscard]] Vector acceleration_at(const Vector& arm) const {
    return acceleration + angular_acceleration.cross(arm) + spin(spin(arm));
  }
  /// Generalised forces of a force at `arm`, and of a moment.
  [[nodiscard]] Six wrench_at(const Vector& arm, const Vector& force) const {
    const Packed<T, 3, 3> back = to_master.transpose();
    const Vector about = arm.cross(force);
    Six q = generalized_wrench<T>(body, back * force, back * about);
    q[4] *= pitched;
    return q;
  }
  [[nodiscard]] Six moment(const Vector& moment) const {
    const Vector m = to_master.transpose() * moment;
    const T about_pitch = body.pitch_axis.dot(m);
    Six q;
    q << body.frame.curvature.dot(m), T(0), T(0), body.roll_axis.dot(m), pitched * about_pitch, m.z();
    return q;
  }
};

// Joint: type, point_i, point_j, axes and length as in FourJoints. Rows takes what a row of the equations
// has, one row after the other: put_errors(g, ġ), or put(g, ġ, second derivative for q̈ = 0, Jacobian of i, of
// j).

// The point of j stays where it is in i. docs/theory/joints.md (1)
template <typename T, typename Joint, typename Rows>
inline void put_point(const Joint& joint, const JointEnd<T>& i, const JointEnd<T>& j, JointScope scope,
                      Rows& rows) {
  using Vector = Packed<T, 3>;
  const Vector arm_j = j.turn(joint.point_j), arm_i = j.pose.position + arm_j - i.pose.position;
  const Vector apart = arm_i - i.turn(joint.point_i), rate = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  Vector bias;
  if (scope == JointScope::all)
    bias = j.acceleration_at(arm_j) - i.acceleration_at(arm_i) - T(2) * i.spin(rate);
  for (int k = 0; k < 3; ++k) {
    const Vector e = i.pose.rotation.col(k);
    if (scope == JointScope::errors)
      rows.put_errors(e.dot(apart), e.dot(rate));
    else
      rows.put(e.dot(apart), e.dot(rate), e.dot(bias), i.wrench_at(arm_i, -e), j.wrench_at(arm_j, e));
  }
}

// A direction a of i is square to b of j. docs/theory/joints.md (2)
template <typename T, typename Rows>
inline void put_direction(const JointEnd<T>& i, const JointEnd<T>& j, const Packed<T, 3>& a,
                          const Packed<T, 3>& b, JointScope scope, Rows& rows) {
  using Vector = Packed<T, 3>;
  const Vector axis = a.cross(b), turning = i.pose.angular_velocity - j.pose.angular_velocity;
  const T rate = turning.dot(axis);
  if (scope == JointScope::errors) return rows.put_errors(a.dot(b), rate);
  const Vector spin_a = i.spin(a), spin_b = j.spin(b),
               speed_up = i.angular_acceleration - j.angular_acceleration;
  const T bias =
      speed_up.dot(axis) + b.dot(i.spin(spin_a)) + a.dot(j.spin(spin_b)) + T(2) * spin_a.dot(spin_b);
  rows.put(a.dot(b), rate, bias, i.moment(axis), j.moment(-axis));
}

template <typename T, typename Joint, typename Rows>
inline void put_revolute(const Joint& joint, const JointEnd<T>& i, const JointEnd<T>& j, JointScope scope,
                         Rows& rows) {
  put_point(joint, i, j, scope, rows);
  const Packed<T, 3> axis = i.turn(joint.axes[0]);
  for (std::size_t k = 1; k < 3; ++k) put_direction<T>(i, j, axis, j.turn(joint.axes[k]), scope, rows);
}

template <typename T, typename Joint, typename Rows>
inline void put_fixed(const Joint& joint, const JointEnd<T>& i, const JointEnd<T>& j, JointScope scope,
                      Rows& rows) {
  put_point(joint, i, j, scope, rows);
  for (int k = 0; k < 3; ++k)
    put_direction<T>(i, j, i.pose.rotation.col(k), j.pose.rotation.col((k + 1) % 3), scope, rows);
}

// docs/theory/joints.md (3)
template <typename T, typename Joint, typename Rows>
inline void put_link(const Joint& joint, const JointEnd<T>& i, const JointEnd<T>& j, JointScope scope,
                     Rows& rows) {
  using std::sqrt;
  using Vector = Packed<T, 3>;
  const Vector arm_i = i.turn(joint.point_i), arm_j = j.turn(joint.point_j);
  const Vector span = j.pose.position + arm_j - i.pose.position - arm_i;
  const T length = sqrt(span.dot(span)), inverse = 1 / length;
  const Vector n = span * inverse, velocity = j.velocity_at(arm_j) - i.velocity_at(arm_i);
  const T rate = n.dot(velocity);
  if (scope == JointScope::errors) return rows.put_errors(length - joint.length, rate);
  const Vector acceleration = j.acceleration_at(arm_j) - i.acceleration_at(arm_i);
  const T bias = n.dot(acceleration) + (velocity.dot(velocity) - rate * rate) / length;
  rows.put(length - joint.length, rate, bias, i.wrench_at(arm_i, -n), j.wrench_at(arm_j, n));
}

/// All rows of a joint that is no gear.
template <typename T, typename Joint, typename Rows>
inline void put_joint(const Joint& joint, const JointEnd<T>& i, const JointEnd<T>& j, JointScope scope,
                      Rows& rows) {
  switch (joint.type) {
    case JointType::revolute:
      return put_revolute(joint, i, j, scope, rows);
    case JointType::spherical:
      return put_point(joint, i, j, scope, rows);
    case JointType::fixed:
      return put_fixed(joint, i, j, scope, rows);
    case JointType::link:
      return put_link(joint, i, j, scope, rows);
    case JointType::gear:
      return;
  }
}

/// Pitch angles of the bodies of a gear, or their rates; of the carrier 0 where there is none.
template <typename T>
struct GearTurns {
  T i, j, carrier;
};

// docs/theory/joints.md (4)
template <typename T, typename Rows>
inline void put_gear(const T& ratio, const GearTurns<T>& angles, const GearTurns<T>& rates, Rows& rows) {
  const auto apart = [&](const GearTurns<T>& turns) {
    return turns.i - turns.carrier - ratio * (turns.j - turns.carrier);
  };
  const auto about_pitch = [](const T& size) {
    Packed<T, 6> entries = Packed<T, 6>::Zero();
    entries[4] = size;
    return entries;
  };
  rows.put_carrier(about_pitch(ratio - 1));
  rows.put(apart(angles), apart(rates), T(0), about_pitch(T(1)), about_pitch(-ratio));
}

/// Reaction of a joint on its body i.
template <typename T>
struct BasicJointReaction {
  Packed<T, 3> force = Packed<T, 3>::Zero();   ///< at the point of body j, axes of i, N; of a link x is its
                                               ///< tension
  Packed<T, 3> moment = Packed<T, 3>::Zero();  ///< axes of i, Nm; of a gear the torque along the pitch axis
};

/// From the multipliers of its rows. `relative`: axes of j in those of i; `axes`: of a revolute joint.
template <typename T>
inline BasicJointReaction<T> joint_reaction(JointType type, const T* mu, const Packed<T, 3, 3>& relative,
                                            const std::array<Packed<T, 3>, 3>& axes) {
  using Vector = Packed<T, 3>;
  BasicJointReaction<T> result;
  if (type == JointType::link) result.force[0] = -mu[0];
  if (type == JointType::gear) result.moment[1] = mu[0];
  if (type == JointType::link || type == JointType::gear) return result;
  for (int k = 0; k < 3; ++k) result.force[k] = -mu[k];
  if (type == JointType::fixed) {
    for (int k = 0; k < 3; ++k) {
      const Vector own = Packed<T, 3, 3>::Identity().col(k), other = relative.col((k + 1) % 3);
      result.moment += mu[3 + k] * own.cross(other);
    }
  } else if (type == JointType::revolute) {
    for (std::size_t k = 1; k < 3; ++k) {
      const Vector other = relative * axes[k];
      result.moment += mu[2 + k] * axes[0].cross(other);
    }
  }
  return result;
}

/// Two directions square to the axis of a revolute joint.
[[nodiscard]] inline std::array<Vec3, 3> joint_axes(const Vec3& axis) {
  const Vec3 across = axis.unitOrthogonal();
  return {axis, across, axis.cross(across)};
}

}  // namespace flangeway::multibody
