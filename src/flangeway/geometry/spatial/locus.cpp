#include "flangeway/geometry/spatial/locus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::geometry::spatial {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
// A face of the rail steeper than this (dy/ds) keeps the interpolation of its samples.
constexpr double least_spread = 0.02;

Vec2 place(const PlacedRail& rail, double y, double z) {
  const Mat3& a = rail.marker.axes;
  return {rail.marker.origin.y() + a(1, 1) * y + a(1, 2) * z,
          rail.marker.origin.z() + a(2, 1) * y + a(2, 2) * z};
}

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

// Linear between the samples of the rail; `hint` walks along with the wheel.
void look_up(const RailTop& top, std::size_t& hint, LocusPoint& point) {
  point.gap = nowhere;
  if (!(point.y >= top.y.front() && point.y <= top.y.back())) return;
  while (hint > 0 && point.y < top.y[hint]) --hint;
  while (hint + 2 < top.y.size() && point.y > top.y[hint + 1]) ++hint;
  const double part = (point.y - top.y[hint]) / (top.y[hint + 1] - top.y[hint]);
  point.gap = point.z - (top.z[hint] + part * (top.z[hint + 1] - top.z[hint]));
  point.rail_s = top.s[hint] + part * (top.s[hint + 1] - top.s[hint]);
  point.rail_slope = (top.z[hint + 1] - top.z[hint]) / (top.y[hint + 1] - top.y[hint]);
}

// Onto the rail's curve itself.
void sharpen(const PlacedRail& rail, LocusPoint& point) {
  const Mat3& a = rail.marker.axes;
  const profile::Curve& curve = *rail.rail->curve;
  double s = point.rail_s;
  for (int step = 0; step < 2; ++step) {
    const auto frame = curve.frame(s);
    const double y_rate = a(1, 1) * frame.first.x() + a(1, 2) * frame.first.y();
    const double z_rate = a(2, 1) * frame.first.x() + a(2, 2) * frame.first.y();
    if (y_rate < least_spread) return;
    const Vec2 at = place(rail, frame.point.x(), frame.point.y());
    const double change = std::clamp((point.y - at.x()) / y_rate, -sample_spacing, sample_spacing);
    s = std::clamp(s + change, 0.0, curve.length());
    point.gap = point.z - (at.y() + z_rate * change);
    point.rail_slope = z_rate / y_rate;
  }
  point.rail_s = s;
}

}  // namespace

void find_top(const PlacedRail& rail, RailTop& top) {
  const Samples& samples = rail.rail->samples;
  const std::size_t count = samples.s.size();
  top.y.clear(), top.z.clear(), top.s.clear();
  std::size_t highest = 0;
  double height = -nowhere;
  for (std::size_t i = 0; i < count; ++i) {
    if (const double z = place(rail, samples.y[i], samples.z[i]).y(); z > height) height = z, highest = i;
  }
  const auto keep = [&](std::size_t i, double beyond, double sign) {
    const Vec2 at = place(rail, samples.y[i], samples.z[i]);
    if (sign * (at.x() - beyond) <= 0) return beyond;
    top.y.push_back(at.x()), top.z.push_back(at.y()), top.s.push_back(samples.s[i]);
    return at.x();
  };
  double y = keep(highest, nowhere, -1);
  for (std::size_t i = highest; i-- > 0;) y = keep(i, y, -1);
  std::reverse(top.y.begin(), top.y.end());
  std::reverse(top.z.begin(), top.z.end());
  std::reverse(top.s.begin(), top.s.end());
  y = top.y.back();
  for (std::size_t i = highest + 1; i < count; ++i) y = keep(i, y, 1);
}

void find_locus(const PlacedWheel& wheel, const RailTop& top, Locus& locus) {
  locus.points.clear();
  locus.least_gap = nowhere;
  std::size_t hint = 0;
  LocusPoint point;
  for (std::size_t i = 0; i < wheel.wheel->samples.s.size(); ++i) {
    if (!set_place(wheel, i, point)) continue;
    look_up(top, hint, point);
    if (point.gap == nowhere) continue;
    locus.least_gap = std::min(locus.least_gap, point.gap);
    locus.points.push_back(point);
  }
}

void sharpen(const PlacedRail& rail, double limit, Locus& locus) {
  locus.least_gap = nowhere;
  for (LocusPoint& point : locus.points) {
    if (point.gap <= limit) sharpen(rail, point);
    locus.least_gap = std::min(locus.least_gap, point.gap);
  }
}

void raise(double rise, Locus& locus) {
  for (LocusPoint& point : locus.points) point.gap += rise, point.z += rise;
  locus.least_gap += rise;
}

}  // namespace flangeway::geometry::spatial
