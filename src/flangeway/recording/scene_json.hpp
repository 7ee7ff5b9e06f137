// Numbers of the scene. Private to the room.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/math/types.hpp"

namespace flangeway::recording {

/// A place in m or a rotation in rad, to six digits behind the point.
[[nodiscard]] inline nlohmann::ordered_json vector_json(const Vec3& v) {
  const auto rounded = [](double value) { return std::round(value * 1e6) / 1e6; };
  return nlohmann::ordered_json::array({rounded(v.x()), rounded(v.y()), rounded(v.z())});
}

}  // namespace flangeway::recording
