#include "flangeway/assess/derailment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

// For means, or for sums over the same samples; rounding errors of a sum count as zero.
Unloaded unloaded(const std::array<double, 2>& load) {
  const double nothing = 1e-9 * std::max(std::abs(load[0]), std::abs(load[1]));
  return {.left = load[0] <= nothing, .right = load[1] <= nothing};
}

// One more sample in place of the oldest one; true once they span the window.
bool add_sample(SideLoads& state, const std::array<double, 2>& load) {
  std::array<double, 2>& place = state.loads[state.samples++ % state.loads.size()];
  for (std::size_t side = 0; side < 2; ++side)
    state.sum[side] += load[side] - std::exchange(place[side], load[side]);
  return state.samples >= state.loads.size();
}

}  // namespace

std::optional<double> climb_place(const Series& knife, double climb_end) {
  FLANGEWAY_ASSERT(knife.at.size() == knife.values.size(), "each value has a place");
  for (std::size_t i = 0; i < knife.values.size(); ++i) {
    if (knife.values[i] >= climb_end) continue;
    if (i == 0) return knife.at[0];
    const double left = share_after_crossing(knife.values[i - 1], knife.values[i], climb_end);
    return knife.at[i] - left * (knife.at[i] - knife.at[i - 1]);
  }
  return std::nullopt;
}

SideLoads side_loads(double window, double sample) {
  FLANGEWAY_ASSERT(window > 0 && sample > 0, "the window and its samples have a length");
  SideLoads state;
  state.sample = sample;
  state.loads.assign(static_cast<std::size_t>(std::max(1.0, std::ceil(window / sample * (1 - 1e-9)))),
                     {0, 0});
  return state;
}

Unloaded add_loads(SideLoads& state, const std::array<double, 2>& load, double step) {
  FLANGEWAY_ASSERT(!state.loads.empty(), "side_loads() has made the state");
  bool full = false;
  for (state.since_sample += step; state.since_sample >= state.sample * (1 - 1e-9);
       state.since_sample -= state.sample)
    full = add_sample(state, load);
  return full ? unloaded(state.sum) : Unloaded{};
}

std::optional<Overturning> overturning(const Series& left, const Series& right, double window) {
  FLANGEWAY_ASSERT(left.at.size() == right.at.size(), "both sides have the same samples");
  FLANGEWAY_ASSERT(window > 0, "the window has a length");
  const std::vector<double> means[2] = {sliding_mean(left, window), sliding_mean(right, window)};
  for (std::size_t i = 0; i < left.at.size(); ++i) {
    if (left.at[i] - left.at[0] < window * (1 - 1e-9)) continue;
    const Unloaded sides = unloaded({means[0][i], means[1][i]});
    if (sides.any()) return Overturning{left.at[i], sides};
  }
  return std::nullopt;
}

}  // namespace flangeway::assess
