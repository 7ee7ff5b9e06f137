#include "flangeway/assess/derailment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/assess/sliding_mean.hpp"

namespace flangeway::assess {

std::optional<double> climb_place(const Series& knife, double climb_end) {
  for (std::size_t i = 0; i < knife.values.size(); ++i) {
    if (knife.values[i] >= climb_end) continue;
    if (i == 0) return knife.at[0];
    const double left = share_after_crossing(knife.values[i - 1], knife.values[i], climb_end);
    return knife.at[i] - left * (knife.at[i] - knife.at[i - 1]);
  }
  return std::nullopt;
}

SideLoads::SideLoads(double window, double sample) : sample_(sample) {
  state_.loads.assign(static_cast<std::size_t>(std::max(1.0, std::ceil(window / sample * (1 - 1e-9)))),
                      {0, 0});
}

Unloaded SideLoads::add(const std::array<double, 2>& load, double step) {
  bool full = false;
  for (state_.since_sample += step; state_.since_sample >= sample_ * (1 - 1e-9);
       state_.since_sample -= sample_)
    full = add_sample(load);
  if (!full) return {};
  const std::array<double, 2>& sum = state_.sum;
  const double nothing = 1e-9 * std::max(std::abs(sum[0]), std::abs(sum[1]));  // rounding of the sums
  return {.left = !(sum[0] > nothing), .right = !(sum[1] > nothing)};
}

// One more sample in place of the oldest one; true once they span the window.
bool SideLoads::add_sample(const std::array<double, 2>& load) {
  std::array<double, 2>& place = state_.loads[state_.samples++ % state_.loads.size()];
  for (std::size_t side = 0; side < 2; ++side)
    state_.sum[side] += load[side] - std::exchange(place[side], load[side]);
  return state_.samples >= state_.loads.size();
}

std::optional<Overturning> overturning(const Series& left, const Series& right, double window) {
  const std::vector<double> means[2] = {sliding_mean(left, window), sliding_mean(right, window)};
  for (std::size_t i = 0; i < left.at.size(); ++i) {
    if (left.at[i] - left.at[0] < window * (1 - 1e-9)) continue;
    const double nothing = 1e-9 * std::max(std::abs(means[0][i]), std::abs(means[1][i]));
    const Unloaded sides{.left = !(means[0][i] > nothing), .right = !(means[1][i] > nothing)};
    if (sides.any()) return Overturning{left.at[i], sides};
  }
  return std::nullopt;
}

}  // namespace flangeway::assess
