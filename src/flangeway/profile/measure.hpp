// Measures of wheel and rail profiles as gauges and callipers take them.
#pragma once

#include <optional>

#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

inline constexpr double tape_circle = 0.070;  ///< m from the flange back

/// Arc length of the flange tip (lowest point), if there is a flange: it stands out by more than 10 mm over
/// half of the profile, which is wider than 60 mm, and lies on its inner half.
[[nodiscard]] std::optional<double> flange_tip(const Curve& curve);
/// Largest arc length at which the curve has this y; nothing if it has not.
[[nodiscard]] std::optional<double> outermost_at_y(const Curve& curve, double y);
[[nodiscard]] Vec2 highest_point(const Curve& curve);

struct Extent {
  double y_low, y_high, z_low, z_high;  ///< m
};
[[nodiscard]] Extent extent(const Curve& curve);

/// Dimensions of a wheel [EN15313], from a profile with its origin at the tape circle. m and rad.
struct FlangeMeasures {
  double height;     ///< Sh: of the tip over the tread at the tape circle
  double thickness;  ///< Sd: from the flange back (70 mm from the tape circle) to the face, 10 mm from the
                     ///< tread towards the tip
  double steepness;  ///< qR: across, from the face 10 mm from the tread to the face 2 mm from the tip
  double angle;      ///< largest angle of the face against the axle
};
/// Nothing without a flange, or if its face is not complete.
[[nodiscard]] std::optional<FlangeMeasures> measure_flange(const Profile& wheel);

/// Dimensions of a rail head. m and rad.
struct HeadMeasures {
  std::optional<double>
      gauge_y;  ///< y of the gauge face 14 mm below the highest point (the face nearest to the top)
  std::optional<double> width;  ///< between both faces 14 mm below the highest point
  std::optional<double>
      inclination;  ///< towards the track centre: mean direction of both faces 20 mm below the highest point
};
[[nodiscard]] HeadMeasures measure_head(const Profile& rail);

/// Extremes of the curvature (1/m), averaged over `window` (m), and where they lie.
struct CurvatureRange {
  double lowest, lowest_y;    ///< most convex upwards (a crown: negative)
  double highest, highest_y;  ///< most concave upwards (a valley: positive)
};
[[nodiscard]] CurvatureRange curvature_range(const Curve& curve, double window);

}  // namespace flangeway::profile
