#include "flangeway/profile/sliced.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/core/assertion.hpp"
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

// Arc lengths at which the parts of a slice begin and end; negative: not in this slice.
std::vector<double> ends_of(const Slice& slice) {
  if (slice.features.size() < 2) return {0, slice.curve->length()};
  const std::vector<Vec2> points = slice.curve->points();
  std::vector<double> ends;
  for (const double feature : slice.features)
    ends.push_back(feature < 0 ? -1 : arc_at(*slice.curve, points, feature));
  return ends;
}

bool has_part(const std::vector<double>& ends, std::size_t part) {
  return part + 1 < ends.size() && ends[part] >= 0 && ends[part + 1] >= 0;
}

bool is_anywhere(const std::vector<std::vector<double>>& ends, std::size_t part) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const auto& of_slice) { return has_part(of_slice, part); });
}

// A feature stays where the part on one side of it ends.
bool has_feature(const std::vector<double>& ends, std::size_t feature) {
  return (feature > 0 && has_part(ends, feature - 1)) || has_part(ends, feature);
}

// Steps of a part: as many as its longest slice needs.
int steps_of(const std::vector<std::vector<double>>& ends, std::size_t part, double spacing) {
  double longest = 0;
  for (const auto& of_slice : ends)
    if (has_part(of_slice, part)) longest = std::max(longest, of_slice[part + 1] - of_slice[part]);
  return 1 + static_cast<int>(longest / spacing + 2e-6);
}

}  // namespace

std::vector<SliceLine> slice_lines(const std::vector<Slice>& slices, double spacing) {
  FLANGEWAY_ASSERT(!slices.empty(), "there is a slice");
  std::vector<SliceLine> lines;
  std::vector<std::vector<double>> ends;
  for (const Slice& slice : slices) ends.push_back(ends_of(slice));
  for (std::size_t part = 0; part + 1 < ends.front().size(); ++part) {
    if (!is_anywhere(ends, part)) continue;
    const int steps = steps_of(ends, part, spacing);
    for (int step = lines.empty() ? 0 : 1; step <= steps; ++step) {
      SliceLine& line = lines.emplace_back(slices.size());
      for (std::size_t i = 0; i < slices.size(); ++i) {
        const bool there = step == 0       ? has_feature(ends[i], part)
                           : step == steps ? has_feature(ends[i], part + 1)
                                           : has_part(ends[i], part);
        if (!there) continue;
        const double s = step == 0       ? ends[i][part]
                         : step == steps ? ends[i][part + 1]
                                         : ends[i][part] + (ends[i][part + 1] - ends[i][part]) * step / steps;
        line[i] = slices[i].curve->point(s);
      }
    }
  }
  return lines;
}

SlicedProfile::SlicedProfile(const std::vector<Slice>& slices, SliceFit fit) {
  FLANGEWAY_ASSERT(slices.size() >= 4, "a surface has four slices at least");
  for (const Slice& slice : slices) places_.push_back(slice.place);
  for (const SliceLine& line : slice_lines(slices, line_spacing)) add_line(line, fit);
}

void SlicedProfile::add_line(const std::vector<std::optional<Vec2>>& points, SliceFit fit) {
  lines_.emplace_back();
  for (std::size_t begin = 0; begin < points.size(); ++begin) {
    if (!points[begin]) continue;
    std::size_t end = begin;
    while (end < points.size() && points[end]) ++end;
    add_run(begin, end, points, fit);
    begin = end;
  }
}

// A B-spline has one more control point at both ends, on the line through the last two.
void SlicedProfile::add_run(std::size_t begin, std::size_t end,
                            const std::vector<std::optional<Vec2>>& points, SliceFit fit) {
  FLANGEWAY_ASSERT(end - begin >= 2, "a run has two slices at least");
  Run& run = lines_.back().emplace_back();
  run.first = places_[begin], run.last = places_[end - 1];
  if (fit == SliceFit::approximate) {
    run.knots = knots_of(begin, end);
    run.control.push_back(2 * *points[begin] - *points[begin + 1]);
    for (std::size_t i = begin; i < end; ++i) run.control.push_back(*points[i]);
    run.control.push_back(2 * *points[end - 1] - *points[end - 2]);
    return;
  }
  std::vector<double> places, y, z;
  for (std::size_t i = begin; i < end; ++i) {
    places.push_back(places_[i]);
    y.push_back(points[i]->x()), z.push_back(points[i]->y());
  }
  run.y = math::CubicSpline(places, std::move(y));
  run.z = math::CubicSpline(std::move(places), std::move(z));
}

// Those of a B-spline over some slices: end intervals are repeated outwards.
std::shared_ptr<const std::vector<double>> SlicedProfile::knots_of(std::size_t begin, std::size_t end) {
  auto& kept = knots_[{begin, end}];
  if (kept != nullptr) return kept;
  const double first = places_[begin + 1] - places_[begin], last = places_[end - 1] - places_[end - 2];
  std::vector<double> knots;
  for (const int k : {3, 2, 1}) knots.push_back(places_[begin] - k * first);
  for (std::size_t i = begin; i < end; ++i) knots.push_back(places_[i]);
  for (const int k : {1, 2, 3}) knots.push_back(places_[end - 1] + k * last);
  return kept = std::make_shared<const std::vector<double>>(std::move(knots));
}

// De Boor's algorithm.
Vec2 SlicedProfile::blend(const Run& run, double place) {
  const std::vector<double>& knots = *run.knots;
  const auto above = std::upper_bound(knots.begin() + 3, knots.end() - 4, place);
  const auto k = static_cast<std::size_t>(above - knots.begin()) - 1;
  std::array<Vec2, 4> d;
  for (std::size_t j = 0; j < 4; ++j) d[j] = run.control[j + k - 3];
  for (std::size_t r = 1; r < 4; ++r)
    for (std::size_t j = 3; j >= r; --j) {
      const double low = knots[j + k - 3], high = knots[j + 1 + k - r];
      const double share = (place - low) / (high - low);
      d[j] = (1 - share) * d[j - 1] + share * d[j];
    }
  return d[3];
}

const SlicedProfile::Run& SlicedProfile::run_at(std::size_t line, double place) const {
  const std::vector<Run>& runs = lines_[line];
  std::size_t k = 0;
  while (k + 1 < runs.size() && place - runs[k].last > runs[k + 1].first - place) ++k;
  return runs[k];
}

bool SlicedProfile::has(std::size_t line, double place) const {
  FLANGEWAY_ASSERT(line < lines(), "the surface has this line");
  const double inside = std::clamp(place, first(), last());
  const Run& run = run_at(line, inside);
  return inside >= run.first && inside <= run.last;
}

Vec2 SlicedProfile::point(std::size_t line, double place) const {
  FLANGEWAY_ASSERT(line < lines(), "the surface has this line");
  const Run& run = run_at(line, std::clamp(place, first(), last()));
  const double inside = std::clamp(place, run.first, run.last);
  if (run.knots != nullptr) return blend(run, inside);
  return {run.y.value(inside), run.z.value(inside)};
}

Curve SlicedProfile::at(double place) const {
  std::vector<Vec2> points;
  for (std::size_t line = 0; line < lines(); ++line)
    if (has(line, place)) points.push_back(point(line, place));
  return Curve(points);
}

}  // namespace flangeway::profile
