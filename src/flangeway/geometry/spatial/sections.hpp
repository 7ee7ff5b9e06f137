// Sections across the track of rails that vary along it, and of wheels that are not round.
#pragma once

#include "flangeway/geometry/spatial/shapes.hpp"
#include "flangeway/profile/sliced.hpp"

namespace flangeway::geometry::spatial {

/// Varying surfaces; null: that body is a prism, or a body of revolution.
struct Varying {
  std::shared_ptr<const profile::SlicedProfile> rail, wheel;
  double rail_place = 0;   ///< m: where on the rail x = 0 of the track is
  double wheel_angle = 0;  ///< rad: which angle of the wheel points straight down
  [[nodiscard]] bool any() const { return rail != nullptr || wheel != nullptr; }
};

/// The rail at x of the track (m), in the axes of its profile.
[[nodiscard]] Rail rail_section(const Varying& varying, double x);

/// A wheel that is not round, at an x of the track: a profile with y and z of the track, a point for each
/// line of its surface that is there. Those lines follow each other.
struct WheelSection {
  profile::Curve curve;
  std::size_t first_line = 0;
};
[[nodiscard]] WheelSection wheel_section(const Varying& varying, const PlacedWheel& wheel, double x);

}  // namespace flangeway::geometry::spatial
