// A roller as rail: the profile rotates about an axle below it. Theory: docs/theory/patch_geometry.md
#pragma once

#include "flangeway/geometry/spatial/rail_top.hpp"

namespace flangeway::geometry::spatial {

/// A point of the axle, in track axes, beside the origin of the profile. Its direction is marker.axes.col(1).
[[nodiscard]] Vec3 axle_of(const PlacedRail& roller);

/// Distance from the axle of a point of the profile, given in track axes in the section x = 0, m.
[[nodiscard]] double radius_at(const PlacedRail& roller, double y, double z);

/// Height of the surface at x above or below the place (y, section) of the section x = 0; −∞ where the roller
/// has ended. To the second order of x times the inclination of the axle.
[[nodiscard]] double height_at(const PlacedRail& roller, double y, const RailPoint& section, double x);

/// Axes that are turned about the axle by `pitch` (rad), so that the roller's highest line comes to lie
/// forward of the track's origin; the roller looks the same in them. Turned axes → track.
[[nodiscard]] Marker turned_about_axle(const PlacedRail& roller, double pitch);

}  // namespace flangeway::geometry::spatial
