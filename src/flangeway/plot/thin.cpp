#include "flangeway/plot/thin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "flangeway/core/assertion.hpp"

namespace flangeway::plot {

namespace {

void append_extremes(const std::vector<Pixel>& points, std::size_t first, std::size_t end,
                     std::vector<Pixel>& out) {
  FLANGEWAY_ASSERT(first < end && end <= points.size(), "there is a point");
  std::array<std::size_t, 4> keep{first, first, first, end - 1};
  for (std::size_t i = first; i < end; ++i) {
    if (points[i].y < points[keep[1]].y) keep[1] = i;
    if (points[i].y > points[keep[2]].y) keep[2] = i;
  }
  std::sort(keep.begin(), keep.end());
  for (std::size_t k = 0; k < keep.size(); ++k) {
    if (k == 0 || keep[k] != keep[k - 1]) out.push_back(points[keep[k]]);
  }
}

}  // namespace

std::vector<Pixel> thinned_line(const std::vector<Pixel>& points) {
  std::vector<Pixel> out;
  for (std::size_t first = 0, end = 0; first < points.size(); first = end) {
    const double column = std::floor(points[first].x);
    while (end < points.size() && std::floor(points[end].x) == column) ++end;
    append_extremes(points, first, end, out);
  }
  return out;
}

std::vector<Pixel> thinned_points(const std::vector<Pixel>& points) {
  std::set<std::pair<double, double>> taken;
  std::vector<Pixel> out;
  for (const Pixel& point : points) {
    if (taken.emplace(std::round(10 * point.x), std::round(10 * point.y)).second) out.push_back(point);
  }
  return out;
}

}  // namespace flangeway::plot
