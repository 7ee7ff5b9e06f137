#include "flangeway/wheelrail/search/search.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// A point of the wheel as it is seen along the rail.
struct Seen {
  Vec3 point, normal;           // in the track frame, from its centre; unit
  Vec2 q, tangent;              // in the plane of the rail's section, in its design place; unit
  double flat = 1;              // length of the normal's part in that plane
  double sine = 0, cosine = 1;  // around the axle
};

struct Turn {
  double cosine, sine;
  [[nodiscard]] Vec2 into_section(const Vec2& v) const {
    return {cosine * v.x() + sine * v.y(), -sine * v.x() + cosine * v.y()};
  }
};

// What does not change while the pair of points is looked for.
struct View {
  const Shape& shape;
  const Placement& place;
  Turn turn;
  View(const Shape& s, const Placement& p) : shape(s), place(p) {
    const auto [sine, cosine] = sin_cos(p.rail.roll);
    turn = {cosine, sine};
  }
  [[nodiscard]] Vec3 along(double x) const {
    const RailLine& r = place.rail;
    return {1, r.y_slope + r.y_bend * x, r.z_slope + r.z_bend * x};
  }
  [[nodiscard]] Vec2 rail_shift(double x) const {
    const RailLine& r = place.rail;
    return {r.y + x * (r.y_slope + x / 2 * r.y_bend), r.z + x * (r.z_slope + x / 2 * r.z_bend)};
  }
};

// The point of the wheel's circle at (y, z) of the profile, tangent (ty, tz), whose normal is square to the
// rail's line. docs/theory/elastic.md (3), (4)
bool see(const View& view, double y, double z, double ty, double tz, double ahead, Seen& seen) {
  constexpr double steepest = 0.05;  // cosine of the steepest slope that is looked at
  if (ty < steepest) return false;
  const Vec3 line = view.place.axes.transpose() * view.along(ahead);
  const double length = std::sqrt(line.x() * line.x() + line.z() * line.z());
  const double slope = tz / ty, sine = -line.y() * slope / length;
  if (!(std::abs(sine) < 0.7)) return false;
  const double cosine = std::sqrt(1 - sine * sine);
  seen.sine = (sine * line.x() + cosine * line.z()) / length;
  seen.cosine = (cosine * line.x() - sine * line.z()) / length;
  const double radius = view.shape.radius - z;
  const Mat3& axes = view.place.axes;
  seen.point = Vec3(0, view.place.y, view.place.z) +
               axes * Vec3(radius * seen.sine, view.shape.wheel_lateral + y, -radius * seen.cosine);
  seen.normal = axes * Vec3(-ty * seen.sine, -tz, ty * seen.cosine);
  const Vec2 shift = view.rail_shift(seen.point.x()), &reference = view.shape.rail_reference;
  seen.q = reference + view.turn.into_section(Vec2(seen.point.y(), seen.point.z()) - shift - reference);
  const Vec2 normal = view.turn.into_section({seen.normal.y(), seen.normal.z()});
  seen.flat = normal.norm();
  seen.tangent = Vec2(normal.y(), -normal.x()) / seen.flat;
  return seen.normal.z() > 0;
}

// How the silhouette moves and turns along the wheel's profile. docs/theory/elastic.md (5)
struct SeenRate {
  double along, turn;  // dq/ds along the tangent; d(angle)/ds
};

SeenRate rate_of(const View& view, const Seen& seen, const double* p, double curvature) {
  const Mat3& axes = view.place.axes;
  const double ty = p[tangent_y], tz = p[tangent_z], sine = seen.sine, cosine = seen.cosine;
  const Vec3 line = axes.transpose() * view.along(seen.point.x());
  const double length = std::sqrt(line.x() * line.x() + line.z() * line.z());
  const double slope_sine = -line.y() * tz / (ty * length);
  const double around = -line.y() * curvature / (ty * ty * length * std::sqrt(1 - slope_sine * slope_sine));
  const double radius = view.shape.radius - p[profile_z];
  const Vec3 moved = axes * (Vec3(-tz * sine, ty, tz * cosine) + radius * around * Vec3(cosine, 0, sine));
  const Vec3 line_here = view.along(seen.point.x());
  const Vec2 in_plane =
      view.turn.into_section({moved.y() - line_here.y() * moved.x(), moved.z() - line_here.z() * moved.x()});
  const Vec3 tilted =
      axes * (curvature * Vec3(tz * sine, -ty, -tz * cosine) - around * ty * Vec3(cosine, 0, sine));
  const Vec2 turned = view.turn.into_section({tilted.y(), tilted.z()});
  return {seen.tangent.dot(in_plane), -seen.tangent.dot(turned) / seen.flat};
}

