// Quantiles and probabilities from a sample, with what is known of their error.
#pragma once

#include <cstddef>
#include <span>

namespace flangeway::uncertainty {

/// An estimate and the interval that covers the truth with a given confidence. An end is infinite where the
/// sample is too small to bound it.
struct Interval {
  double value = 0, lower = 0, upper = 0;
};

/// The value below which a share 0 < p < 1 lies [Hyndman1996, definition 7]. Ends of the interval are order
/// statistics by the binomial distribution, for any distribution of the values [David2003, section 7.1]. At
/// least one value.
[[nodiscard]] Interval quantile_of(std::span<const double> values, double p, double confidence);

/// Share of the cases that count, with Wilson's interval [Brown2001]. count ≤ total, total > 0.
[[nodiscard]] Interval share_of(std::size_t count, std::size_t total, double confidence);

/// Mean with Student's interval replaced by the normal one. At least two values.
[[nodiscard]] Interval mean_of(std::span<const double> values, double confidence);

}  // namespace flangeway::uncertainty
