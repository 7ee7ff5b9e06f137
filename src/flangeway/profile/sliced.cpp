#include "flangeway/profile/sliced.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "flangeway/profile/slice_lines.hpp"

namespace flangeway::profile {
namespace {

constexpr double line_spacing = 5e-4;  // m, of the lines at most

// Arc length of a curve at a length along the chords of its points.
double arc_at(const Curve& curve, const std::vector<Vec2>& points, double chord) {
  const std::vector<double>& knots = curve.knots();
  double passed = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double length = (points[i + 1] - points[i]).norm();
    if (passed + length >= chord && length > 0)
      return knots[i] + std::max(0.0, chord - passed) / length * (knots[i + 1] - knots[i]);
    passed += length;
  }
  return knots.back();
}

// Arc lengths at which the parts of a slice begin and end.
std::vector<double> ends_of(const Slice& slice) {
  if (slice.features.size() < 2) return {0, slice.curve->length()};
  const std::vector<Vec2> points = slice.curve->points();
  std::vector<double> ends;
  for (const double feature : slice.features) ends.push_back(arc_at(*slice.curve, points, feature));
  return ends;
}

}  // namespace

SlicedProfile::SlicedProfile(const std::vector<Slice>& slices, SliceFit fit) {
  assert(slices.size() >= 4);
  for (const Slice& slice : slices) places_.push_back(slice.place);
  resample(slices);
  if (fit == SliceFit::approximate) {
    set_knots();
    return;
  }
  for (const std::vector<Vec2>& line : control_) {
    std::vector<double> y, z;
    for (const Vec2& point : line) y.push_back(point.x()), z.push_back(point.y());
    y_.emplace_back(places_, std::move(y));
    z_.emplace_back(places_, std::move(z));
  }
  control_.clear();
}

std::vector<std::vector<Vec2>> slice_lines(const std::vector<Slice>& slices, double spacing) {
  std::vector<std::vector<Vec2>> lines;
  std::vector<std::vector<double>> ends;
  for (const Slice& slice : slices) ends.push_back(ends_of(slice));
  for (std::size_t part = 0; part + 1 < ends.front().size(); ++part) {
    double longest = 0;
    for (const auto& of_slice : ends) longest = std::max(longest, of_slice[part + 1] - of_slice[part]);
    const int steps = 1 + static_cast<int>(longest / spacing + 2e-6);
    for (int step = part == 0 ? 0 : 1; step <= steps; ++step) {
      std::vector<Vec2>& line = lines.emplace_back();
      for (std::size_t i = 0; i < slices.size(); ++i) {
        const double s = ends[i][part] + (ends[i][part + 1] - ends[i][part]) * step / steps;
        line.push_back(slices[i].curve->point(s));
      }
    }
  }
  return lines;
}

void SlicedProfile::resample(const std::vector<Slice>& slices) {
  control_ = slice_lines(slices, line_spacing);
}

// One more control point at both ends, on the line through the last two; end intervals are repeated outwards.
void SlicedProfile::set_knots() {
  const std::size_t n = places_.size();
  const double first = places_[1] - places_[0], last = places_[n - 1] - places_[n - 2];
  for (const int k : {3, 2, 1}) knots_.push_back(places_.front() - k * first);
  knots_.insert(knots_.end(), places_.begin(), places_.end());
  for (const int k : {1, 2, 3}) knots_.push_back(places_.back() + k * last);
  for (std::vector<Vec2>& line : control_) {
    const Vec2 before = 2 * line.front() - line[1], after = 2 * line[n - 1] - line[n - 2];
    line.insert(line.begin(), before);
    line.push_back(after);
  }
}

// De Boor's algorithm.
Vec2 SlicedProfile::blend(std::size_t line, double place) const {
  const auto above = std::upper_bound(knots_.begin() + 3, knots_.end() - 4, place);
  const auto k = static_cast<std::size_t>(above - knots_.begin()) - 1;
  std::array<Vec2, 4> d;
  for (std::size_t j = 0; j < 4; ++j) d[j] = control_[line][j + k - 3];
  for (std::size_t r = 1; r < 4; ++r)
    for (std::size_t j = 3; j >= r; --j) {
      const double low = knots_[j + k - 3], high = knots_[j + 1 + k - r];
      const double share = (place - low) / (high - low);
      d[j] = (1 - share) * d[j - 1] + share * d[j];
    }
  return d[3];
}

Vec2 SlicedProfile::point(std::size_t line, double place) const {
  const double inside = std::clamp(place, first(), last());
  if (y_.empty()) return blend(line, inside);
  return {y_[line].value(inside), z_[line].value(inside)};
}

Curve SlicedProfile::at(double place) const {
  std::vector<Vec2> points;
  for (std::size_t line = 0; line < lines(); ++line) points.push_back(point(line, place));
  return Curve(points);
}

}  // namespace flangeway::profile
