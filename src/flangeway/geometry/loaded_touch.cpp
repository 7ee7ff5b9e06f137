// The mean of the contact geometry over the patch of a loaded wheel. Theory: docs/theory/contact_geometry.md,
// "The loaded patch".
#include <algorithm>
#include <cmath>
#include <numeric>

#include "flangeway/contact/neighbour_weight.hpp"
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

// Depths of the samples and forces on them, per step of the samples.
struct Pressed {
  std::vector<std::size_t> index;           // of the pressed samples
  std::vector<double> power, moment, part;  // d^3.5, d^4.5 and what (10) sums over neighbours
  std::vector<double> force;                // of each sample of the patch, along its normal; 0: not pressed
  double energy = 0, vertical = 0;          // (9) of docs/theory/elastic.md and Σ force cos α
  double square = 0, cube = 0;              // Σ d², Σ d³
};

// Sums over the neighbours of each pressed sample. A patch within the weights that are 1 is one
// neighbourhood.
template <typename Sum>
void over_neighbours(const std::vector<double>& weights, const std::vector<std::size_t>& index,
                     const std::vector<double>& values, const Sum& use) {
  const std::size_t count = index.size(), width = index.back() - index.front();
  if (width < weights.size() && weights[width] == 1) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    for (std::size_t i = 0; i < count; ++i) use(i, sum);
    return;
  }
  for (std::size_t i = 0, first = 0; i < count; ++i) {
    while (index[i] - index[first] >= weights.size()) ++first;
    double sum = 0;
    for (std::size_t k = first; k < count && index[k] < index[i] + weights.size(); ++k)
      sum += values[k] * weights[index[k] > index[i] ? index[k] - index[i] : index[i] - index[k]];
    use(i, sum);
  }
}

// Energy and forces of the samples, whose deepest one lies `depth` deep: docs/theory/elastic.md (9) and (10).
void press(const std::vector<PatchSample>& samples, double depth, double factor,
           const std::vector<double>& weights, Pressed& out) {
  out.index.clear(), out.power.clear(), out.moment.clear();
  out.force.assign(samples.size(), 0);
  out.energy = out.vertical = out.square = out.cube = 0;
  for (const PatchSample& at : samples) {
    const double normal = (at.height + depth) * at.cosine;
    if (!(normal > 0)) continue;
    const double square = normal * normal, cube = square * normal, power = cube * std::sqrt(normal);
    out.index.push_back(at.index);
    out.power.push_back(power);
    out.moment.push_back(power * normal);
    out.square += square;
    out.cube += cube;
  }
  out.part.resize(out.index.size());
  std::vector<double>& own = out.force;  // until the forces are known
  over_neighbours(weights, out.index, out.moment, [&](std::size_t i, double sum) {
    own[i] = factor / std::sqrt(sum);
    out.part[i] = own[i] * out.moment[i] / sum;
    out.energy += own[i] * out.moment[i];
  });
  over_neighbours(weights, out.index, out.part,
                  [&](std::size_t i, double sum) { out.power[i] *= 4.5 * (own[i] - sum / 2); });
  std::fill(out.force.begin(), out.force.end(), 0);
  for (std::size_t k = 0, i = 0; k < samples.size() && i < out.index.size(); ++k) {
    if (samples[k].index != out.index[i]) continue;
    out.force[k] = out.power[i++];
    out.vertical += out.force[k] * samples[k].cosine;
  }
}

// The vertical force is nearly the 1.5th power of the depth: secants of the logarithms. Returns the depth.
double press_with(double load, double factor, const std::vector<PatchSample>& samples,
                  const std::vector<double>& weights, Pressed& out) {
  double depth = 1e-4, power = 1.5, last_depth = 0, last_force = 0;
  for (int i = 0; i < 40; ++i) {
    press(samples, depth, factor, weights, out);
    const double force = std::log(out.vertical / load), log_depth = std::log(depth);
    if (i > 0 && std::abs(log_depth - last_depth) > 1e-12)
      power = std::clamp((force - last_force) / (log_depth - last_depth), 0.5, 5.0);
    const double change = std::clamp(-force / power, -1.0, 1.0);
    if (std::abs(change) < 1e-9) break;
    last_depth = log_depth, last_force = force;
    depth *= std::exp(change);
  }
  return depth;
}

// Curvature of the parabola with the same ∫d² and ∫d³: docs/theory/elastic.md (12)
double curvature_of(const Pressed& sums, double step) {
  constexpr double factor =
      2 * (16.0 / 15) * (16.0 / 15) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6) * (7.0 / 6);
  return factor * std::pow(sums.cube * step, 5) / std::pow(sums.square * step, 7);
}

}  // namespace

