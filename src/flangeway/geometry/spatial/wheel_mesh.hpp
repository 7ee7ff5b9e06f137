// Distances of a wheel from a plane, taken linearly between the points of a mesh of its surface.
//
// The program CONTACT takes them so. They differ from those of the surface itself (rows.hpp) by up to ds²/8
// times the curvature of the profile: 1.4 µm on a flange root of 14 mm with elements of 0.4 mm.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/rows.hpp"

namespace flangeway::geometry::spatial {

/// Points of a plane, at every x_first + i · dx, i < count, and every place of `across`: m, from the
/// reference point of the plane, whose place is (x, row).
struct PlanePoints {
  double x = 0;
  Row row;
  double x_first = 0, dx = 0;
  int count = 0;
  const std::vector<double>& across;  ///< ascending
  Vec2 mesh_point = Vec2::Zero();     ///< place of the point by which the mesh of the wheel lies: x, across
};

/// Distances of the wheel along the normal, m, x fastest; far_away where it has ended. The mesh has points
/// every dx along the track and every ds along the profile, one of them at mesh_point, or where it would come
/// to lie. `wheel_s` is a guess of the reference point's place.
void mesh_offsets(const PlacedWheel& wheel, const PlanePoints& points, double ds, double wheel_s,
                  std::vector<double>& offsets);

}  // namespace flangeway::geometry::spatial