void finish(const View& view, const Seen& seen, const Vec2& rail, ContactCandidate& candidate) {
  const Vec2 across(-seen.tangent.y(), seen.tangent.x());
  candidate.depth = -seen.flat * across.dot(seen.q - rail);
  candidate.ahead = seen.point.x();
  candidate.normal = seen.normal;
  candidate.arm = seen.point - Vec3(0, view.place.y, view.place.z);
  candidate.on_rail = seen.point + candidate.depth * seen.normal;
}

// A point of the wheel with its foot on the rail. `rise` > 0: the wheel is deeper at larger arc lengths.
struct OverFoot {
  Seen seen;
  Vec2 rail;
  double rail_s, rise;
};

bool find_foot(const View& view, double wheel_s, double rail_s, double ahead, OverFoot& out) {
  constexpr int max_steps = 20;
  constexpr double longest_step = 2e-3, tolerance = 1e-10;  // [m]
  const math::UniformSpline &wheel = view.shape.wheel.spline, &rail = view.shape.rail.spline;
  if (!(wheel_s >= 0 && wheel_s <= wheel.end())) return false;
  double p[profile_channels], r[profile_channels], rate[profile_channels];
  wheel.evaluate(wheel_s, p);
  for (int turn = 0; turn < 2; ++turn) {  // the second time where the point has turned out to be
    if (!see(view, p[profile_y], p[profile_z], p[tangent_y], p[tangent_z], ahead, out.seen)) return false;
    ahead = out.seen.point.x();
  }
  out.rail_s = rail_s;
  for (int step = 0; step < max_steps; ++step) {
    if (!(out.rail_s >= 0 && out.rail_s <= rail.end())) return false;
    rail.evaluate(out.rail_s, r, rate);
    const Vec2 tangent(r[tangent_y], r[tangent_z]);
    out.rail = {r[profile_y], r[profile_z]};
    const double aside = tangent.dot(out.seen.q - out.rail);
    if (std::abs(aside) < tolerance) {
      out.rise = out.seen.tangent.x() * tangent.y() - out.seen.tangent.y() * tangent.x();
      return true;
    }
    out.rail_s += std::clamp(aside, -longest_step, longest_step);
  }
  return false;
}

// Where curvatures jump Newton's method may go to and fro, and a peak may stand in the jump itself: uphill
// until the depth falls again, then bisection.
bool climb(const View& view, double wheel_s, double rail_s, double ahead, ContactCandidate& candidate) {
  constexpr double first_stride = 5e-5, furthest = 8e-3, tolerance = 1e-9;  // [m]
  OverFoot here, there;
  if (!find_foot(view, wheel_s, rail_s, ahead, here)) return false;
  double low = wheel_s, stride = here.rise > 0 ? first_stride : -first_stride, high = low;
  do {
    high += stride;
    stride *= 1.5;
    if (std::abs(high - wheel_s) > furthest) return false;
    if (!find_foot(view, high, here.rail_s, ahead, there)) return false;
  } while (here.rise * there.rise > 0);
  while (std::abs(high - low) > tolerance) {
    const double middle = (low + high) / 2;
    OverFoot between;
    if (!find_foot(view, middle, here.rail_s, ahead, between)) return false;
    (between.rise * here.rise > 0 ? low : high) = middle;
    if (low == middle) here = between;
  }
  candidate.wheel_s = (low + high) / 2;
  if (!find_foot(view, candidate.wheel_s, here.rail_s, ahead, here)) return false;
  candidate.rail_s = here.rail_s;
  finish(view, here.seen, here.rail, candidate);
  return true;
}

