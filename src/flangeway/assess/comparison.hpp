// Compares a computed series with a measured one: where they lie against each other, and how they differ.
#pragma once

#include <span>
#include <vector>

namespace flangeway::assess {

/// Pearson's coefficient of two series of equal length; 0 where one of them is constant.
[[nodiscard]] double correlation(std::span<const double> a, std::span<const double> b);

/// How far `other` has to move towards rising places so that it correlates best with `reference`. Both begin
/// at the same place and have the same step.
struct Shift {
  double length = 0;       ///< in the unit of the step; between the steps by a parabola
  double correlation = 0;  ///< at the best whole step
};
/// Shifts up to `farthest` either way that leave at least half of the shorter series in common.
[[nodiscard]] Shift best_shift(std::span<const double> reference, std::span<const double> other, double step,
                               double farthest);

/// Measures of `other` − `reference`, which have equal length, at least one.
struct Difference {
  double mean = 0, deviation = 0, rms = 0;
  double largest = 0;      ///< by size
  double correlation = 0;  ///< of the two series
  double amplitude = 0;    ///< standard deviation of `other` over that of `reference`; 0 if that is constant
  double inequality = 0;   ///< Theil's coefficient: rms / (rms of one + rms of the other), 0 alike, 1 unlike
};
[[nodiscard]] Difference difference(std::span<const double> reference, std::span<const double> other);

}  // namespace flangeway::assess
