// Heights of a wheelset with each sample of a wheel on the rail. Private to the room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace flangeway::geometry {

inline constexpr double wheel_step = 2.5e-4;  // [m] spacing of the wheel samples
inline constexpr double rail_step = 2e-5;     // [m] spacing of the rail's height table
// [m] A local maximum among the samples may be this much below the true one: (wheel_step/2)²/2 times the
// largest relative curvature of railway profiles (1/(2 mm)) is 4e-6.
inline constexpr double sample_error = 5e-6;
// [m] The same between samples that are four times as far apart, twice over: at steep places heights over the
// arc length are up to four times as curved as the profiles.
inline constexpr double coarse_error = 5e-4;
inline constexpr double never = -std::numeric_limits<double>::infinity();

/// The wheel's samples in the wheelset frame, from the first that takes part on, and where the wheelset is.
struct WheelSamples {
  const double *y, *z;
  std::size_t count;
  double c, s, lateral;  ///< cos and sin of the roll
};

/// The rail's heights at start + k step, k = 0 … last.
struct RailHeights {
  const double* z;
  double start, step, last;
};

/// Height of the wheelset's centre with a sample on the rail, −∞ beside the rail.
inline double height_over(const WheelSamples& wheel, const RailHeights& rail, std::size_t i) {
  const double place = (wheel.lateral + wheel.c * wheel.y[i] - wheel.s * wheel.z[i] - rail.start) / rail.step;
  if (!(place >= 0) || place >= rail.last) return never;
  const auto k = static_cast<std::size_t>(place);
  const double z = rail.z[k] + (place - static_cast<double>(k)) * (rail.z[k + 1] - rail.z[k]);
  const double height = z - (wheel.s * wheel.y[i] + wheel.c * wheel.z[i]);
  return height > never ? height : never;  // ∞ − ∞ beside the rail
}

/// The heights of the samples that may be the greatest, or less by up to `below`, and −∞ for others. Returns
/// the greatest. First every `stride`-th sample is tried: reading the rail's table dominates the cost of a
/// search.
inline double heights_over(const WheelSamples& wheel, const RailHeights& rail, double below,
                           double* heights) {
  constexpr std::size_t stride = 4;
  double best = never;
  for (std::size_t i = 0; i < wheel.count; i += stride)
    best = std::max(best, heights[i] = height_over(wheel, rail, i));
  const double enough = best - coarse_error - below;
  for (std::size_t i = 0; i < wheel.count; i += stride) {
    const std::size_t next = i + stride;
    const bool may_be = heights[i] > enough || (next < wheel.count && heights[next] > enough);
    const bool last = next >= wheel.count;
    for (std::size_t k = i + 1; k < std::min(next, wheel.count); ++k)
      best = std::max(best, heights[k] = may_be || last ? height_over(wheel, rail, k) : never);
  }
  return best;
}

}  // namespace flangeway::geometry
