// The tabulated data of a contact: everything that a step needs, in the wheelset's intermediate frame.
#pragma once

#include <array>
#include <vector>

#include "flangeway/geometry/position.hpp"

namespace flangeway::geometry {

/// Channels of a contact table, in left-hand coordinates.
enum ContactChannel : std::size_t {
  wheel_y,      ///< m, lateral position of the contact in the wheelset frame, from the wheelset's centre
  wheel_z,      ///< m, vertical position there (about −r0)
  wheel_angle,  ///< rad, contact angle relative to the wheelset's axle; in the track frame add the roll
  patch_a,
  patch_b,         ///< unit-force semi-axes along and across rolling, m/N^(1/3) [Escalona2021, section 3.3]
  patch_approach,  ///< m/N^(2/3)
  c11,
  c22,
  c23,
  c33,
  wheel_profile_y,  ///< m, s^w of the papers: lateral coordinate in the wheel profile
  rail_profile_y,   ///< m, s^r: lateral coordinate in the rail profile
  contact_channels
};
using ContactValues = std::array<double, contact_channels>;

/// Flattest relative curvature across the rail that is still treated as Hertzian, 1/m. Closer profiles are
/// nearly conformal; their patch is limited to that of a 5 m radius, and the solution is qualitative there.
inline constexpr double min_lateral_curvature = 0.2;

/// Data of one contact. `roll` in left-hand coordinates.
[[nodiscard]] ContactValues contact_values(const Side& side, const Touch& touch, double roll,
                                           const PatchSettings& settings);

/// Relative curvature across the rail, not limited (1/m): of the loaded patch, or smoothed at the point.
[[nodiscard]] double lateral_curvature(const Side& side, const Touch& touch, double window);

}  // namespace flangeway::geometry
