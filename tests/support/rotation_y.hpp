// The rotation about the lateral axis, which the library always has together with another one.
#pragma once

#include <cmath>

#include "flangeway/math/types.hpp"

namespace flangeway {

/// Rotation by `angle` (rad) about y; a positive angle turns z towards x.
[[nodiscard]] inline Mat3 rotation_y(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Mat3{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
}

}  // namespace flangeway
