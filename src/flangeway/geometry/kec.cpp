#include "flangeway/geometry/kec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::geometry {
namespace {

// One sampled position seen from one wheel, in left-hand coordinates.
struct Sample {
  double s, f, slope;
  double roll;
  const Touch* touch;
  std::size_t branch = 0, kinks = 0;  // branches and kinks passed, counted from the flange side
};

struct Kink {
  double s, slope_jump;
  bool own;               // a jump of this wheel's contact, not of the other one's
  double rounded_at = 0;  // the middle of its transition
};

// From the axes of the track into the wheelset's: a rotation, or the inverse of I + φ J with J (y, z) = (−z,
// y), the linear terms of the roll in [Escalona2021, eq. 32].
struct IntoWheelset {
  double c, sn;
  [[nodiscard]] Vec2 operator()(double y, double z) const { return {c * y + sn * z, c * z - sn * y}; }
};

IntoWheelset into_wheelset(double roll, bool linear) {
  if (linear) return {1 / (1 + roll * roll), roll / (1 + roll * roll)};
  return {std::cos(roll), std::sin(roll)};
}

// Derivative with respect to the roll of a position in the axes of the wheelset.
Vec2 roll_derivative(const IntoWheelset& into, const Vec2& place, bool linear) {
  return linear ? into(place.y(), -place.x()) : Vec2(place.y(), -place.x());
}

struct Samples {
  std::vector<Sample> all;  // increasing s
  std::vector<Kink> kinks;
  std::vector<double> handovers;
};

// The wheel in whose axes the knife edge is sampled.
struct WheelView {
  double sign, knife, radius;
  bool linear_roll;
};

Sample sample(const Position& position, const WheelView& wheel) {
  const double roll = wheel.sign * position.roll;
  const IntoWheelset into = into_wheelset(roll, wheel.linear_roll);
  const Vec2 k = into(wheel.knife - wheel.sign * position.y, -position.z);
  const Vec2 rate = into(-wheel.sign * position.y_rate, -position.z_rate) +
                    wheel.sign * position.roll_rate * roll_derivative(into, k, wheel.linear_roll);
  return {k.x() - wheel.knife, -k.y() - wheel.radius, -rate.y() / rate.x(), roll,
          wheel.sign > 0 ? &position.left : &position.right};
}

// Two jumps closer than the sweep resolves leave a branch without samples: number the others without gaps.
void drop_empty_branches(Samples& samples) {
  std::vector<double> handovers;
  std::size_t current = samples.all.empty() ? 0 : samples.all.front().branch, number = 0;
  for (Sample& at : samples.all) {
    if (at.branch != current) {
      handovers.push_back(samples.handovers[at.branch - 1]);
      current = at.branch;
      ++number;
    }
    at.branch = number;
  }
  samples.handovers = std::move(handovers);
}

// Whether more contacts share the load somewhere than a wheel may have.
bool crowded(const std::vector<double>& handovers, double width) {
  for (std::size_t i = 0; i + max_kec_contacts <= handovers.size(); ++i)
    if (handovers[i + max_kec_contacts - 1] - handovers[i] < width) return true;
  return false;
}

// In nearly conformal arcs, as in the root of a worn flange, the contact passes many short branches within
// micrometres of s. Where they crowd, handovers within half a transition become one, in the middle by their
// slopes, so that f is unchanged beyond it. No more than three of these lie within a transition.
void merge_crowded_branches(double width, Samples& samples) {
  if (!crowded(samples.handovers, width)) return;
  constexpr std::size_t no_branch = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> number(samples.handovers.size() + 1, no_branch);
  std::vector<double> merged;
  number.front() = 0;
  for (std::size_t i = 0; i < samples.handovers.size();) {
    const double first = samples.handovers[i];
    while (i < samples.handovers.size() && samples.handovers[i] - first < width / 2) ++i;
    const double last = samples.handovers[i - 1];
    double slopes = 0, moment = 0;
    for (const Kink& kink : samples.kinks) {
      if (!kink.own || kink.s < first || kink.s > last) continue;
      slopes += kink.slope_jump, moment += kink.slope_jump * kink.s;
    }
    const double middle = slopes != 0 ? std::clamp(moment / slopes, first, last) : (first + last) / 2;
    for (Kink& kink : samples.kinks)
      if (kink.own && kink.s >= first && kink.s <= last) kink.rounded_at = middle;
    merged.push_back(middle);
    number[i] = merged.size();
  }
  for (Sample& at : samples.all) at.branch = number[at.branch];
  samples.handovers = std::move(merged);
}

// Positions in order of increasing s (for the left wheel that is decreasing shift), with jumps numbered.
Samples collect(const Sweep& sweep, const WheelView& wheel, double width) {
  const double sign = wheel.sign;
  Samples result;
  std::vector<const Position*> order;
  for (const Position& position : sweep.positions) order.push_back(&position);
  std::vector<const Jump*> jumps;
  for (const Jump& jump : sweep.jumps) jumps.push_back(&jump);
  if (sign > 0) {
    std::reverse(order.begin(), order.end());
    std::reverse(jumps.begin(), jumps.end());
  }
  std::size_t next_jump = 0, branch = 0;
  for (const Position* position : order) {
    while (next_jump < jumps.size()) {
      const Jump& jump = *jumps[next_jump];
      const Position& far = sign > 0 ? jump.before : jump.after;
      const bool passed = sign > 0 ? position->shift <= far.shift : position->shift >= far.shift;
      if (!passed) break;
      const Sample near_side = sample(sign > 0 ? jump.after : jump.before, wheel);
      const Sample far_side = sample(far, wheel);
      const bool own = jump.left == (sign > 0);
      result.kinks.push_back({(near_side.s + far_side.s) / 2, far_side.slope - near_side.slope, own});
      if (own) {
        result.handovers.push_back(result.kinks.back().s);
        ++branch;
      }
      ++next_jump;
    }
    Sample s = sample(*position, wheel);
    s.branch = branch;
    s.kinks = next_jump;
    if (result.all.empty() || s.s > result.all.back().s) result.all.push_back(s);
  }
  drop_empty_branches(result);
  for (Kink& kink : result.kinks) kink.rounded_at = kink.s;
  merge_crowded_branches(width, result);
  return result;
}

// Smooth step of the load share and its integral, x = 0 … 1 across a transition (C² at both ends).
double step_share(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (10 + x * (-15 + 6 * x));
}
double step_ramp(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return x - 0.5;
  return x * x * x * x * (2.5 + x * (-3 + x));
}

// If the contact moves fast or jumps, the sweep places samples so close that only rounding is between them.
constexpr double min_spacing = 5e-6;  // [m] of s

template <typename Members>
std::vector<const Sample*> spaced(const Members& members) {
  std::vector<const Sample*> kept;
  for (const Sample* at : members) {
    if (kept.empty() || at->s - kept.back()->s >= min_spacing) kept.push_back(at);
  }
  if (kept.size() > 1 && kept.back() != members.back()) kept.back() = members.back();
  return kept;
}

// Interpolates value(k) at the places of the samples k: C², as everything that is differentiated in a step.
template <typename Value>
math::CubicSpline through(const std::vector<const Sample*>& samples, const Value& value) {
  std::vector<double> nodes, values;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    nodes.push_back(samples[k]->s);
    values.push_back(value(k));
  }
  return {std::move(nodes), std::move(values)};
}

