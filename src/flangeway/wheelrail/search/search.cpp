#include "flangeway/wheelrail/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// A point of the wheel as it is seen along the rail.
struct Seen {
  Vec3 normal;  // in the track frame, unit
  Vec2 q;       // in the plane of the rail's section, in its design place
};

struct Turn {
  double cosine, sine;
  [[nodiscard]] Vec2 into_section(const Vec2& v) const {
    return {cosine * v.x() + sine * v.y(), -sine * v.x() + cosine * v.y()};
  }
};

// Constants of the search for a pair of points.
struct View {
  const Shape& shape;
  const Placement& place;
  Turn turn;
  Vec3 line;         // the rail's direction beside the wheelset's centre, in the wheelset's axes
  double length;     // of its part across the axle
  double per_slope;  // sine of the turn of a circle's place over the slope of the profile there
  View(const Shape& s, const Placement& p)
      : shape(s), place(p), line(p.axes.transpose() * Vec3(1, p.rail.y_slope, p.rail.z_slope)) {
    const auto [sine, cosine] = sin_cos(p.rail.roll);
    turn = {cosine, sine};
    length = std::sqrt(line.x() * line.x() + line.z() * line.z());
    per_slope = -line.y() / length;
  }
  [[nodiscard]] Vec2 rail_shift(double x) const {
    const RailLine& r = place.rail;
    const double from_axle = x - place.roller_ahead,
                 drop = roller_curvature(shape, 1, 0) * from_axle * from_axle / 2;
    return {r.y + x * (r.y_slope + x / 2 * r.y_bend), r.z + x * (r.z_slope + x / 2 * r.z_bend) - drop};
  }
};

// The point of the wheel's circle at (y, z) of the profile, tangent (ty, tz), whose normal is square to the
// rail's line.
bool see(const View& view, double y, double z, double ty, double tz, Seen& seen) {
  constexpr double min_cosine = 0.05;  // cosine of the steepest slope that is looked at
  if (ty < min_cosine) return false;
  const Vec3& line = view.line;
  const double length = view.length, sine = view.per_slope * (tz / ty);
  if (!(std::abs(sine) < 0.7)) return false;
  const double cosine = std::sqrt(1 - sine * sine);
  const double around_sine = (sine * line.x() + cosine * line.z()) / length,
               around_cosine = (cosine * line.x() - sine * line.z()) / length;
  const double radius = view.shape.radius - z;
  const Mat3& axes = view.place.axes;
  const Vec3 point = Vec3(0, view.place.y, view.place.z) +
                     axes * Vec3(radius * around_sine, view.shape.wheel_lateral + y, -radius * around_cosine);
  seen.normal = axes * Vec3(-ty * around_sine, -tz, ty * around_cosine);
  const Vec2 shift = view.rail_shift(point.x()), &reference = view.shape.rail_reference;
  seen.q = reference + view.turn.into_section(Vec2(point.y(), point.z()) - shift - reference);
  return seen.normal.z() > 0;
}

// The rail's sample interval that faces a point: its foot lies between samples `at` and `at + 1`.
struct Facing {
  std::size_t at = 0;
  [[nodiscard]] static double beyond(const ProfileTable::Sample& sample, const Vec2& q) {
    return sample.ty * (q.x() - sample.y) + sample.tz * (q.y() - sample.z);
  }
  // True if there is a foot.
  bool move(std::span<const ProfileTable::Sample> rail, const Vec2& q) {
    while (at > 0 && beyond(rail[at], q) < 0) --at;
    while (at + 2 < rail.size() && beyond(rail[at + 1], q) > 0) ++at;
    return beyond(rail[at], q) >= 0 && beyond(rail[at + 1], q) <= 0;
  }
};

// Depth of a point below the rail along the rail's normal, by linear interpolation of the foot.
struct Depth {
  double wheel_s, rail_s, depth;
  Vec3 normal;
};

