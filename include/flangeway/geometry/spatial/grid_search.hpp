// Finds regions of interpenetration on a grid of the wheel's surface, as a check of the contact locus.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/regions.hpp"

namespace flangeway::geometry::spatial {

/// The grid: x = −half_length … half_length around the wheel's marker with spacing dx, and every sample of
/// the wheel profile. m
struct SearchGrid {
  double half_length = 0.06, dx = 5e-4;
};

/// The same as find_regions, thousands of times slower and true for any shape: it is the check of the locus.
void find_regions_on_grid(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top,
                          const SearchGrid& grid, int power, std::vector<Region>& regions);

}  // namespace flangeway::geometry::spatial
