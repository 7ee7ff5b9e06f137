#include "flangeway/geometry/touch.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/geometry/heights.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::geometry {

TouchSearch::TouchSearch(const Side& side, const WheelLoad& load) : side_(side) {
  const auto samples = static_cast<std::size_t>(std::ceil(side.wheel.length() / wheel_step));
  for (std::size_t i = 0; i <= samples; ++i) {
    const double s = side.wheel.length() * static_cast<double>(i) / static_cast<double>(samples);
    const Vec2 p = side.wheel.point(s);
    wheel_s_.push_back(s);
    wheel_y_.push_back(side.wheel_lateral + p.x());
    wheel_z_.push_back(p.y() - side.radius);
  }
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
  if (load.force > 0) prepare_load(load);
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
  return load_ > 0 ? loaded_touch(y, roll, min_wheel_s) : touch_of_points(y, roll, min_wheel_s);
}

Touch TouchSearch::touch_of_points(double y, double roll, double min_wheel_s) const {
  const auto first = static_cast<std::size_t>(
      std::lower_bound(wheel_s_.begin(), wheel_s_.end(), min_wheel_s) - wheel_s_.begin());
  const std::size_t count = wheel_s_.size();
  thread_local std::vector<double> heights;
  heights.resize(count);
  const WheelSamples samples{&wheel_y_[first], &wheel_z_[first], count - first,
                             std::cos(roll),   std::sin(roll),   y};
  const RailHeights rail{rail_z_.data(), rail_start_, rail_step, static_cast<double>(rail_z_.size() - 1)};
  const double best = heights_over(samples, rail, 0, &heights[first]);
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
