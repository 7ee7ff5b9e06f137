#include "flangeway/geometry/touch.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::geometry {
namespace {

constexpr double wheel_step = 2.5e-4;  // [m] spacing of the wheel samples
constexpr double rail_step = 2e-5;     // [m] spacing of the rail's height table
// [m] A local maximum among the samples may be this much below the true one: (wheel_step/2)²/2 times the
// largest relative curvature of railway profiles (1/(2 mm)) is 4e-6.
constexpr double sample_error = 5e-6;
constexpr double never = -std::numeric_limits<double>::infinity();

/// The wheel's samples in the wheelset frame, from the first that takes part on, and where the wheelset is.
struct Samples {
  const double *y, *z;
  std::size_t count;
  double c, s, lateral;  ///< cos and sin of the roll
};

/// The rail's heights at start + k step, k = 0 … last.
struct Heights {
  const double* z;
  double start, step, last;
};

/// Height of the wheelset's centre with each sample on the rail, −∞ beside the rail. Batches begin at the
/// first sample and may end up to three after the last. Returns the greatest.
FLANGEWAY_VECTORIZED
double heights_over(const Samples& wheel, const Heights& rail, double* heights) {
  using math::Batch, math::batch_size;
  const double inverse_step = 1 / rail.step;
  Batch best = never;
  for (std::size_t i = 0; i < wheel.count; i += batch_size) {
    const Batch y = Batch::load(wheel.y + i), z = Batch::load(wheel.z + i);
    const Batch place = (wheel.lateral + wheel.c * y - wheel.s * z - rail.start) * inverse_step;
    const Batch::Mask over = (place > -1e-9) & (place < rail.last);  // not where it is not a number
    const Batch within = select(over, place, Batch(0.0));
    Batch low, high, part;
    for (std::size_t lane = 0; lane < batch_size; ++lane) {
      const auto k = static_cast<std::size_t>(within[lane]);
      low.set(lane, rail.z[k]), high.set(lane, rail.z[k + 1]);
      part.set(lane, within[lane] - static_cast<double>(k));
    }
    const Batch height = low + part * (high - low) - (wheel.s * y + wheel.c * z);
    const Batch found = select(over & (height > -1e30), height, Batch(never));
    found.store(heights + i);
    best = select(found > best, found, best);
  }
  return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
}

}  // namespace

TouchSearch::TouchSearch(const Side& side) : side_(side) {
  const auto samples = static_cast<std::size_t>(std::ceil(side.wheel.length() / wheel_step));
  for (std::size_t i = 0; i <= samples; ++i) {
    const double s = side.wheel.length() * static_cast<double>(i) / static_cast<double>(samples);
    const Vec2 p = side.wheel.point(s);
    wheel_s_.push_back(s);
    wheel_y_.push_back(side.wheel_lateral + p.x());
    wheel_z_.push_back(p.y() - side.radius);
  }
  // Far beside any rail, so that batches may reach beyond the last sample.
  wheel_y_.resize(wheel_y_.size() + math::batch_size, 1e9);
  wheel_z_.resize(wheel_y_.size(), 0);
  // Rasterise the rail: at each y the highest of the curve's branches.
  double low = 1e9, high = -1e9;
  for (const double knot : side.rail.knots()) {
    low = std::min(low, side.rail.point(knot).x());
    high = std::max(high, side.rail.point(knot).x());
  }
  rail_start_ = low;
  rail_z_.assign(static_cast<std::size_t>((high - low) / rail_step) + 1, never);
  rail_s_.assign(rail_z_.size(), 0);
  const auto pieces = static_cast<std::size_t>(std::ceil(side.rail.length() / rail_step));
  Vec2 before = side.rail.point(0);
  for (std::size_t i = 1; i <= pieces; ++i) {
    const double ds = side.rail.length() / static_cast<double>(pieces);
    const double s = ds * static_cast<double>(i);
    const Vec2 after = side.rail.point(s);
    const double left = std::min(before.x(), after.x()), right = std::max(before.x(), after.x());
    for (auto k = static_cast<std::size_t>(std::ceil(std::max(left - low, 0.0) / rail_step));
         k < rail_z_.size() && low + rail_step * static_cast<double>(k) <= right; ++k) {
      const double y = low + rail_step * static_cast<double>(k);
      const double part = after.x() == before.x() ? 0.0 : (y - before.x()) / (after.x() - before.x());
      const double z = before.y() + part * (after.y() - before.y());
      if (z > rail_z_[k]) rail_z_[k] = z, rail_s_[k] = s - ds + part * ds;
    }
    before = after;
  }
}