// f without its kinks is smooth; the kinks come back as rounded ramps of the transition's length.
math::UniformSpline equivalent_profile(const Samples& samples, const KecSettings& settings) {
  const double first = samples.all.front().s, last = samples.all.back().s;
  const auto nodes = static_cast<std::size_t>(settings.points);
  const double step = (last - first) / static_cast<double>(nodes - 1);
  std::vector<const Sample*> all;
  for (const Sample& at : samples.all) all.push_back(&at);
  const std::vector<const Sample*> kept = spaced(all);
  const math::CubicSpline smooth = through(kept, [&](std::size_t i) {
    double f = kept[i]->f;
    for (std::size_t k = 0; k < kept[i]->kinks; ++k)
      f -= samples.kinks[k].slope_jump * (kept[i]->s - samples.kinks[k].s);
    return f;
  });
  std::vector<std::vector<double>> values(1);
  for (std::size_t n = 0; n < nodes; ++n) {
    const double s = first + step * static_cast<double>(n);
    double f = smooth.value(s);
    for (const Kink& kink : samples.kinks) {
      const double width = settings.transition_length;
      f += width > 0 ? kink.slope_jump * width * step_ramp((s - kink.rounded_at) / width + 0.5)
                     : kink.slope_jump * std::max(s - kink.s, 0.0);
    }
    values[0].push_back(f);
  }
  return {first, step, values};
}