// Newton's method for equations (4) of [Antunes2018], reduced to two: docs/theory/elastic.md (5), (6).
bool solve(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  constexpr int max_steps = 20;
  constexpr double longest_step = 1e-3, furthest = 8e-3, tolerance = 1e-9;  // [m]
  const View view(shape, place);
  const double start = candidate.wheel_s, wheel_end = shape.wheel.spline.end(),
               rail_end = shape.rail.spline.end();
  double p[profile_channels], p_rate[profile_channels], r[profile_channels], r_rate[profile_channels];
  Seen seen;
  for (int step = 0; step < max_steps; ++step) {
    shape.wheel.spline.evaluate(candidate.wheel_s, p, p_rate);
    shape.rail.spline.evaluate(candidate.rail_s, r, r_rate);
    if (!see(view, p[profile_y], p[profile_z], p[tangent_y], p[tangent_z], candidate.ahead, seen))
      return false;
    const double wheel_curvature = p[tangent_y] * p_rate[tangent_z] - p[tangent_z] * p_rate[tangent_y];
    const double rail_curvature = r[tangent_y] * r_rate[tangent_z] - r[tangent_z] * r_rate[tangent_y];
    const Vec2 tangent(r[tangent_y], r[tangent_z]), rail(r[profile_y], r[profile_z]), gap = seen.q - rail;
    const SeenRate rate = rate_of(view, seen, p, wheel_curvature);
    const double cosine = seen.tangent.dot(tangent);
    const double aside = tangent.dot(gap);
    const double sine = seen.tangent.x() * tangent.y() - seen.tangent.y() * tangent.x();
    const double a11 = cosine * rate.along;
    const double a12 = -1 + rail_curvature * (tangent.x() * gap.y() - tangent.y() * gap.x());
    const double a21 = -cosine * rate.turn, a22 = cosine * rail_curvature;
    const double determinant = a11 * a22 - a12 * a21;
    if (!(std::abs(determinant) > 1e-6)) return false;
    double on_wheel = -(a22 * aside - a12 * sine) / determinant;
    double on_rail = -(a11 * sine - a21 * aside) / determinant;
    candidate.ahead = seen.point.x();
    const double largest = std::max(std::abs(on_wheel), std::abs(on_rail));
    if (largest < tolerance) {
      finish(view, seen, rail, candidate);
      return (determinant < 0) == candidate.peak;
    }
    const double shorten = largest > longest_step ? longest_step / largest : 1;
    candidate.wheel_s += shorten * on_wheel;
    candidate.rail_s += shorten * on_rail;
    if (!(candidate.wheel_s >= 0 && candidate.wheel_s <= wheel_end && candidate.rail_s >= 0 &&
          candidate.rail_s <= rail_end))
      return false;
    if (std::abs(candidate.wheel_s - start) > furthest) return false;
  }
  return false;
}

}  // namespace

FLANGEWAY_VECTORIZED
bool refine(const Shape& shape, const Placement& place, ContactCandidate& candidate) {
  const ContactCandidate start = candidate;
  if (solve(shape, place, candidate)) return true;
  candidate = start;
  return start.peak && climb(View(shape, place), start.wheel_s, start.rail_s, start.ahead, candidate);
}

