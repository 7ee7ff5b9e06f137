#include "flangeway/profile/measure.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::profile {
namespace {

constexpr double root_tolerance = 1e-10;  // m

// Arc length of the first place behind `from` (towards larger s) at which f changes its sign from one knot to
// another.
template <typename Function>
std::optional<double> first_root(const Curve& curve, double from, const Function& f) {
  double before = from;
  for (const double knot : curve.knots()) {
    if (knot <= from) continue;
    if (f(before) == 0) return before;
    if (f(before) * f(knot) < 0) return math::find_root(f, before, knot, root_tolerance);
    before = knot;
  }
  return f(before) == 0 ? std::optional(before) : std::nullopt;
}

template <typename Function>
std::optional<double> last_root(const Curve& curve, double until, const Function& f) {
  double after = until;
  for (auto knot = curve.knots().rbegin(); knot != curve.knots().rend(); ++knot) {
    if (*knot >= until) continue;
    if (f(after) == 0) return after;
    if (f(after) * f(*knot) < 0) return math::find_root(f, *knot, after, root_tolerance);
    after = *knot;
  }
  return f(after) == 0 ? std::optional(after) : std::nullopt;
}

// Arc length of the largest value of sign · z: the best knot, then the level tangent beside it if there is
// one.
double extreme_z(const Curve& curve, double sign) {
  const std::vector<double>& knots = curve.knots();
  std::size_t best = 0;
  for (std::size_t i = 1; i < knots.size(); ++i)
    if (sign * curve.point(knots[i]).y() > sign * curve.point(knots[best]).y()) best = i;
  const double low = knots[best == 0 ? 0 : best - 1], high = knots[std::min(best + 1, knots.size() - 1)];
  const auto rise = [&](double s) { return curve.tangent(s).y(); };
  const double level = math::find_root(rise, low, high, root_tolerance);
  return std::isnan(level) || sign * curve.point(level).y() < sign * curve.point(knots[best]).y()
             ? knots[best]
             : level;
}

}  // namespace

Extent extent(const Curve& curve) {
  Extent e{1e300, -1e300, 0, 0};
  for (const Vec2& p : curve.points()) {
    e.y_low = std::min(e.y_low, p.x());
    e.y_high = std::max(e.y_high, p.x());
  }
  e.z_low = curve.point(extreme_z(curve, -1)).y();
  e.z_high = curve.point(extreme_z(curve, 1)).y();
  return e;
}

Vec2 highest_point(const Curve& curve) {
  return curve.point(extreme_z(curve, 1));
}

std::optional<double> outermost_at_y(const Curve& curve, double y) {
  return last_root(curve, curve.length(), [&](double s) { return curve.point(s).x() - y; });
}

std::optional<double> flange_tip(const Curve& curve) {
  std::vector<double> z;
  for (const Vec2& p : curve.points()) z.push_back(p.y());
  std::nth_element(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(z.size() / 2), z.end());
  const double tip = extreme_z(curve, -1);
  const Vec2 at = curve.point(tip);
  const Extent e = extent(curve);
  const bool flange =
      e.y_high - e.y_low > 0.060 && z[z.size() / 2] - at.y() > 0.010 && at.x() < (e.y_low + e.y_high) / 2;
  return flange ? std::optional(tip) : std::nullopt;
}

std::optional<FlangeMeasures> measure_flange(const Profile& wheel) {
  const Curve& curve = wheel.curve;
  const auto tip = flange_tip(curve), tread = outermost_at_y(curve, 0);
  if (!tip || !tread) return std::nullopt;
  const double tip_z = curve.point(*tip).y(), tread_z = curve.point(*tread).y();
  const auto face_at = [&](double level) {
    return first_root(curve, *tip, [&](double s) { return curve.point(s).y() - level; });
  };
  const auto thick = face_at(tread_z - 0.010), near_tip = face_at(tip_z + 0.002);
  if (!thick || !near_tip) return std::nullopt;
  FlangeMeasures measures{};
  measures.height = tread_z - tip_z;
  measures.thickness = curve.point(*thick).x() + tape_circle;
  measures.steepness = curve.point(*thick).x() - curve.point(*near_tip).x();
  for (double s = *tip; s < *tread; s += 1e-4) measures.angle = std::max(measures.angle, curve.angle(s));
  return measures;
}

HeadMeasures measure_head(const Profile& rail) {
  const Curve& curve = rail.curve;
  const double top = extreme_z(curve, 1), top_z = curve.point(top).y();
  // The faces nearest to the top: a guard rail or a foot lies further away.
  const auto gauge_face = [&](double depth) {
    return last_root(curve, top, [&](double s) { return curve.point(s).y() - (top_z - depth); });
  };
  const auto field_face = [&](double depth) {
    return first_root(curve, top, [&](double s) { return curve.point(s).y() - (top_z - depth); });
  };
  HeadMeasures measures;
  const auto gauge = gauge_face(0.014), field = field_face(0.014);
  if (gauge) measures.gauge_y = curve.point(*gauge).x();
  if (gauge && field) measures.width = curve.point(*field).x() - curve.point(*gauge).x();
  const auto lower_gauge = gauge_face(0.020), lower_field = field_face(0.020);
  if (lower_gauge && lower_field) {
    const Vec2 up = curve.tangent(*lower_gauge), down = curve.tangent(*lower_field);
    measures.inclination = (std::atan2(up.y(), up.x()) + std::atan2(down.y(), down.x())) / 2;
  } else if (rail.built_in_inclination != 0) {
    measures.inclination = std::atan(rail.built_in_inclination);
  }
  return measures;
}

CurvatureRange curvature_range(const Curve& curve, double window) {
  FLANGEWAY_ASSERT(window > 0, "the window has a length");
  CurvatureRange range{1e300, 0, -1e300, 0};
  const double step = std::min(window / 4, curve.length() / 100);
  for (double s = 0; s <= curve.length(); s += step) {
    const double curvature = smoothed_curvature(curve, s, window), y = curve.point(s).x();
    if (curvature < range.lowest) range.lowest = curvature, range.lowest_y = y;
    if (curvature > range.highest) range.highest = curvature, range.highest_y = y;
  }
  return range;
}

}  // namespace flangeway::profile
