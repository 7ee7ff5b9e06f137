// The upper contour of a rail: its height at a given y.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/shapes.hpp"

namespace flangeway::geometry::spatial {

/// Samples of the upper side of a placed rail, rising y; track axes. m
struct RailTop {
  std::vector<double> y, z, s;
};
void find_top(const PlacedRail& rail, RailTop& top);

/// A place of the rail.
struct RailPoint {
  double z = 0, slope = 0;  ///< height in m, dz/dy
  double s = 0;             ///< arc length on the rail
};

/// Linear between samples; false if there is no rail at y. `hint` makes looking up in order of y fast.
[[nodiscard]] bool look_up(const RailTop& top, double y, std::size_t& hint, RailPoint& point);

/// The same place on the rail's curve itself; a steep face stays as it is.
void sharpen(const PlacedRail& rail, double y, RailPoint& point);

}  // namespace flangeway::geometry::spatial
