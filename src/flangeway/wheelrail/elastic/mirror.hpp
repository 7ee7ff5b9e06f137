// Between the coordinates of the track and left-hand ones, in which a right wheel is a left one: `sign` is
// that of the side, and the way back is the same.
#pragma once

#include "flangeway/math/types.hpp"

namespace flangeway::wheelrail::elastic {

[[nodiscard]] inline Vec3 mirrored(const Vec3& v, double sign) {
  return {v.x(), sign * v.y(), v.z()};
}

/// Moments and angular velocities.
[[nodiscard]] inline Vec3 mirrored_axial(const Vec3& v, double sign) {
  return {sign * v.x(), v.y(), sign * v.z()};
}

}  // namespace flangeway::wheelrail::elastic
