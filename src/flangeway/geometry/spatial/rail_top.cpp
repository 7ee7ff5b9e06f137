#include "flangeway/geometry/spatial/rail_top.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"

namespace flangeway::geometry::spatial {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
// A face of the rail steeper than this (dy/ds) keeps the interpolation of its samples.
constexpr double min_spread = 0.02;

Vec2 place(const PlacedRail& rail, double y, double z) {
  const Mat3& a = rail.marker.axes;
  return {rail.marker.origin.y() + a(1, 1) * y + a(1, 2) * z,
          rail.marker.origin.z() + a(2, 1) * y + a(2, 2) * z};
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

bool look_up(const RailTop& top, double y, std::size_t& hint, RailPoint& point) {
  FLANGEWAY_ASSERT(top.y.size() >= 2 && hint + 1 < top.y.size(),
                   "the top of the rail has two samples at least");
  if (!(y >= top.y.front() && y <= top.y.back())) return false;
  while (hint > 0 && y < top.y[hint]) --hint;
  while (hint + 2 < top.y.size() && y > top.y[hint + 1]) ++hint;
  const double width = top.y[hint + 1] - top.y[hint], part = (y - top.y[hint]) / width;
  point.z = top.z[hint] + part * (top.z[hint + 1] - top.z[hint]);
  point.s = top.s[hint] + part * (top.s[hint + 1] - top.s[hint]);
  point.slope = (top.z[hint + 1] - top.z[hint]) / width;
  return true;
}

void sharpen(const PlacedRail& rail, double y, RailPoint& point) {
  const Mat3& a = rail.marker.axes;
  const profile::Curve& curve = *rail.rail->curve;
  for (int step = 0; step < 2; ++step) {
    const auto frame = curve.frame(point.s);
    const double y_rate = a(1, 1) * frame.first.x() + a(1, 2) * frame.first.y();
    const double z_rate = a(2, 1) * frame.first.x() + a(2, 2) * frame.first.y();
    if (y_rate < min_spread) return;
    const Vec2 at = place(rail, frame.point.x(), frame.point.y());
    const double change = std::clamp((y - at.x()) / y_rate, -sample_spacing, sample_spacing);
    point.s = std::clamp(point.s + change, 0.0, curve.length());
    point.z = at.y() + z_rate * change;
    point.slope = z_rate / y_rate;
  }
}

}  // namespace flangeway::geometry::spatial
