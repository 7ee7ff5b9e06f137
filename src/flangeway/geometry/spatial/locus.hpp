// The contact locus: the points at which a wheel is nearest to its rail in vertical direction.
//
// A rail is a prism, so at a given y the least vertical distance lies where the wheel's surface has no slope
// along the track. For each point of the wheel profile that is one place x. On a roller it lies where both
// surfaces have the same slope (docs/theory/patch_geometry.md).
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/rail_top.hpp"

namespace flangeway::geometry::spatial {

/// One point of the wheel profile at its place nearest to the rail, track axes.
struct LocusPoint {
  double wheel_s = 0, wheel_x = 0;  ///< on the wheel: arc length and x in profile axes
  double x = 0, y = 0, z = 0;       ///< m
  double curvature = 0;  ///< 1/m, of the gap along x at constant y: gap(x) ≈ gap + curvature/2 (Δx)²
  double gap = 0;        ///< m, vertical; negative: interpenetration
  RailPoint rail;        ///< below it; of a roller: of its section x = 0 at the same y
};

/// In the order of the wheel profile, flange first.
struct Locus {
  std::vector<LocusPoint> points;
  double min_gap = 0;      ///< +∞: no point of the wheel is above the rail
  double row_spacing = 0;  ///< m, in y; 0: the points are samples of the wheel
};

/// Whether nothing of the locus is missing between two points that follow each other.
[[nodiscard]] bool connected(const Locus& locus, const LocusPoint& a, const LocusPoint& b);

/// Fills `locus` for the wheel at its place, with the rail interpolated linearly between its samples. `top`
/// is that of `rail`.
void find_locus(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top, Locus& locus);

/// Takes the points at rows of equal spacing (m) across the track in place of the samples of the wheel, from
/// the least y of the rail on, as the program CONTACT does.
void take_rows(const PlacedRail& rail, const RailTop& top, double spacing, Locus& locus);

/// Puts the points with a gap below `limit` (m) onto the rail's curve itself.
void sharpen(const PlacedRail& rail, double limit, Locus& locus);

/// Moves the wheel of `locus` up by `rise` (m): gaps and heights change, nothing else does.
void raise(double rise, Locus& locus);

}  // namespace flangeway::geometry::spatial
