#include "flangeway/wheelrail/search/depth_profile.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/wheelrail/search/plain_reader.hpp"
#include "flangeway/wheelrail/search/varying_reader.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

template <typename Reader>
constexpr bool varies = std::same_as<Reader, VaryingReader>;

// The section of a rail, where it does not vary around the wheel; nullptr where it does, or is missing.
const math::UniformSpline* section_around(const Shape& shape, const Placement& place) {
  if (shape.varying.empty()) return &shape.rail.spline;
  const RailStretch* here = stretch_at(shape.varying[place.on_rail], place.s);
  if (here == nullptr || !here->section ||
      !(place.s - here->from > furthest_ahead && here->to - place.s > furthest_ahead))
    return nullptr;
  return &here->section->spline;
}

std::size_t sample_near(const Shape& shape, double wheel_s) {
  FLANGEWAY_ASSERT(shape.wheel.samples.size() >= 2, "a wheel profile has two samples at least");
  const auto& samples = shape.wheel.samples;
  const double step = samples[1].s - samples[0].s;
  return static_cast<std::size_t>(
      std::clamp(std::round(wheel_s / step), 0.0, static_cast<double>(samples.size() - 1)));
}

bool neighbour(const Shape& shape, std::size_t sample, bool up, std::size_t& next) {
  if (up ? sample + 1 >= shape.wheel.samples.size() : sample == 0) return false;
  next = up ? sample + 1 : sample - 1;
  return true;
}

// From a neighbour: the foot moves along the rail about as far as the point along the wheel.
template <typename Reader>
bool read_next(const Reader& reader, const Shape& shape, const DepthPoint& from, bool up, DepthPoint& to) {
  std::size_t next = 0;
  if (!neighbour(shape, from.sample, up, next)) return false;
  to.rail_s = from.rail_s + shape.wheel.samples[next].s - shape.wheel.samples[from.sample].s;
  to.arm.x() = from.arm.x();
  if constexpr (varies<Reader>) to.normal = from.normal;
  return reader.read(next, to);
}

// From the last of `count` points of a row: the parabola through three.
template <typename Reader>
bool read_on(const Reader& reader, const Shape& shape, const DepthPoint* last, std::size_t count, bool up,
             DepthPoint& to) {
  if (count < 3) return read_next(reader, shape, *last, up, to);
  std::size_t next = 0;
  if (!neighbour(shape, last->sample, up, next)) return false;
  const DepthPoint &a = last[0], &b = last[-1], &c = last[-2];
  to.rail_s = 3 * (a.rail_s - b.rail_s) + c.rail_s;
  to.arm.x() = 3 * (a.arm.x() - b.arm.x()) + c.arm.x();
  if constexpr (varies<Reader>) to.normal = 3 * (a.normal - b.normal) + c.normal;
  return reader.read(next, to);
}

template <typename Reader>
bool read_at(const Reader& reader, const Shape& shape, const ContactCandidate& candidate, DepthPoint& point) {
  point.rail_s = candidate.rail_s;
  point.arm.x() = candidate.arm.x();
  const std::size_t sample = sample_near(shape, candidate.wheel_s);
  if constexpr (varies<Reader>) {
    point.normal = candidate.normal;
    return reader.read_deepest(sample, point);
  } else {
    return reader.read(sample, point);
  }
}

// Uphill to the deepest sample nearby; false if it is too far away.
template <typename Reader>
bool climb(const Reader& reader, const Shape& shape, DepthPoint& best) {
  constexpr int furthest = 20;  // samples, 8 mm
  for (const bool up : {true, false}) {
    DepthPoint next;
    int steps = 0;
    for (; steps < furthest && read_next(reader, shape, best, up, next) && next.depth > best.depth; ++steps)
      best = next;
    if (steps == furthest) return false;
    if (steps > 0) break;
  }
  return true;
}

void move(const Shape& shape, const DepthPoint& to, ContactCandidate& candidate) {
  candidate.wheel_s = shape.wheel.samples[to.sample].s;
  candidate.rail_s = to.rail_s;
  candidate.depth = to.depth;
  candidate.arm = to.arm;
  candidate.normal = to.normal;
}

