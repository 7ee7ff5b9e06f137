#include "flangeway/geometry/spatial/regions.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::geometry::spatial {
namespace {

// ∫ (1 − t²)^power dt over −1 … 1.
double parabola_integral(int power) {
  FLANGEWAY_ASSERT(power == 1 || power == 2, "moments have the weight of the depth or of its square");
  return power == 1 ? 4.0 / 3 : 16.0 / 15;
}

double part_until_zero(const LocusPoint& inside, const LocusPoint& outside) {
  return inside.gap / (inside.gap - outside.gap);
}

void begin(const LocusPoint& point, Region& region) {
  region = Region{};
  region.rail_begin = region.rail_end = point.rail.s;
  region.wheel_begin = point.wheel_s;
  region.x_begin = region.x_end = point.x;
  region.y_begin = region.y_end = point.y;
  region.z_begin = region.z_end = point.rail.z;
}

void widen(double y, double z, Region& region) {
  if (y < region.y_begin) region.y_begin = y, region.z_begin = z;
  if (y > region.y_end) region.y_end = y, region.z_end = z;
}

// Adds one sample that stands for a strip of the given width in y.
void add(const LocusPoint& point, double width, int power, Region& region) {
  const double depth = -point.gap, half_length = std::sqrt(2 * depth / point.curvature);
  const double weight = width * half_length * parabola_integral(power) * (power == 1 ? depth : depth * depth);
  region.moments =
      region.moments.plus({weight, weight * point.x, weight * point.y, weight * std::atan(point.rail.slope)});
  region.area += 2 * width * half_length;
  region.x_begin = std::min(region.x_begin, point.x - half_length);
  region.x_end = std::max(region.x_end, point.x + half_length);
  if (point.rail.s < region.rail_begin) region.wheel_begin = point.wheel_s;
  region.rail_begin = std::min(region.rail_begin, point.rail.s);
  region.rail_end = std::max(region.rail_end, point.rail.s);
  widen(point.y, point.rail.z, region);
}

// The bottom of the parabola through a sample and its neighbours; the samples are equally spaced on the
// wheel.
void find_deepest(const Locus& locus, std::size_t at, Region& region) {
  const std::vector<LocusPoint>& points = locus.points;
  const LocusPoint& p = points[at];
  double shift = 0, more = 0;
  const bool inner = at > 0 && at + 1 < points.size() && connected(locus, points[at - 1], p) &&
                     connected(locus, p, points[at + 1]);
  const double before = inner ? points[at - 1].gap : p.gap, after = inner ? points[at + 1].gap : p.gap;
  if (const double bend = before - 2 * p.gap + after; std::isfinite(bend) && bend > 0) {
    shift = std::clamp((before - after) / (2 * bend), -0.5, 0.5);
    more = (before - after) * shift / 4;
  }
  const LocusPoint& beside = inner ? points[shift > 0 ? at + 1 : at - 1] : p;
  const double part = std::abs(shift);
  region.depth = -(p.gap - more);
  region.deepest_x = p.x + part * (beside.x - p.x);
  region.deepest_y = p.y + part * (beside.y - p.y);
  region.deepest_rail_s = p.rail.s + part * (beside.rail.s - p.rail.s);
}

// Extends the region to where the gap is zero between its last sample and the neighbour outside, or marks an
// edge.
void end_at(const Locus& locus, const LocusPoint& inside, const LocusPoint* outside, Region& region) {
  if (outside == nullptr || !connected(locus, inside, *outside)) {
    region.at_profile_edge = true;
    return;
  }
  const double part = part_until_zero(inside, *outside);
  const double rail_s = inside.rail.s + part * (outside->rail.s - inside.rail.s);
  widen(inside.y + part * (outside->y - inside.y), inside.rail.z + part * (outside->rail.z - inside.rail.z),
        region);
  region.rail_begin = std::min(region.rail_begin, rail_s);
  region.rail_end = std::max(region.rail_end, rail_s);
}

Region region_between(const Locus& locus, std::size_t first, std::size_t last, int power) {
  FLANGEWAY_ASSERT(first <= last && last < locus.points.size(), "the locus has these points");
  const std::vector<LocusPoint>& points = locus.points;
  Region region;
  begin(points[first], region);
  std::size_t deepest = first;
  for (std::size_t i = first; i <= last; ++i) {
    const double before = points[i > first ? i - 1 : i].y, after = points[i < last ? i + 1 : i].y;
    const double width = locus.row_spacing > 0 ? locus.row_spacing
                         : first == last       ? sample_spacing
                                               : std::abs(after - before) / 2;
    add(points[i], width, power, region);
    if (points[i].gap < points[deepest].gap) deepest = i;
  }
  end_at(locus, points[first], first > 0 ? &points[first - 1] : nullptr, region);
  end_at(locus, points[last], last + 1 < points.size() ? &points[last + 1] : nullptr, region);
  find_deepest(locus, deepest, region);
  return region;
}

}  // namespace

void find_regions(const Locus& locus, int power, std::vector<Region>& regions) {
  regions.clear();
  const std::vector<LocusPoint>& points = locus.points;
  for (std::size_t first = 0; first < points.size(); ++first) {
    if (points[first].gap >= 0) continue;
    std::size_t last = first;
    while (last + 1 < points.size() && points[last + 1].gap < 0 &&
           connected(locus, points[last], points[last + 1]))
      ++last;
    regions.push_back(region_between(locus, first, last, power));
    first = last;
  }
}

}  // namespace flangeway::geometry::spatial
