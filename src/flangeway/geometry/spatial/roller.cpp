#include "flangeway/geometry/spatial/roller.hpp"

#include <cmath>
#include <limits>

namespace flangeway::geometry::spatial {

Vec3 axle_of(const PlacedRail& roller) {
  return roller.marker.to_global(Vec3(0, 0, -*roller.roller_radius));
}

double radius_at(const PlacedRail& roller, double y, double z) {
  return (Vec3(0, y, z) - axle_of(roller)).dot(roller.marker.axes.col(2));
}

double height_at(const PlacedRail& roller, double y, const RailPoint& section, double x) {
  const double radius = radius_at(roller, y, section.z);
  if (!(std::abs(x) < radius)) return -std::numeric_limits<double>::infinity();
  const double drop = x * x / (radius + std::sqrt(radius * radius - x * x));
  const Mat3& axes = roller.marker.axes;
  // The drop of the section lies along the profile's z axis, and shifts y if the axle is inclined.
  return section.z - drop * (axes(2, 2) + section.slope * axes(2, 1));
}

Marker turned_about_axle(const PlacedRail& roller, double pitch) {
  const Vec3 axle = axle_of(roller), direction = roller.marker.axes.col(1);
  const Mat3 axes = Eigen::AngleAxisd(pitch, direction).toRotationMatrix();
  return {axle - axes * axle, axes};
}

}  // namespace flangeway::geometry::spatial
