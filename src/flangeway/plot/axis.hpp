// Range and ticks of an axis. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/plot/figure.hpp"

namespace flangeway::plot {

/// The range of the finite values among `values`, added to `range`; `found` tells whether there was one.
void include(const std::vector<double>& values, Range& range, bool& found);

/// The range widened so that it can be drawn: never empty, never narrower than rounding errors.
[[nodiscard]] Range drawable(Range range);
/// The same for a range of decimal logarithms, whose size says nothing of rounding errors: 0 stands for 1.
[[nodiscard]] Range drawable_logarithms(Range range);

/// Positions at 1, 2 or 5 times a power of ten inside the range, about `wanted` of them but three at least,
/// and their texts.
struct Ticks {
  std::vector<double> at;
  std::vector<std::string> text;
  std::string factor;  ///< "×10⁶" if the texts are to be multiplied; else empty
};
[[nodiscard]] Ticks ticks(const Range& range, double wanted);

/// The same for a logarithmic axis; `range` and `at` are decimal logarithms. Powers of ten (each, or every
/// second, third …); where there would be fewer than three, 1, 2 and 5 times powers of ten, then as ticks().
[[nodiscard]] Ticks log_ticks(const Range& range, double wanted);

/// The decimal logarithm, NaN where there is none.
[[nodiscard]] double log_place(double value);

/// How the values of an axis become places along it.
struct Mapping {
  bool logarithmic = false;
  std::optional<double> symmetric_log = std::nullopt;  ///< Panel::y_symmetric_log
  [[nodiscard]] double place(double value) const;
  [[nodiscard]] std::vector<double> places(std::vector<double> values) const;
  /// Nothing where an end has no place.
  [[nodiscard]] std::optional<Range> places(const std::optional<Range>& range) const;
  /// drawable(), or what corresponds to it.
  [[nodiscard]] Range widened(const Range& places) const;
  /// Ticks of a range of places; the symmetric logarithm has 0 and powers of ten.
  [[nodiscard]] Ticks ticks(const Range& places, double wanted) const;
};

}  // namespace flangeway::plot
