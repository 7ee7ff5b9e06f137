#include "flangeway/wheelrail/search/depth_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// A point of the rail's profile: the channels over its arc length, and how its tangent turns there.
struct RailPoint {
  std::array<double, profile_channels> value, slope;
  // The same as UniformSpline::evaluate, made part of the caller.
  RailPoint(const math::UniformSpline& rail, double s) {
    const auto [a, t] = rail.locate(s);
    constexpr std::size_t n = profile_channels;
    for (std::size_t c = 0; c < n; ++c) {
      const double a1 = a[n + c], a2 = a[2 * n + c], a3 = a[3 * n + c];
      value[c] = a[c] + t * (a1 + t * (a2 + t * a3));
      slope[c] = a1 + t * (2 * a2 + 3 * t * a3);
    }
  }
  [[nodiscard]] double curvature() const {
    return value[tangent_y] * slope[tangent_z] - value[tangent_z] * slope[tangent_y];
  }
};

// What does not change along the profile.
class Reader {
 public:
  Reader(const Shape& shape, const Placement& place) : shape_(shape), place_(place) {
    const auto [sine, cosine] = sin_cos(place.rail.roll);
    sine_ = sine, cosine_ = cosine;
  }

  // The foot on the rail and the place around the axle together: docs/theory/elastic.md (3), (4).
  // `point.rail_s` and `point.arm.x()` are guesses. False: no rail there, or too steep.
  bool read(std::size_t sample, DepthPoint& point) const {
    constexpr double steepest = 0.05;      // cosine of the steepest slope that is looked at
    constexpr double close = 5e-7;         // [m] from the foot: what follows to second order is exact
    constexpr double tolerance = 3e-6;     // [m] the depth changes by its square over twice the radius
    constexpr double longest_step = 2e-3;  // [m]
    constexpr double least_slope = 0.2;    // of the distance to the foot, over the arc length
    constexpr int max_steps = 40;
    const math::UniformSpline& rail = shape_.rail.spline;
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    if (p.ty < steepest) return false;
    point.sample = sample;
    for (int step = 0; step < max_steps; ++step) {
      if (!(point.rail_s >= 0 && point.rail_s <= rail.end())) return false;
      const RailPoint r(rail, point.rail_s);
      const double ty = r.value[tangent_y], tz = r.value[tangent_z], x = point.arm.x();
      point.normal = normal_at(ty, tz, x);
      if (!turn_deepest(p, point)) return false;
      const Vec2 gap = in_section(point.arm) - Vec2(r.value[profile_y], r.value[profile_z]);
      const double aside = ty * gap.x() + tz * gap.y(), depth = tz * gap.x() - ty * gap.y();
      const double curvature = r.curvature(), slope = 1 + curvature * depth,
                   to_foot = aside / std::max(slope, least_slope);
      if (std::abs(to_foot) < close && std::abs(point.arm.x() - x) < tolerance) {
        const double turn = curvature * to_foot;
        point.rail_s += to_foot;
        point.depth = depth + aside * turn / 2;
        point.normal = normal_at(ty - turn * tz, tz + turn * ty, point.arm.x());
        return true;
      }
      const double turned = slope - curvature * turning(p, point.normal, ty, tz);
      point.rail_s += std::clamp(aside / std::max(turned, least_slope), -longest_step, longest_step);
    }
    return false;
  }

 private:
  // The rail's normal where its profile has this tangent, x ahead of the wheelset's centre.
  [[nodiscard]] Vec3 normal_at(double ty, double tz, double x) const {
    const RailLine& line = place_.rail;
    const double y = -cosine_ * tz - sine_ * ty, z = -sine_ * tz + cosine_ * ty;
    return {-y * (line.y_slope + line.y_bend * x) - z * (line.z_slope + line.z_bend * x), y, z};
  }

  // docs/theory/elastic.md (4)
  bool turn_deepest(const ProfileTable::Sample& p, DepthPoint& point) const {
    const Vec3 m = place_.axes.transpose() * point.normal;
    const double length = std::sqrt(m.x() * m.x() + m.z() * m.z());
    if (!(m.z() > 0.7 * length)) return false;
    const double radius = (shape_.radius - p.z) / length;
    point.arm = place_.axes * Vec3(-radius * m.x(), shape_.wheel_lateral + p.y, -radius * m.z());
    return true;
  }