// At a corner of a profile (a chamfer) the axis of the patch jumps to almost nothing. From node to node it
// may halve, no more: a spline through a steeper step swings below zero.
void limit_growth(std::vector<double>& values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is a value");
  for (std::size_t n = 1; n < values.size(); ++n) values[n] = std::max(values[n], values[n - 1] / 2);
  for (std::size_t n = values.size() - 1; n-- > 0;) values[n] = std::max(values[n], values[n + 1] / 2);
}

KecBranch make_branch(const Side& side, const std::vector<const Sample*>& members, double step,
                      const PatchSettings& patch) {
  FLANGEWAY_ASSERT(!members.empty(), "a branch has samples");
  KecBranch branch;
  branch.first = members.front()->s;
  branch.last = members.back()->s;
  const std::vector<const Sample*> kept = spaced(members);
  std::vector<ContactValues> data;
  for (const Sample* at : kept) data.push_back(contact_values(side, *at->touch, at->roll, patch));
  for (const Sample* at : members)  // beyond 0 it is the chamfer
    branch.flange = branch.flange || (at->s < 0 && at->touch->angle > flange_angle);
  const double length = std::max(branch.last - branch.first, 1e-6);
  const auto cells = std::max<std::size_t>(4, static_cast<std::size_t>(std::ceil(length / step)));
  std::vector<std::vector<double>> values(contact_channels, std::vector<double>(cells + 1));
  for (std::size_t c = 0; c < contact_channels; ++c) {
    const bool positive = c >= patch_a && c <= c33;  // axes and coefficients: splined by their logarithm
    const auto value = [&](std::size_t k) { return positive ? std::log(data[k][c]) : data[k][c]; };
    math::CubicSpline spline;
    if (kept.size() > 1) spline = through(kept, value);
    for (std::size_t n = 0; n <= cells; ++n) {
      const double s = branch.first + length * static_cast<double>(n) / static_cast<double>(cells);
      const double at = spline.empty() ? value(0) : spline.value(std::min(s, branch.last));
      values[c][n] = positive ? std::exp(at) : at;
    }
    if (positive) limit_growth(values[c]);
  }
  branch.contact = math::UniformSpline(branch.first, length / static_cast<double>(cells), values);
  return branch;
}

// Past its steepest contact the flange rounds its tip; where it is flat again, the wheel stands on the rail's
// head.
double find_climb_end(const Samples& samples) {
  bool steep = false;
  for (std::size_t i = samples.all.size(); i-- > 0;) {
    const Sample& at = samples.all[i];
    if (at.s > 0) continue;
    if (at.touch->angle > flange_angle) steep = true;
    if (steep && at.touch->angle < flange_angle) return at.s;
  }
  return samples.all.front().s;
}

void find_flange_start(const Samples& samples, KecProfile& profile) {
  for (std::size_t k = profile.handovers.size(); k-- > 0;) {
    if (profile.branches[k].flange && !profile.branches[k + 1].flange) {
      profile.flange_start = profile.handovers[k];
      profile.two_point = true;
      return;
    }
  }
  profile.flange_start = samples.all.front().s;
  for (const Sample& at : samples.all) {
    if (at.s < 0 && at.touch->angle > flange_angle) profile.flange_start = at.s;
  }
}