// Points from the last one on, up or down, as deep as −margin at least; down to the region before `begin`.
template <typename Reader>
void grow(const Reader& reader, const Shape& shape, std::size_t begin, bool up, double margin,
          DepthProfile& profile) {
  const bool bounded = !up && begin > 0;
  while (profile.count < max_depth_points) {
    DepthPoint& point = profile.at[profile.count];
    if (!read_on(reader, shape, &point - 1, profile.count - begin, up, point) || point.depth <= -margin ||
        (bounded && profile.at[begin - 1].sample >= point.sample))
      return;
    ++profile.count;
  }
}

template <typename Reader>
bool follow_on(const Reader& reader, const Shape& shape, ContactCandidate& candidate) {
  DepthPoint best;
  if (!read_at(reader, shape, candidate, best) || !climb(reader, shape, best)) return false;
  move(shape, best, candidate);
  return true;
}

template <typename Reader>
Region add_region_on(const Reader& reader, const Shape& shape, double margin, ContactCandidate& candidate,
                     DepthProfile& profile) {
  const std::size_t begin = profile.count;
  const auto known = [&](std::size_t sample) { return begin > 0 && profile.at[begin - 1].sample >= sample; };
  if (begin == max_depth_points || known(sample_near(shape, candidate.wheel_s))) return Region::known;
  DepthPoint& first = profile.at[begin];
  if (!read_at(reader, shape, candidate, first)) return Region::lost;
  // In a varying rail the depth is read starting at the peak: the caller decides which of several depths
  // counts.
  if (varies<Reader> || first.depth <= -margin) {
    if (!climb(reader, shape, first)) return Region::lost;
    move(shape, first, candidate);
    if (first.depth <= -margin) return Region::gap;
    if (known(first.sample)) return Region::known;
  }
  ++profile.count;
  grow(reader, shape, begin, false, margin, profile);
  std::reverse(profile.at.begin() + static_cast<std::ptrdiff_t>(begin),
               profile.at.begin() + static_cast<std::ptrdiff_t>(profile.count));
  grow(reader, shape, begin, true, margin, profile);
  return Region::added;
}

FLANGEWAY_VECTORIZED
bool follow_plain(const Shape& shape, const Placement& place, const math::UniformSpline& section,
                  ContactCandidate& candidate) {
  if (shape.roller_radius > 0)
    return follow_on(PlainReader<Running::on_roller>(shape, place, section), shape, candidate);
  return follow_on(PlainReader<Running::on_rail>(shape, place, section), shape, candidate);
}

FLANGEWAY_VECTORIZED
Region add_plain_region(const Shape& shape, const Placement& place, const math::UniformSpline& section,
                        double margin, ContactCandidate& candidate, DepthProfile& profile) {
  if (shape.roller_radius > 0)
    return add_region_on(PlainReader<Running::on_roller>(shape, place, section), shape, margin, candidate,
                         profile);
  return add_region_on(PlainReader<Running::on_rail>(shape, place, section), shape, margin, candidate,
                       profile);
}

}  // namespace

bool follow(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  const math::UniformSpline* section = section_around(shape, place);
  return section ? follow_plain(shape, place, *section, candidate)
                 : follow_on(VaryingReader(shape, place), shape, candidate);
}

Region add_region(const Shape& shape, const Placement& place, double margin, ContactCandidate& candidate,
                  DepthProfile& profile) {
  const math::UniformSpline* section = section_around(shape, place);
  return section ? add_plain_region(shape, place, *section, margin, candidate, profile)
                 : add_region_on(VaryingReader(shape, place), shape, margin, candidate, profile);
}

Vertex vertex_at(const DepthProfile& profile, std::size_t k) {
  FLANGEWAY_ASSERT(k < profile.count, "the profile has this point");
  const DepthPoint& here = profile.at[k];
  Vertex vertex{here.depth, 0};
  if (k == 0 || k + 1 >= profile.count || profile.at[k - 1].sample + 1 != here.sample ||
      profile.at[k + 1].sample != here.sample + 1)
    return vertex;
  const double before = profile.at[k - 1].depth, after = profile.at[k + 1].depth;
  const double slope = (after - before) / 2, bend = before + after - 2 * here.depth;
  if (bend == 0) return vertex;
  vertex.offset = std::clamp(-slope / bend, -0.5, 0.5);
  vertex.depth += vertex.offset * (slope + vertex.offset / 2 * bend);
  return vertex;
}

}  // namespace flangeway::wheelrail::elastic
