// Contact positions of a wheelset over lateral displacement, for tables and plots.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/geometry/sweep.hpp"

namespace flangeway::geometry {

/// Arrays of equal length over the constrained motion from right to left; contact data in left-hand
/// coordinates.
struct ContactCurve {
  double gauge_variation = 0;  ///< m
  std::vector<double> y, z, roll;
  /// Index 0 left, 1 right. wheel_s and rail_s are lateral coordinates in the profiles (s^w, s^r of the
  /// papers).
  std::vector<double> rolling_radius[2], contact_angle[2], wheel_s[2], rail_s[2];
  std::vector<int>
      points[2];  ///< contacts of the wheel: 1, or 2 where tread and flange (or two treads) touch at once
  /// Lateral displacement of the first flange contact and of the end of climbing (the flange's tip is on the
  /// rail).
  std::optional<double> flange_contact[2], climb_end[2];
};

/// `shift_step` in m.
[[nodiscard]] ContactCurve contact_curve(const PositionSearch& search, double gauge_variation,
                                         double shift_step);

}  // namespace flangeway::geometry
