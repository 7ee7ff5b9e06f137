// Accelerations of a body for q̈ = 0. Internal to the room.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Bias of the origin and of the angular velocity, track components.
template <typename T>
struct Bias {
  Packed<T, 3> linear, angular;
};

/// docs/theory/multibody.md (5), (6); v: q̇.
template <typename T>
[[nodiscard]] inline Bias<T> quadratic_velocity(const BasicBodyState<T>& b, const std::array<T, 6>& v) {
  using Vec = Packed<T, 3>;
  const Vec turning = v[0] * b.frame.curvature;  // angular velocity of the track frame
  const Vec relative{T(0), v[1], v[2]};
  const Vec bend = (v[0] * v[0]) * b.frame.curvature_rate;
  const Vec yaw{T(0), T(0), v[5]};
  const Vec roll = v[3] * b.roll_axis;
  const Vec relative_turning = b.angular_velocity - turning;
  return {bend.cross(b.position) + turning.cross(relative) + turning.cross(b.velocity),
          bend + yaw.cross(roll) + v[4] * (yaw + roll).cross(b.pitch_axis) + turning.cross(relative_turning)};
}

}  // namespace flangeway::multibody
