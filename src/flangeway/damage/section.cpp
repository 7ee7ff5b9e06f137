#include "flangeway/damage/section.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::damage {
namespace {

constexpr double spacing = 1e-4;  // m, of the points that arc_at() looks between

// From the field side to the flange or the gauge face: the points that a vertical line meets first, coming
// upwards on a wheel and downwards on a rail. A worn flange may lean over its root: the rail touches the
// overhang.
std::vector<std::size_t> met_first(profile::Kind kind, const std::vector<Vec2>& points) {
  const double out = kind == profile::Kind::wheel ? -1 : 1;
  const auto extreme = std::max_element(
      points.begin(), points.end(), [&](const Vec2& a, const Vec2& b) { return out * a.y() < out * b.y(); });
  const auto start = static_cast<std::size_t>(extreme - points.begin());
  std::vector<std::size_t> met{start};
  for (std::size_t i = start + 1; i < points.size(); ++i)
    if (points[i].x() > points[met.back()].x()) met.push_back(i);
  std::reverse(met.begin(), met.end());
  for (std::size_t i = start; i-- > 0;)
    if (points[i].x() < points[met.back()].x()) met.push_back(i);
  return met;
}

}  // namespace

Section::Section(profile::Kind kind, const profile::Curve& profile, double width) {
  FLANGEWAY_ASSERT(width > 0, "a bin has a width");
  const double length = profile.length(), bins = std::ceil(length / width);
  width_ = length / bins;
  depth_.assign(static_cast<std::size_t>(bins), 0);
  for (std::size_t bin = 0; bin < depth_.size(); ++bin)
    places_.push_back(profile.point(width_ * (static_cast<double>(bin) + 0.5)).x());
  const auto count = static_cast<std::size_t>(std::ceil(length / spacing));
  std::vector<Vec2> points;
  for (std::size_t i = 0; i <= count; ++i)
    points.push_back(profile.point(length * static_cast<double>(i) / static_cast<double>(count)));
  for (const std::size_t i : met_first(kind, points)) {
    seen_y_.push_back(points[i].x());
    seen_arc_.push_back(length * static_cast<double>(i) / static_cast<double>(count));
  }
}

double Section::arc_at(double y) const {
  FLANGEWAY_ASSERT(!seen_y_.empty(), "the section has been made from a profile");
  const auto next = std::lower_bound(seen_y_.begin(), seen_y_.end(), y, std::greater<>());
  if (next == seen_y_.begin()) return seen_arc_.front();
  if (next == seen_y_.end()) return seen_arc_.back();
  const auto i = static_cast<std::size_t>(next - seen_y_.begin());
  const double share = (seen_y_[i - 1] - y) / (seen_y_[i - 1] - seen_y_[i]);
  return seen_arc_[i - 1] + share * (seen_arc_[i] - seen_arc_[i - 1]);
}

void Section::add(double from, double to, double depth) {
  FLANGEWAY_ASSERT(!depth_.empty(), "the section has been made from a profile");
  const double low = std::min(from, to) / width_, high = std::max(from, to) / width_;
  const double last = static_cast<double>(depth_.size());
  if (!(high > low)) return;
  const double begin = std::clamp(std::floor(low), 0.0, last - 1),
               end = std::clamp(std::ceil(high), 1.0, last);
  for (double bin = begin; bin < end; ++bin) {
    const double left = bin == 0 ? low : std::max(low, bin),
                 right = bin == last - 1 ? high : std::min(high, bin + 1);
    if (right > left) depth_[static_cast<std::size_t>(bin)] += depth * (right - left);
  }
}

double Section::area() const {
  double sum = 0;
  for (const double depth : depth_) sum += depth;
  return sum * width_;
}

}  // namespace flangeway::damage
