#include "flangeway/evolution/worn_profile.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/profile/measure.hpp"

namespace flangeway::evolution {
namespace {

constexpr double spacing = 2.5e-4;                     // m, of the points
constexpr double tread_from = -0.02, tread_to = 0.05;  // m, lateral, where a hollow may lie

// A wheel's material lies to the left of its profile, a rail's to the right.
double side_of(profile::Kind kind) {
  return kind == profile::Kind::wheel ? 1 : -1;
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Depth at the arc length s: the uniform cubic B-spline with the depths as coefficients. Lines between the
// middles of the bins would have kinks, and where wheel and rail are nearly conformal even kinks of a
// micrometre move the contact in jumps.
double depth_at(const std::vector<double>& depths, double bin, double s) {
  const double last = static_cast<double>(depths.size() - 1), place = std::clamp(s / bin - 0.5, 0.0, last),
               low = std::floor(place), t = place - low;
  const auto depth = [&](double i) { return depths[static_cast<std::size_t>(std::clamp(i, 0.0, last))]; };
  return (depth(low - 1) * (1 - t) * (1 - t) * (1 - t) + depth(low) * (4 - 3 * t * t * (2 - t)) +
          depth(low + 1) * (1 + 3 * t * (1 + t * (1 - t))) + depth(low + 2) * t * t * t) /
         6;
}

}  // namespace

std::vector<Vec2> points_along(const profile::Curve& profile) {
  const auto count = static_cast<std::size_t>(std::ceil(profile.length() / spacing));
  std::vector<Vec2> points;
  for (std::size_t i = 0; i <= count; ++i)
    points.push_back(profile.point(profile.length() * static_cast<double>(i) / static_cast<double>(count)));
  return points;
}

// Each bin gives its area away to its neighbours, with weights that add up to one.
std::vector<double> smoothed(const std::vector<double>& depths, double bin, double deviation) {
  if (!(deviation > 0)) return depths;
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(4 * deviation / bin));
  const auto count = static_cast<std::ptrdiff_t>(depths.size());
  std::vector<double> result(depths.size(), 0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double depth = depths[static_cast<std::size_t>(i)];
    if (depth == 0) continue;
    const std::ptrdiff_t low = std::max<std::ptrdiff_t>(0, i - reach), high = std::min(count - 1, i + reach);
    const auto weight = [&](std::ptrdiff_t j) {
      const double t = static_cast<double>(j - i) * bin / deviation;
      return std::exp(-t * t / 2);
    };
    double sum = 0;
    for (std::ptrdiff_t j = low; j <= high; ++j) sum += weight(j);
    for (std::ptrdiff_t j = low; j <= high; ++j)
      result[static_cast<std::size_t>(j)] += depth * weight(j) / sum;
  }
  return result;
}

double area_between(profile::Kind kind, const std::vector<Vec2>& before, const std::vector<Vec2>& after) {
  double twice = cross(before.back(), after.back()) + cross(after.front(), before.front());
  for (std::size_t i = 0; i + 1 < before.size(); ++i)
    twice += cross(before[i], before[i + 1]) - cross(after[i], after[i + 1]);
  return side_of(kind) * twice / 2;
}

// A shift d n of all points changes the area of the polygon by L + Q with L linear and Q quadratic in d. The
// factor on d that makes it the sum of the depths solves Q f² + L f = area.
std::vector<Vec2> worn(profile::Kind kind, const std::vector<Vec2>& points, const std::vector<double>& depths,
                       double bin) {
  double area = 0;
  for (const double depth : depths) area += depth * bin;
  if (!(area > 0)) return points;
  const profile::Curve curve(points);
  std::vector<Vec2> shift;
  for (const double s : curve.knots()) {
    const Vec2 tangent = curve.tangent(s), left(-tangent.y(), tangent.x());
    shift.push_back(side_of(kind) * depth_at(depths, bin, s) * left);
  }
  const auto moved = [&](double factor) {
    std::vector<Vec2> result;
    for (std::size_t i = 0; i < points.size(); ++i) result.push_back(points[i] + factor * shift[i]);
    return result;
  };
  const double both = area_between(kind, points, moved(1)), less = area_between(kind, points, moved(-1));
  const double linear = (both - less) / 2, quadratic = (both + less) / 2;
  const double root = std::sqrt(std::max(0.0, linear * linear + 4 * quadratic * area));
  return moved(2 * area / (linear + root));
}

double hollow_depth(const std::vector<Vec2>& wheel) {
  double lowest = 0, hollow = 0;
  bool found = false;
  for (std::size_t i = wheel.size(); i-- > 0;) {
    const Vec2& point = wheel[i];
    if (point.x() > tread_to) continue;
    if (point.x() < tread_from) break;
    lowest = found ? std::min(lowest, point.y()) : point.y();
    found = true;
    hollow = std::max(hollow, point.y() - lowest);
  }
  return hollow;
}

double radius_lost_by_reprofiling(const std::vector<Vec2>& first, const std::vector<Vec2>& worn_wheel) {
  const profile::Curve curve(first);
  double lost = 0;
  for (const Vec2& point : worn_wheel) {
    if (const auto s = profile::outermost_at_y(curve, point.x()))
      lost = std::max(lost, point.y() - curve.point(*s).y());
  }
  return lost;
}

}  // namespace flangeway::evolution
