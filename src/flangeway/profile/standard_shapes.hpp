// Tables of the standard profiles for standard_profile(). Internal to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/profile/pieces.hpp"

namespace flangeway::profile {

/// A profile as its standard defines it; see Piece for the frame.
struct Shape {
  std::string name, source;
  double start = 0;  // y of the first point, mm
  std::vector<Piece> pieces;
  std::optional<double> lateral_origin = {};  // m
  double built_in_inclination = 0;
};

/// Those of APTA and of the NRC, from their flange backs on.
[[nodiscard]] std::vector<Shape> american_wheels();
[[nodiscard]] const std::vector<Shape>& wheel_shapes();
/// "s1002_e28.5" to "s1002_e32", and the same of en13715_1_40.
[[nodiscard]] std::optional<Shape> thin_flange_shape(std::string_view name);
[[nodiscard]] const std::vector<Shape>& rail_shapes();

}  // namespace flangeway::profile