void TouchSearch::prepare_load(const WheelLoad& load) {
  const double spacing = wheel_s_[1] - wheel_s_[0];
  for (double weight = 1, distance = 0; weight > 0; distance += spacing) {
    weight = contact::neighbour_weight(distance);
    neighbour_weights_.push_back(weight);
  }
  for (const double s : wheel_s_) wheel_tangents_.push_back(side_.wheel.tangent(s));
  for (const double s : rail_s_) {
    const Vec2 tangent = side_.rail.tangent(s);
    rail_slopes_.push_back(tangent.y() / std::max(tangent.x(), 1e-3));
  }
  const Touch centred = touch_of_points(0, 0, 0);
  if (!centred.found()) return;
  double curvature = profile::smoothed_curvature(side_.wheel, centred.wheel_s, load.patch.curvature_window) -
                     profile::smoothed_curvature(side_.rail, centred.rail_s, load.patch.curvature_window);
  load_ = load.force;
  for (const double s : load.divisions) divisions_.push_back(sample_at(s));
  const double rolling = std::cos(centred.angle) / -centred.arm.y();
  // The stiffness depends little on the curvature, so that a few rounds settle it.
  for (int i = 0; i < 4; ++i) {
    curvature = std::max(curvature, 0.2);
    energy_factor_ = 0.38254 *
                     contact::hertz_stiffness(rolling, curvature, load.patch.wheel, load.patch.rail) *
                     std::pow(curvature, 0.25);
    curvature = loaded_touch(0, 0, 0).lateral_curvature;
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
  thread_local Pressed pressed;
  const double factor = energy_factor_ * std::sqrt(step);
  const double depth = press_with(load_, factor, samples, neighbour_weights_, pressed);
  Vec2 arm = Vec2::Zero();
  double slope = 0, moment = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const PatchSample& pressed_sample = samples[i];
    if (pressed.force[i] == 0) continue;
    const double weight = pressed.force[i] * pressed_sample.cosine / pressed.vertical;
    const double lateral = wheel_y_[pressed_sample.index], vertical = wheel_z_[pressed_sample.index];
    const Vec2 point(c * lateral - s * vertical, s * lateral + c * vertical);
    const double node = (y + point.x() - rail_start_) / rail_step;
    const auto k = static_cast<std::size_t>(node);
    const double part = node - static_cast<double>(k);
    const double here = rail_slopes_[k] + part * (rail_slopes_[k + 1] - rail_slopes_[k]);
    arm += weight * point;
    slope += weight * here;
    moment += weight * here * point.y();
    mean.wheel_s += weight * wheel_s_[pressed_sample.index];
    mean.rail_s += weight * (rail_s_[k] + part * (rail_s_[k + 1] - rail_s_[k]));
  }
  // The lever of the pressure about the wheelset's centre, as of one force at one point
  arm.x() += moment - slope * arm.y();
  mean.arm = arm;
  mean.angle = std::atan(slope);
  mean.height = greatest - depth + pressed.energy / load_;
  mean.lateral_curvature = curvature_of(pressed, step);
  return mean;
}

std::size_t TouchSearch::sample_at(double s) const {
  return static_cast<std::size_t>(std::lower_bound(wheel_s_.begin(), wheel_s_.end(), s) - wheel_s_.begin());
}

Touch TouchSearch::loaded_touch(double y, double roll, double min_wheel_s) const {
  const std::size_t first = sample_at(min_wheel_s), count = wheel_s_.size();
  thread_local std::vector<double> heights;
  heights.resize(count);
  const WheelSamples samples{&wheel_y_[first], &wheel_z_[first], count - first,
                             std::cos(roll),   std::sin(roll),   y};
  const RailHeights rail{rail_z_.data(), rail_start_, rail_step, static_cast<double>(rail_z_.size() - 1)};
  const double greatest = heights_over(samples, rail, 2 * max_patch_depth, &heights[first]);
  if (greatest == never) return {};
  Touch found;
  std::size_t begin = first;
  for (std::size_t part = 0; part <= divisions_.size(); ++part) {
    const std::size_t end = part < divisions_.size() ? divisions_[part] : count;
    if (end <= begin) continue;
    const auto deepest = std::max_element(&heights[begin], &heights[begin] + (end - begin));
    if (*deepest > greatest - max_patch_depth) {
      const Touch touch = mean_over_patch(y, roll, heights.data(), begin, end);
      if (touch.height > found.height) found = touch;
    }
    begin = end;
  }
  return found;
}

}  // namespace flangeway::geometry