Depth depth_at(std::span<const ProfileTable::Sample> rail, std::size_t at, const Seen& seen, double s) {
  FLANGEWAY_ASSERT(at + 1 < rail.size(), "the rail has a sample behind this one");
  const ProfileTable::Sample &a = rail[at], &b = rail[at + 1];
  const double before = Facing::beyond(a, seen.q), behind = -Facing::beyond(b, seen.q);
  const double part = before + behind > 0 ? before / (before + behind) : 0;
  const double ty = a.ty + part * (b.ty - a.ty), tz = a.tz + part * (b.tz - a.tz);
  // The arc between two samples rises above its chord.
  const double bow = (a.ty * b.tz - a.tz * b.ty) * (b.s - a.s) / 2 * part * (1 - part);
  const double y = a.y + part * (b.y - a.y) + bow * tz, z = a.z + part * (b.z - a.z) - bow * ty;
  return {s, a.s + part * (b.s - a.s), tz * (seen.q.x() - y) - ty * (seen.q.y() - z), seen.normal};
}

ContactCandidate candidate_of(const Depth& depth, std::size_t on_rail) {
  ContactCandidate candidate;
  candidate.on_rail = on_rail;
  candidate.wheel_s = depth.wheel_s;
  candidate.rail_s = depth.rail_s;
  candidate.depth = depth.depth;
  candidate.normal = depth.normal;
  return candidate;
}

}  // namespace

namespace {

// Samples of the section at the wheelset, or of the nearest section with a possible contact, in `room` where
// it varies; none where there is no rail.
std::span<const ProfileTable::Sample> section_samples(const Shape& shape, const Placement& place,
                                                      std::array<ProfileTable::Sample, max_samples>& room) {
  if (shape.varying.empty()) return shape.rail.samples;
  const RailStretch* stretch = stretch_near(shape.varying[place.on_rail], place.s);
  if (stretch == nullptr) return {};
  if (stretch->section) return stretch->section->samples;
  return {room.data(), sample_rail(*stretch, std::clamp(place.s, stretch->from, stretch->to), room)};
}

}  // namespace

void add_candidate(const ContactCandidate& candidate, ContactCandidates& candidates) {
  if (candidates.count == max_candidates) {
    const auto shallowest = std::min_element(candidates.at.begin(), candidates.at.end(),
                                             [](const auto& a, const auto& b) { return a.depth < b.depth; });
    if (candidate.depth <= shallowest->depth) return;
    std::copy(shallowest + 1, candidates.at.end(), shallowest);
    --candidates.count;
  }
  candidates.at[candidates.count++] = candidate;
}

FLANGEWAY_VECTORIZED
void search(const Shape& shape, const Placement& place, double reach, ContactCandidates& candidates,
            std::size_t every) {
  const View view(shape, place);
  candidates.count = 0;
  std::array<ProfileTable::Sample, max_samples> samples;
  const std::span<const ProfileTable::Sample> rail = section_samples(shape, place, samples);
  if (rail.empty()) return;
  Facing facing;
  Seen seen;
  Depth before{}, last{};
  int seen_in_row = 0;
  // Yaw moves a point of the wheel aside by less than a millimetre, a tenth of the flange's height.
  constexpr double margin = 5e-3;  // [m]
  const double aside = place.y + shape.wheel_lateral - place.rail.y;
  const double first = rail.front().y - margin - aside, last_place = rail.back().y + margin - aside;
  for (std::size_t i = 0; i < shape.wheel.samples.size(); i += every) {
    const ProfileTable::Sample& sample = shape.wheel.samples[i];
    if (sample.y < first || sample.y > last_place) continue;
    if (!see(view, sample.y, sample.z, sample.ty, sample.tz, seen) || !facing.move(rail, seen.q)) {
      seen_in_row = 0;
      continue;
    }
    const Depth now = depth_at(rail, facing.at, seen, sample.s);
    if (seen_in_row >= 2 && last.depth >= before.depth && last.depth > now.depth && last.depth > -reach)
      add_candidate(candidate_of(last, place.on_rail), candidates);
    before = last;
    last = now;
    ++seen_in_row;
  }
}

bool touches_centred(const Shape& shape) {
  constexpr double far = 0.05;  // [m]
  Placement place;
  place.z = shape.radius;
  place.s = std::numeric_limits<double>::lowest();  // on the first section
  ContactCandidates candidates;
  search(shape, place, far, candidates);
  return candidates.count > 0;
}

}  // namespace flangeway::wheelrail::elastic
