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
    plain_ = &shape.rail.spline;
    if (shape.varying.empty()) return;
    varying_ = &shape.varying[place.on_rail];
    // A wheel far from stretches that vary reads one table, as on a rail that nowhere does.
    constexpr double around = 0.1;  // [m] no contact leads by more
    const RailStretch* here = stretch_at(*varying_, place.s);
    if (here == nullptr || !here->section || !(place.s - here->from > around && here->to - place.s > around))
      return;
    plain_ = &here->section->spline;
    varying_ = nullptr;
  }

  [[nodiscard]] bool varies() const { return varying_ != nullptr; }

  // `point.rail_s` and `point.normal` are guesses from a neighbour. False: no rail there, or too steep.
  bool read(std::size_t sample, DepthPoint& point) const {
    constexpr double steepest = 0.05;  // cosine of the steepest slope that is looked at
    constexpr int max_turns = 3;
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    if (p.ty < steepest) return false;
    point.sample = sample;
    if (!turn_deepest(p, point)) return false;
    if (varies()) return turn_to_stationary(p, point);
    // Again around the axle with the normal of the foot, until the point hardly moves: its depth is
    // stationary there.
    for (int turn = 0; turn < max_turns; ++turn) {
      const double x = point.arm.x();
      if (!find_foot(point) || !turn_deepest(p, point)) return false;
      if (std::abs(point.arm.x() - x) < tolerance) return true;
    }
    return find_foot(point);
  }

  // At the place along the rail to which the guess leads.
  bool probe(std::size_t sample, DepthPoint& point) const {
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    const Vec3 guess = point.normal;
    if (!turn_deepest(p, point) || !find_foot(point)) return false;
    point.normal = guess;
    return true;
  }

  // A guess of the normal, with which the point would lie `x` ahead of the wheelset's centre.
  void aim(std::size_t sample, double x, DepthPoint& point) const {
    const double radius = shape_.radius - shape_.wheel.samples[sample].z;
    point.normal.x() = -x / radius * point.normal.z();
  }

 private:
  static constexpr double tolerance = 3e-6;  // [m] the depth changes by its square over twice the radius

  // The same where the rail rises and falls: docs/theory/varying_rails.md (3). The secant through two turns
  // leads to the third.
  bool turn_to_stationary(const ProfileTable::Sample& p, DepthPoint& point) const {
    constexpr int max_turns = 8;
    double x_before = 0, found_before = 0;
    for (int turn = 0; turn < max_turns; ++turn) {
      const double x = point.arm.x();
      const Vec3 used = point.normal;
      if (!find_foot(point) || !turn_deepest(p, point)) return false;
      const double found = point.arm.x();
      if (std::abs(found - x) < tolerance) return true;
      if (turn > 0 && x != x_before) {
        const double slope = (found - found_before) / (x - x_before);
        const double share = slope < 0.8 ? std::clamp(1 / (1 - slope), 0.2, 5.0) : 1;
        point.normal = used + share * (point.normal - used);
        if (!turn_deepest(p, point)) return false;
      }
      x_before = x, found_before = found;
    }
    return find_foot(point);
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

  // docs/theory/elastic.md (3)
  bool find_foot(DepthPoint& point) const {
    const RailLine& line = place_.rail;
    const double x = point.arm.x();
    const Vec2 &reference = shape_.rail_reference,
               off = Vec2(place_.y + point.arm.y() - line.y - x * (line.y_slope + x / 2 * line.y_bend),
                          place_.z + point.arm.z() - line.z - x * (line.z_slope + x / 2 * line.z_bend)) -
                     reference;
    const Vec2 q =
        reference + Vec2(cosine_ * off.x() + sine_ * off.y(), -sine_ * off.x() + cosine_ * off.y());
    if (varies()) return find_varying_foot(q, point);
    double r[profile_channels];
    for (int step = 0; step < max_steps; ++step) {
      if (!(point.rail_s >= 0 && point.rail_s <= plain_->end())) return false;
      plain_->evaluate(point.rail_s, r);
      const Vec2 gap = q - Vec2(r[profile_y], r[profile_z]), tangent(r[tangent_y], r[tangent_z]);
      const double aside = tangent.x() * gap.x() + tangent.y() * gap.y();
      if (std::abs(aside) < foot_tolerance) {
        set_depth(gap, tangent, Vec2::Zero(), point);
        return true;
      }
      point.rail_s += std::clamp(aside, -longest_step, longest_step);
    }
    return false;
  }

  // On the section of the rail at the point's own place.
  bool find_varying_foot(const Vec2& q, DepthPoint& point) const {
    const double s = place_.s + point.arm.x();
    const RailStretch* stretch = stretch_at(*varying_, s);
    if (stretch == nullptr) return false;
    RailPoint rail;
    for (int step = 0; step < max_steps; ++step) {
      if (!read_rail(*stretch, s, point.rail_s, rail)) return false;
      const double length = rail.along.norm();
      if (!(length > 0)) return false;
      const Vec2 gap = q - rail.at, tangent = rail.along / length;
      const double aside = tangent.dot(gap);
      if (std::abs(aside) < foot_tolerance) {
        set_depth(gap, tangent, rail.ahead, point);
        return true;
      }
      point.rail_s += std::clamp(aside, -longest_step, longest_step) / length;
    }
    return false;
  }

  // `ahead`: how the section changes along the rail.
  void set_depth(const Vec2& gap, const Vec2& tangent, const Vec2& ahead, DepthPoint& point) const {
    const RailLine& line = place_.rail;
    const double x = point.arm.x();
    point.depth = tangent.y() * gap.x() - tangent.x() * gap.y();
    const double y = -cosine_ * tangent.y() - sine_ * tangent.x(),
                 z = -sine_ * tangent.y() + cosine_ * tangent.x();
    const double slope_y = line.y_slope + line.y_bend * x + cosine_ * ahead.x() - sine_ * ahead.y(),
                 slope_z = line.z_slope + line.z_bend * x + sine_ * ahead.x() + cosine_ * ahead.y();
    point.normal = Vec3(-y * slope_y - z * slope_z, y, z);
  }

  static constexpr int max_steps = 20;
  static constexpr double longest_step = 2e-3, foot_tolerance = 1e-9;  // [m]

  const Shape& shape_;
  const Placement& place_;
  double sine_ = 0, cosine_ = 1;
  const math::UniformSpline* plain_ = nullptr;  // the section, where it does not vary around the wheel
  const VaryingRail* varying_ = nullptr;        // else
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

// Where the rail rises and falls a sample can be deep in it at several places along it, as in the bottom of a
// dip. From each it is turned to the deepest point, and the deepest of these counts.
bool read_deepest(const Reader& reader, std::size_t sample, DepthPoint& point) {
  if (!reader.varies()) return reader.read(sample, point);
  constexpr int probes = 9;
  constexpr double spacing = 0.015;  // [m]
  std::array<DepthPoint, probes> at;
  std::array<double, probes> depth;
  for (int i = 0; i < probes; ++i) {
    const auto k = static_cast<std::size_t>(i);
    at[k] = point;
    reader.aim(sample, spacing * (i - probes / 2), at[k]);
    depth[k] = reader.probe(sample, at[k]) ? at[k].depth : -1;
  }
  bool found = false;
  for (std::size_t k = 0; k < probes; ++k) {
    if (depth[k] <= -1 || (k > 0 && depth[k - 1] > depth[k]) || (k + 1 < probes && depth[k + 1] >= depth[k]))
      continue;
    DepthPoint turned = at[k];
    if (!reader.read(sample, turned) || (found && turned.depth <= point.depth)) continue;
    point = turned;
    found = true;
  }
  return found;
}

}  // namespace

FLANGEWAY_VECTORIZED
bool follow(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  constexpr int furthest = 20;  // samples, 8 mm
  const Reader reader(shape, place);
  DepthPoint best = guess_at(candidate);
  if (!read_deepest(reader, sample_near(shape, candidate.wheel_s), best)) return false;
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
