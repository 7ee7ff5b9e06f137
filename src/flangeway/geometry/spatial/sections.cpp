#include "flangeway/geometry/spatial/sections.hpp"

#include <cmath>
#include <optional>

namespace flangeway::geometry::spatial {
namespace {

// −π … π
double wrapped(double angle) {
  return angle - 2 * pi * std::floor((angle + pi) / (2 * pi));
}

// Crossing of a line of the wheel's surface with x of the track, if it is not interrupted there. The angle is
// counted from straight down, positive forward.
std::optional<Vec3> crossing(const Varying& varying, const PlacedWheel& wheel, std::size_t line, double x) {
  const Mat3& axes = wheel.marker.axes;
  double angle = 0;
  Vec3 at = Vec3::Zero();
  for (int step = 0; step < 8; ++step) {
    const Vec2 point = varying.wheel->point(line, wrapped(angle + varying.wheel_angle));
    const double radius = wheel.axle_height - point.y(), c = std::cos(angle), s = std::sin(angle);
    at = wheel.marker.to_global(Vec3(radius * s, point.x(), wheel.axle_height - radius * c));
    const double rate = radius * (axes(0, 0) * c + axes(0, 2) * s);
    const double change = (x - at.x()) / rate;
    angle += change;
    if (std::abs(change) < 1e-12) break;
  }
  if (!varying.wheel->has(line, wrapped(angle + varying.wheel_angle))) return std::nullopt;
  return at;
}

}  // namespace

Rail rail_section(const Varying& varying, double x) {
  return make_rail(std::make_shared<const profile::Curve>(varying.rail->at(varying.rail_place + x)));
}

WheelSection wheel_section(const Varying& varying, const PlacedWheel& wheel, double x) {
  std::vector<Vec2> points;
  std::size_t first = 0;
  for (std::size_t line = 0; line < varying.wheel->lines(); ++line) {
    const auto at = crossing(varying, wheel, line, x);
    if (!at) continue;
    if (points.empty()) first = line;
    points.emplace_back(at->y(), at->z());
  }
  return {profile::Curve(points), first};
}

}  // namespace flangeway::geometry::spatial
