// The cross-section of a wheel or a rail.
//
// Profiles are those of a left-hand pair in metres: y points to the left (the field side) and z upwards. A
// right-hand profile is the mirror image.
//   wheel: the origin is at the tape circle, 70 mm from the flange back: running radius = nominal radius − z.
//          The flange is at negative y with its tip at z ≈ −28 mm.
//   rail:  the origin is at the top of the unworn, uninclined head on its symmetry axis. The gauge side is at
//          negative y.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/profile/curve.hpp"

namespace flangeway::profile {

enum class Kind { wheel, rail };

[[nodiscard]] inline const char* kind_name(Kind kind) {
  return kind == Kind::wheel ? "wheel" : "rail";
}

/// Repairs and rotations that brought the points of a file into our convention.
struct Repair {
  std::string what;         ///< "3 points removed that coincide with the one before"
  std::size_t count = 0;    ///< how many points or places; 0: the profile as a whole
  double where_y = 0;       ///< y of the first of them, m, in our convention
  bool is_warning = false;  ///< may change what is computed with it: said wherever the profile is used
};

struct Profile {
  Kind kind = Kind::wheel;
  std::string name;
  Curve curve;  ///< from the flange back, or the gauge side, to the field side
  std::vector<Repair> repairs = {};
  std::string source = {};  ///< the standard, or the file
  /// Distance of the origin from the track centre in m, for a rail that comes with its place in the track.
  std::optional<double> lateral_origin = {};
  /// Inclination already built into a rail (0.05 for 1:20, towards the track centre); 0 for an upright one.
  double built_in_inclination = 0;
};

/// "FILE: has no flange …" for what may change a result.
[[nodiscard]] std::vector<std::string> warnings_of(const Profile& profile);

}  // namespace flangeway::profile
