// Distances of a wheel from the rows of a patch, taken linearly between the points of a mesh of its surface.
//
// The program CONTACT takes them so. They differ from those of the surface itself (rows.hpp) by up to ds²/8
// times the curvature of the profile beyond that of the rows: 1.4 µm on a flange root of 14 mm, seen from a
// plane, with elements of 0.4 mm. docs/theory/patch_geometry.md
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/rows.hpp"

namespace flangeway::geometry::spatial {

/// Points at every x + x_first + i · dx, i < count, of rows that are ds apart; the reference point, of the
/// mesh too, lies at x on row number `reference`, not necessarily a whole one.
struct MeshedRows {
  const std::vector<Row>& rows;
  double reference = 0, ds = 0;
  double x = 0, x_first = 0, dx = 0;
  int count = 0;
};

/// Distances of the wheel along the normals, m, x fastest; far_away where it has ended. The mesh has points
/// every dx along the track and every ds along the profile. `wheel_s` is a guess of the place of the
/// reference point.
void mesh_offsets(const PlacedWheel& wheel, const MeshedRows& points, double wheel_s,
                  std::vector<double>& offsets);

}  // namespace flangeway::geometry::spatial
