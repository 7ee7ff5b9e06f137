// A wheel (a body of revolution) and a rail (a prism) or roller, prepared for the search of contacts between
// them in space.
//
// Profile axes: x forward, y to the field side, z up, left-hand pair; origin as in the profile.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "flangeway/geometry/spatial/marker.hpp"
#include "flangeway/profile/curve.hpp"

namespace flangeway::geometry::spatial {

/// Spacing of the samples along a profile, m. Interpenetrations are about 20 µm deep and millimetres wide.
inline constexpr double sample_spacing = 1e-4;

/// Equally spaced along a curve, both ends included.
struct Samples {
  double spacing = 0;
  std::vector<double> s, y, z;
  std::vector<double> slope_y, slope_z;  ///< unit tangent
};
[[nodiscard]] Samples sample(const profile::Curve& curve);

/// A wheel without its place. Its axle lies at z = axle_height, parallel to y.
struct Wheel {
  std::shared_ptr<const profile::Curve> curve;
  Samples samples;
};
/// A rail without its place.
struct Rail {
  std::shared_ptr<const profile::Curve> curve;
  Samples samples;
  double origin_s = 0;  ///< arc length at y = 0; where y does not grow everywhere, of that of its points that
                        ///< is nearest to the origin. m
};
[[nodiscard]] Wheel make_wheel(std::shared_ptr<const profile::Curve> curve);
[[nodiscard]] Rail make_rail(std::shared_ptr<const profile::Curve> curve);

struct PlacedWheel {
  const Wheel* wheel = nullptr;
  double axle_height = 0;  ///< m, in profile axes: radius = axle_height − z of the profile
  Marker marker;           ///< profile axes → track
};
/// The rail's x axis is that of the track.
struct PlacedRail {
  const Rail* rail = nullptr;
  Marker marker;  ///< profile axes → track; only turned about x
  /// m, at z = 0 of the profile: the profile turns about an axle parallel to its y axis, that far below its
  /// origin. None: a rail.
  std::optional<double> roller_radius = std::nullopt;
};

/// Curve::frame, continued straight along the end tangents.
[[nodiscard]] profile::Curve::Frame extended_frame(const profile::Curve& curve, double s);

/// Surface of a wheel near one of its points: x along the surface, s along the profile.
struct SurfacePoint {
  Vec3 point;       ///< in profile axes
  Vec3 by_x, by_s;  ///< its derivatives
};
/// The lower half of the wheel's surface, in profile axes; |x| < radius.
[[nodiscard]] SurfacePoint surface_point(const PlacedWheel& wheel, double s, double x);
/// The upper half of a roller's surface, in profile axes; |x| < radius.
[[nodiscard]] SurfacePoint surface_point(const PlacedRail& roller, double s, double x);

}  // namespace flangeway::geometry::spatial
