#include "flangeway/wheelrail/search/depth_profile.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// What does not change along the profile.
class Reader {
 public:
  Reader(const Shape& shape, const Placement& place) : shape_(shape), place_(place) {
    const auto [sine, cosine] = sin_cos(place.rail.roll);
    sine_ = sine, cosine_ = cosine;
  }

  // `point.rail_s` and `point.normal` are guesses from a neighbour. False: no rail there, or too steep.
  bool read(std::size_t sample, DepthPoint& point) const {
    constexpr double steepest = 0.05;   // cosine of the steepest slope that is looked at
    constexpr double tolerance = 3e-6;  // [m] the depth changes by its square over twice the radius
    constexpr int max_turns = 3;
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    if (p.ty < steepest) return false;
    point.sample = sample;
    if (!turn_deepest(p, point)) return false;
    // Again around the axle with the normal of the foot, until the point hardly moves: its depth is
    // stationary there.
    for (int turn = 0; turn < max_turns; ++turn) {
      const double x = point.arm.x();
      if (!find_foot(point) || !turn_deepest(p, point)) return false;
      if (std::abs(point.arm.x() - x) < tolerance) return true;
    }
    return find_foot(point);
  }

 private:
  // docs/theory/elastic.md (4)
  bool turn_deepest(const ProfileTable::Sample& p, DepthPoint& point) const {
    const Vec3 m = place_.axes.transpose() * point.normal;
    const double length = std::sqrt(m.x() * m.x() + m.z() * m.z());
    if (!(m.z() > 0.7 * length)) return false;
    const double radius = (shape_.radius - p.z) / length;
    point.arm = place_.axes * Vec3(-radius * m.x(), shape_.wheel_lateral + p.y, -radius * m.z());
    return true;
  }

  // docs/theory/elastic.md (3)
  bool find_foot(DepthPoint& point) const {
    constexpr int max_steps = 20;
    constexpr double longest_step = 2e-3, tolerance = 1e-9;  // [m]
    const math::UniformSpline& rail = shape_.rail.spline;
    const RailLine& line = place_.rail;
    const double x = point.arm.x();
    const Vec2 &reference = shape_.rail_reference,
               off = Vec2(place_.y + point.arm.y() - line.y - x * (line.y_slope + x / 2 * line.y_bend),
                          place_.z + point.arm.z() - line.z - x * (line.z_slope + x / 2 * line.z_bend)) -
                     reference;
    const Vec2 q =
        reference + Vec2(cosine_ * off.x() + sine_ * off.y(), -sine_ * off.x() + cosine_ * off.y());
    double r[profile_channels];
    for (int step = 0; step < max_steps; ++step) {
      if (!(point.rail_s >= 0 && point.rail_s <= rail.end())) return false;
      rail.evaluate(point.rail_s, r);
      const Vec2 gap = q - Vec2(r[profile_y], r[profile_z]);
      const double aside = r[tangent_y] * gap.x() + r[tangent_z] * gap.y();
      if (std::abs(aside) < tolerance) {
        point.depth = r[tangent_z] * gap.x() - r[tangent_y] * gap.y();
        const double y = -cosine_ * r[tangent_z] - sine_ * r[tangent_y],
                     z = -sine_ * r[tangent_z] + cosine_ * r[tangent_y];
        const double slope_y = line.y_slope + line.y_bend * x, slope_z = line.z_slope + line.z_bend * x;
        point.normal = Vec3(-y * slope_y - z * slope_z, y, z);
        return true;
      }
      point.rail_s += std::clamp(aside, -longest_step, longest_step);
    }
    return false;
  }

  const Shape& shape_;
  const Placement& place_;
  double sine_ = 0, cosine_ = 1;
};

std::size_t sample_near(const Shape& shape, double wheel_s) {
  const auto& samples = shape.wheel.samples;
  const double step = samples[1].s - samples[0].s;
  return static_cast<std::size_t>(
      std::clamp(std::round(wheel_s / step), 0.0, static_cast<double>(samples.size() - 1)));
}

// From a neighbour: the foot moves along the rail about as far as the point along the wheel, and the normal
// turns as it did from the point before, if there is one.
bool read_next(const Reader& reader, const Shape& shape, const DepthPoint& from, const DepthPoint* before,
               bool up, DepthPoint& to) {
  const auto& samples = shape.wheel.samples;
  if (up ? from.sample + 1 >= samples.size() : from.sample == 0) return false;
  const std::size_t next = up ? from.sample + 1 : from.sample - 1;
  to.rail_s =
      from.rail_s + (before ? from.rail_s - before->rail_s : samples[next].s - samples[from.sample].s);
  to.normal = before ? 2 * from.normal - before->normal : from.normal;
  return reader.read(next, to);
}

DepthPoint guess_at(const ContactCandidate& candidate) {
  DepthPoint point;
  point.rail_s = candidate.rail_s;
  point.normal = candidate.normal;
  return point;
}

}  // namespace

FLANGEWAY_VECTORIZED
bool follow(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  constexpr int furthest = 20;  // samples, 8 mm
  const Reader reader(shape, place);
  DepthPoint best = guess_at(candidate);
  if (!reader.read(sample_near(shape, candidate.wheel_s), best)) return false;
  for (const bool up : {true, false}) {
    DepthPoint next;
    int steps = 0;
    for (; steps < furthest && read_next(reader, shape, best, nullptr, up, next) && next.depth > best.depth;
         ++steps)
      best = next;
    if (steps == furthest) return false;
    if (steps > 0) break;
  }
  candidate.wheel_s = shape.wheel.samples[best.sample].s;
  candidate.rail_s = best.rail_s;
  candidate.depth = best.depth;
  candidate.arm = best.arm;
  candidate.normal = best.normal;
  return true;
}

FLANGEWAY_VECTORIZED
void add_region(const Shape& shape, const Placement& place, const ContactCandidate& candidate, double margin,
                DepthProfile& profile) {
  const Reader reader(shape, place);
  const std::size_t sample = sample_near(shape, candidate.wheel_s), begin = profile.count;
  if (begin > 0 && profile.at[begin - 1].sample >= sample) return;  // of a region that has been added
  DepthPoint first = guess_at(candidate), point;
  if (begin == max_depth_points || !reader.read(sample, first) || first.depth <= -margin) return;
  profile.at[profile.count++] = first;
  while (profile.count < max_depth_points) {
    const DepthPoint* last = &profile.at[profile.count - 1];
    if (!read_next(reader, shape, *last, profile.count > begin + 1 ? last - 1 : nullptr, false, point) ||
        point.depth <= -margin || (begin > 0 && profile.at[begin - 1].sample >= point.sample))
      break;
    profile.at[profile.count++] = point;
  }
  std::reverse(profile.at.begin() + static_cast<std::ptrdiff_t>(begin),
               profile.at.begin() + static_cast<std::ptrdiff_t>(profile.count));
  while (profile.count < max_depth_points) {
    const DepthPoint* last = &profile.at[profile.count - 1];
    if (!read_next(reader, shape, *last, profile.count > begin + 1 ? last - 1 : nullptr, true, point) ||
        point.depth <= -margin)
      break;
    profile.at[profile.count++] = point;
  }
}

Vertex vertex_at(const DepthProfile& profile, std::size_t k) {
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
