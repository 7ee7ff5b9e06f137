// Sections across the track of rails that vary along it, and of wheels that are not round.
#pragma once

#include "flangeway/geometry/spatial/shapes.hpp"
#include "flangeway/profile/sliced.hpp"

namespace flangeway::geometry::spatial {

/// What varies; null: that body is a prism, or a body of revolution.
struct Varying {
  std::shared_ptr<const profile::SlicedProfile> rail, wheel;
  double rail_place = 0;   ///< m: where on the rail x = 0 of the track is
  double wheel_angle = 0;  ///< rad: which angle of the wheel points straight down
  [[nodiscard]] bool any() const { return rail != nullptr || wheel != nullptr; }
};

/// The rail at x of the track (m), in the axes of its profile.
[[nodiscard]] Rail rail_section(const Varying& varying, double x);

/// The wheel at x of the track, in track axes: a profile with y and z of the track. For a wheel that is not
/// round.
[[nodiscard]] profile::Curve wheel_section(const Varying& varying, const PlacedWheel& wheel, double x);

}  // namespace flangeway::geometry::spatial
