// Criteria of derailment on plain numbers. Why these: docs/theory/derailment.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "flangeway/assess/series.hpp"

namespace flangeway::assess {

/// s over which the load of one side is averaged: with no load left in the mean, the vehicle overturns. Our
/// choice: impacts of flanges and bouncing wheels (above 2 Hz) average out, the roll of a vehicle does not.
inline constexpr double overturning_time = 0.5;

/// The part of a step that was left when a value passed a limit on its way from `before` to `now`; 0 where
/// `before` had passed it already.
[[nodiscard]] inline double share_after_crossing(double before, double now, double limit) {
  return before > limit ? (limit - now) / (before - now) : 0.0;
}

/// Distance at which a wheel climbs its rail: the first at which the knife position of the contact (m,
/// lateral position on the wheel profile) lies below `climb_end`, the end of the steep face of the flange;
/// linear between samples. Nothing if it stays above.
[[nodiscard]] std::optional<double> climb_place(const Series& knife, double climb_end);

/// Which sides carry no load in the mean.
struct Unloaded {
  bool left = false, right = false;
  [[nodiscard]] bool any() const { return left || right; }
};

/// Means of the loads of both sides over a window of time, step by step. All of it is state.
struct SideLoads {
  double sample = 0;                         ///< s between samples
  std::vector<std::array<double, 2>> loads;  ///< N, left and right: the last samples, in turn
  std::array<double, 2> sum{0, 0};           ///< of loads
  double since_sample = 0;                   ///< s
  std::size_t samples = 0;                   ///< so far
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<SideLoads> state) {
  codec(state.sample, state.loads, state.sum, state.since_sample, state.samples);
}

/// Before the first step, for means over `window` s from samples `sample` s apart.
[[nodiscard]] SideLoads side_loads(double window, double sample);
/// After a step of `step` s with these loads (N, a pull is negative) at its end: the sides that carry nothing
/// in the mean. None before the samples span the window. Allocates nothing.
Unloaded add_loads(SideLoads& state, const std::array<double, 2>& load, double step);

/// When a vehicle overturns, or lifts off both rails.
struct Overturning {
  double time = 0;  ///< s
  Unloaded sides;
};
/// The loads of all left wheels and of all right wheels together (N) over time (s): when one of the means
/// over `window` s has no load left.
[[nodiscard]] std::optional<Overturning> overturning(const Series& left, const Series& right,
                                                     double window = overturning_time);

}  // namespace flangeway::assess