  // How far q moves along the rail's profile as the deepest place turns with the normal: for a normal that
  // turns by 1, m.
  [[nodiscard]] double turning(const ProfileTable::Sample& p, const Vec3& normal, double ty,
                               double tz) const {
    const Vec3 m = place_.axes.transpose() * normal,
               along =
                   place_.axes.transpose() * Vec3(0, cosine_ * ty - sine_ * tz, sine_ * ty + cosine_ * tz);
    const double across = m.z() * along.x() - m.x() * along.z(), square = m.x() * m.x() + m.z() * m.z();
    return (shape_.radius - p.z) * across * across / (square * std::sqrt(square));
  }

  // q of docs/theory/elastic.md (3), from the wheelset's centre to the section of the rail.
  [[nodiscard]] Vec2 in_section(const Vec3& arm) const {
    const RailLine& line = place_.rail;
    const Vec2& reference = shape_.rail_reference;
    const double x = arm.x();
    const Vec2 off(place_.y + arm.y() - line.y - x * (line.y_slope + x / 2 * line.y_bend) - reference.x(),
                   place_.z + arm.z() - line.z - x * (line.z_slope + x / 2 * line.z_bend) - reference.y());
    return reference + Vec2(cosine_ * off.x() + sine_ * off.y(), -sine_ * off.x() + cosine_ * off.y());
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

bool neighbour(const Shape& shape, std::size_t sample, bool up, std::size_t& next) {
  if (up ? sample + 1 >= shape.wheel.samples.size() : sample == 0) return false;
  next = up ? sample + 1 : sample - 1;
  return true;
}

// From a neighbour: the foot moves along the rail about as far as the point along the wheel.
bool read_next(const Reader& reader, const Shape& shape, const DepthPoint& from, bool up, DepthPoint& to) {
  std::size_t next = 0;
  if (!neighbour(shape, from.sample, up, next)) return false;
  to.rail_s = from.rail_s + shape.wheel.samples[next].s - shape.wheel.samples[from.sample].s;
  to.arm.x() = from.arm.x();
  return reader.read(next, to);
}

// From the last of `count` points of a row: the parabola through three.
bool read_on(const Reader& reader, const Shape& shape, const DepthPoint* last, std::size_t count, bool up,
             DepthPoint& to) {
  if (count < 3) return read_next(reader, shape, *last, up, to);
  std::size_t next = 0;
  if (!neighbour(shape, last->sample, up, next)) return false;
  const DepthPoint &a = last[0], &b = last[-1], &c = last[-2];
  to.rail_s = 3 * (a.rail_s - b.rail_s) + c.rail_s;
  to.arm.x() = 3 * (a.arm.x() - b.arm.x()) + c.arm.x();
  return reader.read(next, to);
}

bool read_at(const Reader& reader, const Shape& shape, const ContactCandidate& candidate, DepthPoint& point) {
  point.rail_s = candidate.rail_s;
  point.arm.x() = candidate.arm.x();
  return reader.read(sample_near(shape, candidate.wheel_s), point);
}

// Uphill to the deepest sample nearby; false if it is too far away.
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

}  // namespace

FLANGEWAY_VECTORIZED
bool follow(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  const Reader reader(shape, place);
  DepthPoint best;
  if (!read_at(reader, shape, candidate, best) || !climb(reader, shape, best)) return false;
  move(shape, best, candidate);
  return true;
}

FLANGEWAY_VECTORIZED
Region add_region(const Shape& shape, const Placement& place, double margin, ContactCandidate& candidate,
                  DepthProfile& profile) {
  const Reader reader(shape, place);
  const std::size_t begin = profile.count;
  const auto known = [&](std::size_t sample) { return begin > 0 && profile.at[begin - 1].sample >= sample; };
  if (begin == max_depth_points || known(sample_near(shape, candidate.wheel_s))) return Region::known;
  DepthPoint& first = profile.at[begin];
  if (!read_at(reader, shape, candidate, first)) return Region::lost;
  if (first.depth <= -margin) {
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
