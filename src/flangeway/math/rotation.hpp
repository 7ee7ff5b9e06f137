// Elementary rotations. A matrix R_ab turns components in b into components in a.
#pragma once

#include <cmath>

#include "flangeway/math/types.hpp"

namespace flangeway {

/// Rotation by `angle` (rad) about x; a positive angle turns y towards z.
[[nodiscard]] inline Mat3 rotation_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Mat3{{1, 0, 0}, {0, c, -s}, {0, s, c}};
}

/// Rotation by `angle` (rad) about z; a positive angle turns x towards y.
[[nodiscard]] inline Mat3 rotation_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Mat3{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
}

/// Matrix of the cross product: skew(a) b = a × b.
[[nodiscard]] inline Mat3 skew(const Vec3& a) {
  return Mat3{{0, -a.z(), a.y()}, {a.z(), 0, -a.x()}, {-a.y(), a.x(), 0}};
}

}  // namespace flangeway
