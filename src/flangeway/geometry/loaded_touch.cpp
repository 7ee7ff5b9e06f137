// The mean of the contact geometry over the patch of a loaded wheel. Theory: docs/theory/contact_geometry.md,
// "The loaded patch".
#include <algorithm>
#include <cmath>

#include "flangeway/geometry/heights.hpp"
#include "flangeway/geometry/touch.hpp"
#include "flangeway/profile/curve.hpp"

namespace flangeway::geometry {
namespace {

// [m] Samples that are lower by this much are beyond every patch, and contacts of tread and flange that
// differ by more do not compete.
constexpr double max_patch_depth = 1e-3;

// A sample that may lie in the patch: its height less the greatest one, and the cosine of its contact angle.
struct PatchSample {
  std::size_t index;
  double height, cosine;
};

// Sums over a patch whose deepest sample lies `depth` deep, per step of the samples.
struct PatchSums {
  double energy = 0, force = 0, stiffness = 0;  // Σ d^4.5, Σ d^3.5 cos α, Σ d^2.5 cos² α
  double square = 0, cube = 0;                  // Σ d², Σ d³
};

PatchSums sums_of(const std::vector<PatchSample>& samples, double depth) {
  PatchSums sums;
  for (const PatchSample& at : samples) {
    const double normal = (at.height + depth) * at.cosine;
    if (!(normal > 0)) continue;
    const double square = normal * normal, low = square * std::sqrt(normal);
    sums.stiffness += low * at.cosine * at.cosine;
    sums.force += low * normal * at.cosine;
    sums.energy += low * square;
    sums.square += square;
    sums.cube += square * normal;
  }
  return sums;
}

// The force is nearly a power of the depth: Newton's method on its logarithm. An error of the depth enters
// the energy with its square.
double depth_under(double load, double factor, const std::vector<PatchSample>& samples, double guess) {
  double depth = guess;
  for (int i = 0; i < 40; ++i) {
    const PatchSums sums = sums_of(samples, depth);
    const double force = 2.25 * factor * sums.force / std::sqrt(sums.energy);
    const double power = depth * (3.5 * sums.stiffness / sums.force - 2.25 * sums.force / sums.energy);
    const double change = std::clamp(std::log(load / force) / power, -1.0, 1.0);
    depth *= std::exp(change);
    if (std::abs(change) < 1e-9) break;
  }
  return depth;
}

// Curvature of the parabola with the same ∫d² and ∫d³: docs/theory/elastic.md (12)
double curvature_of(const PatchSums& sums, double step) {
  constexpr double factor =
      2 * (16.0 / 15) * (16.0 / 15) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6);
  return factor * std::pow(sums.cube * step, 5) / std::pow(sums.square * step, 7);
}

}  // namespace

void TouchSearch::prepare_load(const WheelLoad& load) {
  for (const double s : wheel_s_) wheel_tangents_.push_back(side_.wheel.tangent(s));
  for (const double s : rail_s_) {
    const Vec2 tangent = side_.rail.tangent(s);
    rail_slopes_.push_back(tangent.y() / std::max(tangent.x(), 1e-3));
  }
  const Touch centred = touch_of_points(0, 0, load.divided_at);
  if (!centred.found()) return;
  double curvature = profile::smoothed_curvature(side_.wheel, centred.wheel_s, load.patch.curvature_window) -
                     profile::smoothed_curvature(side_.rail, centred.rail_s, load.patch.curvature_window);
  load_ = load.force;
  divided_at_ = load.divided_at;
  const double rolling = std::cos(centred.angle) / -centred.arm.y();
  // The stiffness depends little on the curvature, so that a few rounds settle it.
  for (int i = 0; i < 4; ++i) {
    curvature = std::max(curvature, 0.2);
    energy_factor_ = 0.38254 *
                     contact::hertz_stiffness(rolling, curvature, load.patch.wheel, load.patch.rail) *
                     std::pow(curvature, 0.25);
    curvature = loaded_touch(0, 0, divided_at_).lateral_curvature;
  }
}

Touch TouchSearch::mean_over_patch(double y, double roll, const double* heights, std::size_t first,
                                   std::size_t last) const {
  Touch mean;
  const double c = std::cos(roll), s = std::sin(roll), step = wheel_s_[1] - wheel_s_[0];
  thread_local std::vector<PatchSample> samples;
  samples.clear();
  double greatest = never;
  for (std::size_t i = first; i < last; ++i) {
    const double cosine = c * wheel_tangents_[i].x() - s * wheel_tangents_[i].y();
    if (heights[i] < greatest - max_patch_depth || heights[i] == never || cosine < 1e-3) continue;
    samples.push_back({i, heights[i], cosine});
    greatest = std::max(greatest, heights[i]);
  }
  if (samples.empty()) return mean;
  for (PatchSample& at : samples) at.height -= greatest;
  const double factor = energy_factor_ * std::sqrt(step);
  const double depth = depth_under(load_, factor, samples, 1e-4);
  const PatchSums sums = sums_of(samples, depth);
  Vec2 arm = Vec2::Zero();
  double slope = 0, moment = 0;
  for (const PatchSample& at : samples) {
    const double normal = (at.height + depth) * at.cosine;
    if (!(normal > 0)) continue;
    const double weight = normal * normal * normal * std::sqrt(normal) * at.cosine / sums.force;
    const double lateral = wheel_y_[at.index], vertical = wheel_z_[at.index];
    const Vec2 point(c * lateral - s * vertical, s * lateral + c * vertical);
    const double node = (y + point.x() - rail_start_) / rail_step;
    const auto k = static_cast<std::size_t>(node);
    const double part = node - static_cast<double>(k);
    const double here = rail_slopes_[k] + part * (rail_slopes_[k + 1] - rail_slopes_[k]);
    arm += weight * point;
    slope += weight * here;
    moment += weight * here * point.y();
    mean.wheel_s += weight * wheel_s_[at.index];
    mean.rail_s += weight * (rail_s_[k] + part * (rail_s_[k + 1] - rail_s_[k]));
  }
  // The lever of the pressure about the wheelset's centre, as of one force at one point
  arm.x() += moment - slope * arm.y();
  mean.arm = arm;
  mean.angle = std::atan(slope);
  mean.height = greatest - depth + factor * std::sqrt(sums.energy) / load_;
  mean.lateral_curvature = curvature_of(sums, step);
  return mean;
}

Touch TouchSearch::loaded_touch(double y, double roll, double min_wheel_s) const {
  const auto index_at = [&](double s) {
    return static_cast<std::size_t>(std::lower_bound(wheel_s_.begin(), wheel_s_.end(), s) - wheel_s_.begin());
  };
  const std::size_t first = index_at(min_wheel_s), count = wheel_s_.size();
  thread_local std::vector<double> heights;
  heights.resize(count);
  const WheelSamples samples{&wheel_y_[first], &wheel_z_[first], count - first,
                             std::cos(roll),   std::sin(roll),   y};
  const RailHeights rail{rail_z_.data(), rail_start_, rail_step, static_cast<double>(rail_z_.size() - 1)};
  if (heights_over(samples, rail, 2 * max_patch_depth, &heights[first]) == never) return {};
  const std::size_t divided = std::max(first, index_at(divided_at_));
  const Touch tread = mean_over_patch(y, roll, heights.data(), divided, count);
  if (divided == first) return tread;
  const Touch flange = mean_over_patch(y, roll, heights.data(), first, divided);
  return flange.height > tread.height ? flange : tread;
}

}  // namespace flangeway::geometry