TouchSearch::Height TouchSearch::rail_height(double y) const {
  const double place = (y - rail_start_) / rail_step;
  if (!(place >= 0) || place >= static_cast<double>(rail_z_.size() - 1)) return {never, 0, 0};
  const auto k = static_cast<std::size_t>(place);
  if (rail_z_[k] == never || rail_z_[k + 1] == never) return {never, 0, 0};
  double s = rail_s_[k] + (place - static_cast<double>(k)) * (rail_s_[k + 1] - rail_s_[k]);
  profile::Curve::Frame at = side_.rail.frame(s);
  Vec2 tangent = at.first.normalized();
  for (int i = 0; i < 3 && std::abs(tangent.x()) >= 1e-3; ++i) {
    const double correction = (y - at.point.x()) / tangent.x();
    s = std::clamp(s + std::clamp(correction, -rail_step, rail_step), 0.0, side_.rail.length());
    at = side_.rail.frame(s);
    tangent = at.first.normalized();
    if (std::abs(correction) < 1e-15) break;
  }
  return {at.point.y(), tangent.y() / std::max(tangent.x(), 1e-6), s};
}

Touch TouchSearch::at(double y, double roll, double wheel_s) const {
  const double c = std::cos(roll), s = std::sin(roll);
  const Vec2 p = side_.wheel.point(wheel_s);
  const double a = side_.wheel_lateral + p.x(), b = p.y() - side_.radius;
  Touch touch;
  touch.wheel_s = wheel_s;
  touch.arm = Vec2(c * a - s * b, s * a + c * b);
  const Height rail = rail_height(y + touch.arm.x());
  touch.rail_s = rail.s;
  touch.height = rail.z - touch.arm.y();
  const Vec2 tangent = side_.wheel.tangent(wheel_s);
  touch.angle = std::atan2(s * tangent.x() + c * tangent.y(), c * tangent.x() - s * tangent.y());
  return touch;
}

Touch TouchSearch::refined(double y, double roll, double low, double high) const {
  const double c = std::cos(roll), s = std::sin(roll);
  // d(height)/d(wheel_s): rail slope times the point's lateral speed, minus its vertical speed.
  const auto slope = [&](double wheel_s) {
    const profile::Curve::Frame wheel = side_.wheel.frame(wheel_s);
    const Vec2 p = wheel.point, t = wheel.first.normalized();
    const double a = side_.wheel_lateral + p.x(), b = p.y() - side_.radius;
    const Height rail = rail_height(y + c * a - s * b);
    return rail.slope * (c * t.x() - s * t.y()) - (s * t.x() + c * t.y());
  };
  const double root = math::find_root(slope, low, high, 1e-13);
  if (!std::isnan(root)) return at(y, roll, root);
  const Touch first = at(y, roll, low), last = at(y, roll, high);
  return first.height > last.height ? first : last;
}

Touch TouchSearch::first_touch(double y, double roll, double min_wheel_s) const {
  const auto first = static_cast<std::size_t>(
      std::lower_bound(wheel_s_.begin(), wheel_s_.end(), min_wheel_s) - wheel_s_.begin());
  const std::size_t count = wheel_s_.size();
  thread_local std::vector<double> heights;
  heights.resize(wheel_y_.size());
  const Samples samples{&wheel_y_[first], &wheel_z_[first], count - first, std::cos(roll), std::sin(roll), y};
  const Heights rail{rail_z_.data(), rail_start_, rail_step, static_cast<double>(rail_z_.size() - 1)};
  const double best = heights_over(samples, rail, &heights[first]);
  Touch result;
  if (best == never) return result;
  for (std::size_t i = first; i < count; ++i) {
    if (heights[i] < best - sample_error) continue;
    const bool rises = i == first || heights[i] >= heights[i - 1];
    const bool falls = i + 1 == count || heights[i] > heights[i + 1];
    if (!rises || !falls) continue;
    const double low = i == first ? std::max(min_wheel_s, wheel_s_[i]) : wheel_s_[i - 1];
    const double high = i + 1 == count ? wheel_s_[i] : wheel_s_[i + 1];
    const Touch touch = refined(y, roll, low, high);
    if (touch.height > result.height) result = touch;
  }
  return result;
}

}  // namespace flangeway::geometry
