#include "flangeway/geometry/spatial/locus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::geometry::spatial {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
// sin of the angle around the axle at which the surface has no slope along the track, for profile tangent
// (ty, tz); beyond ±1 there is none.
double level_sine(const Mat3& axes, double ty, double tz) {
  const double a = axes(0, 0), b = axes(0, 2);
  const double square = a * a + b * b, q = -axes(0, 1) * tz / ty;
  if (q * q >= square) return 2;
  return (q * a + std::sqrt(square - q * q) * b) / square;
}

// Second derivative of the wheel's height along x at constant y, without the curvature of its profile, whose
// share is the square of the yaw.
double curvature_along(const PlacedWheel& wheel, double radius, double x, double depth, double slope) {
  const Mat3& r = wheel.marker.axes;
  const double numerator = r(0, 0) * r(0, 0) + r(0, 2) * r(0, 2) - r(0, 1) * r(0, 1) * slope * slope;
  const double down = x * r(2, 0) + radius * slope * r(2, 1) - depth * r(2, 2);
  return -numerator / down;
}

bool set_place(const PlacedWheel& wheel, std::size_t i, LocusPoint& out) {
  const Samples& samples = wheel.wheel->samples;
  const double ty = samples.slope_y[i], tz = samples.slope_z[i];
  if (ty < 1e-6) return false;
  const double sine = level_sine(wheel.marker.axes, ty, tz);
  if (std::abs(sine) > 0.5) return false;
  const double radius = wheel.axle_height - samples.z[i];
  out.wheel_s = samples.s[i];
  out.wheel_x = radius * sine;
  const double depth = std::sqrt(radius * radius - out.wheel_x * out.wheel_x);
  const Vec3 at = wheel.marker.to_global(Vec3(out.wheel_x, samples.y[i], wheel.axle_height - depth));
  out.x = at.x(), out.y = at.y(), out.z = at.z();
  out.curvature = curvature_along(wheel, radius, out.wheel_x, depth, tz / ty);
  return true;
}

}  // namespace

void find_locus(const PlacedWheel& wheel, const RailTop& top, Locus& locus) {
  locus.points.clear();
  locus.least_gap = nowhere;
  std::size_t hint = 0;
  LocusPoint point;
  for (std::size_t i = 0; i < wheel.wheel->samples.s.size(); ++i) {
    if (!set_place(wheel, i, point)) continue;
    if (!look_up(top, point.y, hint, point.rail)) continue;
    point.gap = point.z - point.rail.z;
    locus.least_gap = std::min(locus.least_gap, point.gap);
    locus.points.push_back(point);
  }
}

void sharpen(const PlacedRail& rail, double limit, Locus& locus) {
  locus.least_gap = nowhere;
  for (LocusPoint& point : locus.points) {
    if (point.gap <= limit) {
      sharpen(rail, point.y, point.rail);
      point.gap = point.z - point.rail.z;
    }
    locus.least_gap = std::min(locus.least_gap, point.gap);
  }
}

void raise(double rise, Locus& locus) {
  for (LocusPoint& point : locus.points) point.gap += rise, point.z += rise;
  locus.least_gap += rise;
}

}  // namespace flangeway::geometry::spatial