KecProfile make_profile(const Sweep& sweep, const Side& side, double sign, const KecSettings& settings) {
  const WheelView wheel{sign, side.wheel_lateral, side.radius, settings.linear_roll};
  const Samples samples = collect(sweep, wheel, settings.transition_length);
  KecProfile profile;
  profile.transition_length = settings.transition_length;
  profile.load_transition_length =
      settings.load_transition_length > 0 ? settings.load_transition_length : settings.transition_length;
  profile.linear_roll = settings.linear_roll;
  profile.knife_lateral = side.wheel_lateral;
  profile.radius_zero = side.radius;
  if (samples.all.size() < 8) return profile;
  profile.radius = equivalent_profile(samples, settings);
  profile.handovers = samples.handovers;
  for (std::size_t b = 0; b <= profile.handovers.size(); ++b) {
    std::vector<const Sample*> members;
    for (const Sample& at : samples.all) {
      if (at.branch == b) members.push_back(&at);
    }
    profile.branches.push_back(make_branch(side, members, profile.radius.step(), settings.patch));
  }
  find_flange_start(samples, profile);
  profile.climb_end = find_climb_end(samples);
  return profile;
}

}  // namespace

KecProfiles make_kec(const WheelsetGeometry& geometry, const KecSettings& settings) {
  if (settings.conicity > 0) return make_cones(geometry, settings);
  PositionSearch search(geometry);
  if (settings.averaging_load > 0)
    search = loaded_search(geometry, search, settings.averaging_load, settings.patch);
  SweepRange range;
  range.shift_max = 0.25;  // [m] never reached: a wheel leaves its rail after some 0.1 m
  const Sweep motion = sweep(search, range);
  KecProfiles profiles;
  profiles.left = make_profile(motion, geometry.left, 1, settings);
  profiles.right = geometry.symmetric ? profiles.left : make_profile(motion, geometry.right, -1, settings);
  return profiles;
}

KecShares shares(const KecProfile& profile, double s) {
  KecShares result;
  const double width = profile.load_transition_length;
  double before = 1;  // share of everything from this branch on
  for (std::size_t k = 0; k < profile.branches.size(); ++k) {
    double after = 0;
    if (k < profile.handovers.size()) {
      const double x = s - profile.handovers[k];
      after = width > 0 ? step_share(x / width + 0.5) : (x > 0 ? 1.0 : 0.0);
    }
    if (const double share = before - after; share > 0 && result.count < max_kec_contacts) {
      result.index[result.count] = k;
      result.share[result.count] = share;
      ++result.count;
    }
    if (after == 0) break;
    before = after;
  }
  return result;
}

KecPosition kec_position(const KecProfiles& profiles, double shift, double gauge_variation) {
  KecPosition position;
  const double r0 = profiles.left.radius_zero;
  double z = r0, roll = 0;
  // Gap of one wheel and its slopes with respect to z and roll at fixed shift, in left-hand coordinates.
  struct Gap {
    double value, by_z, by_roll, s;
  };
  const auto gap = [&](const KecProfile& profile, double sign) {
    const IntoWheelset into = into_wheelset(sign * roll, profile.linear_roll);
    const double y = sign * (shift - r0 * std::sin(roll));
    const Vec2 k = into(profile.knife_lateral + gauge_variation / 2 - y, -z);
    const double s = k.x() - profile.knife_lateral;
    double f, slope;
    profile.radius.evaluate(s, &f, &slope);
    // r0 cos φ is what y changes with the roll, in this side's coordinates.
    const Vec2 k_roll = into(r0 * std::cos(roll), 0) + roll_derivative(into, k, profile.linear_roll);
    return Gap{-k.y() - r0 - f, into.c + slope * into.sn, sign * (-k_roll.y() - slope * k_roll.x()), s};
  };
  for (int i = 0; i < 50; ++i) {
    const Gap left = gap(profiles.left, 1), right = gap(profiles.right, -1);
    const double determinant = left.by_z * right.by_roll - right.by_z * left.by_roll;
    const double dz = -(left.value * right.by_roll - right.value * left.by_roll) / determinant;
    const double droll = -(left.by_z * right.value - right.by_z * left.value) / determinant;
    z += dz;
    roll += droll;
    position.left_s = left.s;
    position.right_s = right.s;
    if (std::abs(dz) < 1e-14 && std::abs(droll) < 1e-14) break;
    if (i == 49 || !std::isfinite(z)) return position;
  }
  position.z = z;
  position.roll = roll;
  position.y = shift - r0 * std::sin(roll);
  position.found =
      profiles.left.radius.contains(position.left_s) && profiles.right.radius.contains(position.right_s);
  return position;
}

}  // namespace flangeway::geometry
