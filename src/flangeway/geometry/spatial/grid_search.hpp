// Finds regions of interpenetration on a grid of the wheel's surface: a check of the contact locus, and the
// way for shapes that vary along the track.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/regions.hpp"
#include "flangeway/geometry/spatial/sections.hpp"

namespace flangeway::geometry::spatial {

/// The grid: x = −half_length … half_length around the wheel's marker with spacing dx, and every sample of
/// the wheel profile. With a row spacing as the program CONTACT does: rows of equal y from the second point
/// of the rail to the last but one, above which the wheel is linear between the points of its profile, and
/// about that dx over the length that 2 half_length of the wheel have along the track. m
struct SearchGrid {
  double half_length = 0.06, dx = 5e-4;
  double row_spacing = 0;
};

/// One x, one sample of the wheel.
struct GapCell {
  double x = 0, y = 0, wheel_s = 0;  ///< m
  double gap = 0;                    ///< m, vertical; +∞: there is no rail
  RailPoint rail;                    ///< below; its slope is that of the rail at the wheelset
  bool taken = false;
};

/// The gaps of a whole wheel.
struct GapGrid {
  double dx = 0, row_spacing = 0;  ///< 0: rows are samples of the wheel
  std::size_t columns = 0, rows = 0;
  std::vector<GapCell> cells;  ///< x fastest
  double min_gap = 0;          ///< +∞: no point of the wheel is above the rail
};

/// `top` is that of `rail`, the rail at the wheelset.
void measure_gaps(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top,
                  const Varying& varying, const SearchGrid& search, GapGrid& grid);

/// Moves the wheel up by `rise` (m).
void raise(double rise, GapGrid& grid);

/// The same regions as those of a locus, thousands of times slower and true for any shape.
void find_regions(GapGrid& grid, int power, std::vector<Region>& regions);

}  // namespace flangeway::geometry::spatial