namespace {

// The rail's sample interval that faces a point: its foot lies between samples `at` and `at + 1`.
struct Facing {
  std::size_t at = 0;
  [[nodiscard]] static double beyond(const ProfileTable::Sample& sample, const Vec2& q) {
    return sample.ty * (q.x() - sample.y) + sample.tz * (q.y() - sample.z);
  }
  // True if there is a foot.
  bool move(const std::vector<ProfileTable::Sample>& rail, const Vec2& q) {
    while (at > 0 && beyond(rail[at], q) < 0) --at;
    while (at + 2 < rail.size() && beyond(rail[at + 1], q) > 0) ++at;
    return beyond(rail[at], q) >= 0 && beyond(rail[at + 1], q) <= 0;
  }
};

// Depth of a point below the rail along the rail's normal, by linear interpolation of the foot.
struct Depth {
  double wheel_s, rail_s, depth, ahead;
};

Depth depth_at(const std::vector<ProfileTable::Sample>& rail, std::size_t at, const Seen& seen, double s) {
  const ProfileTable::Sample &a = rail[at], &b = rail[at + 1];
  const double before = Facing::beyond(a, seen.q), behind = -Facing::beyond(b, seen.q);
  const double part = before + behind > 0 ? before / (before + behind) : 0;
  const double ty = a.ty + part * (b.ty - a.ty), tz = a.tz + part * (b.tz - a.tz);
  // The arc between two samples rises above its chord.
  const double bow = (a.ty * b.tz - a.tz * b.ty) * (b.s - a.s) / 2 * part * (1 - part);
  const double y = a.y + part * (b.y - a.y) + bow * tz, z = a.z + part * (b.z - a.z) - bow * ty;
  return {s, a.s + part * (b.s - a.s), tz * (seen.q.x() - y) - ty * (seen.q.y() - z), seen.point.x()};
}

ContactCandidate candidate_of(const Depth& depth, bool peak) {
  ContactCandidate candidate;
  candidate.peak = peak;
  candidate.wheel_s = depth.wheel_s;
  candidate.rail_s = depth.rail_s;
  candidate.ahead = depth.ahead;
  candidate.depth = depth.depth;
  return candidate;
}

// Takes out the least peak that is not needed, with the higher of the saddles beside it.
void drop_least(ContactCandidates& candidates) {
  std::size_t least = 0;
  for (std::size_t i = 2; i < candidates.count; i += 2)
    if (candidates.at[i].depth < candidates.at[least].depth) least = i;
  const bool last = least + 1 == candidates.count;
  const bool before = last || (least > 0 && candidates.at[least - 1].depth > candidates.at[least + 1].depth);
  const auto first = candidates.at.begin() + static_cast<std::ptrdiff_t>(before ? least - 1 : least);
  std::copy(first + 2, candidates.at.begin() + static_cast<std::ptrdiff_t>(candidates.count), first);
  candidates.count -= 2;
}

void add_peak(const Depth& saddle, const Depth& peak, ContactCandidates& candidates) {
  if (candidates.count == max_candidates) drop_least(candidates);
  if (candidates.count > 0) candidates.at[candidates.count++] = candidate_of(saddle, false);
  candidates.at[candidates.count++] = candidate_of(peak, true);
}

}  // namespace

FLANGEWAY_VECTORIZED
void search(const Shape& shape, const Placement& place, double reach, ContactCandidates& candidates) {
  const View view(shape, place);
  const auto& rail = shape.rail.samples;
  candidates.count = 0;
  Facing facing;
  Seen seen;
  Depth before{}, last{}, lowest{};
  int seen_in_row = 0;
  lowest.depth = 1;
  // Yaw moves a point of the wheel aside by less than a millimetre, a tenth of the flange's height.
  constexpr double margin = 5e-3;  // [m]
  const double aside = place.y + shape.wheel_lateral - place.rail.y;
  const double first = rail.front().y - margin - aside, last_place = rail.back().y + margin - aside;
  for (const ProfileTable::Sample& sample : shape.wheel.samples) {
    if (sample.y < first || sample.y > last_place) continue;
    if (!see(view, sample.y, sample.z, sample.ty, sample.tz, 0, seen) || !facing.move(rail, seen.q)) {
      seen_in_row = 0;
      continue;
    }
    const Depth now = depth_at(rail, facing.at, seen, sample.s);
    if (seen_in_row >= 2 && last.depth >= before.depth && last.depth > now.depth && last.depth > -reach) {
      add_peak(lowest, last, candidates);
      lowest = last;
    }
    if (now.depth < lowest.depth) lowest = now;
    before = last;
    last = now;
    ++seen_in_row;
  }
}

bool touches_centred(const Shape& shape) {
  constexpr double far = 0.05;  // [m]
  Placement place;
  place.z = shape.radius;
  ContactCandidates candidates;
  search(shape, place, far, candidates);
  return candidates.count > 0;
}

}  // namespace flangeway::wheelrail::elastic
