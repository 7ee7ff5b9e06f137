// Numbers that stand for many samples. All samples have the same weight; there must be at least one.
#pragma once

#include <cstddef>
#include <span>

namespace flangeway::assess {

[[nodiscard]] double mean(std::span<const double> values);

/// Root of the mean square.
[[nodiscard]] double rms(std::span<const double> values);

/// The value that `percent` (0 to 100) of the samples do not exceed. Between two samples of the ordered list,
/// which stand for (i − 1)/(n − 1), it is interpolated linearly [Hyndman1996, definition 7].
[[nodiscard]] double percentile(std::span<const double> values, double percent);

/// A sample and where it stands in the list; the first one where several are equal.
struct Extreme {
  double value = 0;
  std::size_t index = 0;
};
[[nodiscard]] Extreme lowest(std::span<const double> values);
[[nodiscard]] Extreme highest(std::span<const double> values);
/// The sample with the largest absolute value, given as that absolute value.
[[nodiscard]] Extreme largest_absolute(std::span<const double> values);

}  // namespace flangeway::assess
