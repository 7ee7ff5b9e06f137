#include "flangeway/geometry/pair.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace flangeway::geometry {
namespace {

// [m] fine enough that the running plane and the gauge face are found to well below a micrometre
constexpr double scan_step = 2e-5;

std::vector<Vec2> inclined_points(const profile::Curve& curve, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::vector<Vec2> points;
  points.reserve(curve.knots().size());
  for (const double knot : curve.knots()) {
    const Vec2 p = curve.point(knot);
    points.emplace_back(c * p.x() - s * p.y(), s * p.x() + c * p.y());
  }
  return points;
}

// Indices of the points at which the curve has a break; rotation and translation do not move them.
std::vector<std::size_t> break_indices(const profile::Curve& curve) {
  std::vector<std::size_t> indices;
  for (const double at : curve.breaks()) {
    const auto knot = std::lower_bound(curve.knots().begin(), curve.knots().end(), at);
    indices.push_back(static_cast<std::size_t>(knot - curve.knots().begin()));
  }
  return indices;
}

double top_of(const profile::Curve& curve) {
  double top = -1e9, at = 0;
  for (double s = 0; s <= curve.length(); s += scan_step) {
    if (const double z = curve.point(s).y(); z > top) top = z, at = s;
  }
  for (int i = 0; i < 4; ++i) {  // Newton on the tangent's angle
    const Vec2 t = curve.tangent(std::clamp(at, 0.0, curve.length()));
    const double curvature = curve.curvature(at);
    if (curvature < -1e-6) at += t.y() / -curvature;
  }
  at = std::clamp(at, 0.0, curve.length());
  return std::max(top, curve.point(at).y());
}

bool same_curve(const profile::Curve& a, const profile::Curve& b) {
  if (a.knots() != b.knots()) return false;
  return std::all_of(a.knots().begin(), a.knots().end(), [&](double s) { return a.point(s) == b.point(s); });
}

// The innermost point (least y) of the gauge side at or above `lowest`.
double innermost(const profile::Curve& curve, double lowest) {
  double inner = 1e9;
  for (double s = 0; s <= curve.length(); s += scan_step) {
    const Vec2 p = curve.point(s);
    if (p.y() >= lowest) inner = std::min(inner, p.x());
  }
  return inner;
}

}  // namespace

double gauge_face(const profile::Curve& placed, double depth) {
  return innermost(placed, -depth);
}

void place_rail(const profile::Profile& rail, const RailPlacement& placement, Side& side) {
  const double angle = std::atan(placement.inclination);
  std::vector<Vec2> points = inclined_points(rail.curve, angle);
  const std::vector<std::size_t> breaks = break_indices(rail.curve);
  const profile::Curve inclined(points, breaks);
  const double top = top_of(inclined);
  const double lateral = placement.gauge > 0
                             ? placement.gauge / 2 - innermost(inclined, top - placement.gauge_depth)
                             : placement.lateral;
  for (Vec2& p : points) p += Vec2(lateral, -top);
  side.rail = profile::Curve(points, breaks);
  side.rail_lateral = lateral;
  side.rail_height = -top;
  side.inclination_angle = angle;
}

WheelsetGeometry make_geometry(const profile::Profile& wheel_left, const profile::Profile& wheel_right,
                               const profile::Profile& rail_left, const profile::Profile& rail_right,
                               double wheel_lateral, double radius, const RailPlacement& placement) {
  const auto side = [&](const profile::Profile& wheel, const profile::Profile& rail) {
    Side result{wheel.curve, rail.curve, wheel_lateral, 0, 0, 0, radius};
    place_rail(rail, placement, result);
    return result;
  };
  WheelsetGeometry geometry{side(wheel_left, rail_left), side(wheel_right, rail_right), false};
  geometry.symmetric = same_curve(geometry.left.wheel, geometry.right.wheel) &&
                       same_curve(geometry.left.rail, geometry.right.rail);
  return geometry;
}

double lateral_in_rail_profile(const Side& side, const Vec2& placed) {
  const double c = std::cos(side.inclination_angle), s = std::sin(side.inclination_angle);
  return c * (placed.x() - side.rail_lateral) + s * (placed.y() - side.rail_height);
}

}  // namespace flangeway::geometry
