// Regions in which the undeformed wheel and rail interpenetrate, as found by vertical gaps.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/locus.hpp"

namespace flangeway::geometry::spatial {

/// Integrals over a region of interpenetration, with a power of the depth as weight.
/// [Vollebregt2021, eq. 13–14]
struct Moments {
  double weight = 0, x = 0, y = 0, angle = 0;
  [[nodiscard]] Moments plus(const Moments& other) const {
    return {weight + other.weight, x + other.x, y + other.y, angle + other.angle};
  }
};

/// A connected region. Lengths in m, track axes.
struct Region {
  double rail_begin = 0, rail_end = 0;  ///< arc lengths on the rail
  double wheel_begin = 0;               ///< arc length on the wheel at rail_begin
  double x_begin = 0, x_end = 0;
  double y_begin = 0, y_end = 0;  ///< ends across the track
  double z_begin = 0, z_end = 0;  ///< heights of the rail there
  double deepest_x = 0, deepest_y = 0, deepest_rail_s = 0;
  double depth = 0;  ///< of the deepest point, vertically, > 0
  double area = 0;   ///< m², seen from above
  Moments moments;
  bool at_profile_edge = false;  ///< it ends where a profile ends
};

/// Regions of the locus in its order. `power` of the depth in the weights: 1 or 2. Across the locus the depth
/// is taken as a parabola, so that integrals along x are exact for it.
void find_regions(const Locus& locus, int power, std::vector<Region>& regions);

}  // namespace flangeway::geometry::spatial
