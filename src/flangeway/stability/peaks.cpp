#include "flangeway/stability/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "flangeway/stability/gauss.hpp"

namespace flangeway::stability {
namespace {

using Eigen::Index;

// At the nodes and the stages in turn.
struct Samples {
  std::vector<double> time, value;
};

Samples samples_of(const Orbit& orbit, Index place) {
  Samples samples;
  double begin = 0;
  for (Index i = 0; i < orbit.nodes.cols(); ++i) {
    samples.time.push_back(begin);
    samples.value.push_back(orbit.nodes(place, i));
    for (Index j = 0; j < stages_per_interval; ++j) {
      samples.time.push_back(begin + gauss().c[static_cast<std::size_t>(j)] * orbit.widths(i));
      samples.value.push_back(orbit.stages(place, stages_per_interval * i + j));
    }
    begin += orbit.widths(i);
  }
  return samples;
}

// Vertex of the parabola through a sample and its neighbours.
Peak vertex(const Samples& samples, std::size_t top) {
  const auto& [time, value] = samples;
  const std::size_t n = value.size(), before = (top + n - 1) % n, after = (top + 1) % n;
  const double left = std::remainder(time[before] - time[top], 1),
               right = std::remainder(time[after] - time[top], 1);
  const double slope_left = (value[before] - value[top]) / left,
               slope_right = (value[after] - value[top]) / right;
  const double curvature = (slope_right - slope_left) / (right - left), slope = slope_left - curvature * left;
  if (curvature == 0) return {time[top], value[top]};
  const double at = time[top] - slope / (2 * curvature);
  return {at - std::floor(at), value[top] - slope * slope / (4 * curvature)};
}

}  // namespace

std::array<Peak, 2> peaks_of(const Orbit& orbit, Index place) {
  const Samples samples = samples_of(orbit, place);
  const auto [low, high] = std::minmax_element(samples.value.begin(), samples.value.end());
  const auto number = [&](auto at) { return static_cast<std::size_t>(at - samples.value.begin()); };
  return {vertex(samples, number(high)), vertex(samples, number(low))};
}

}  // namespace flangeway::stability
