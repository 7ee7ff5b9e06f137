// Power spectral densities. Private to the room.
#pragma once

#include <vector>

namespace flangeway::report {

struct Spectrum {
  std::vector<double> frequency;  ///< Hz
  std::vector<double> density;    ///< one-sided, unit² / Hz
};

/// One-sided power spectral density of `values` at equal steps of `step` s: the mean of periodograms of
/// half-overlapping pieces of at most `piece` values, each without its mean and under a Hann window
/// [Welch1967]. Its integral over frequency is the variance of the signal. Empty for fewer than 16 values.
[[nodiscard]] Spectrum power_spectrum(const std::vector<double>& values, double step,
                                      std::size_t piece = 2048);

/// The step of times that rise evenly but for the last one; 0 if they do not.
[[nodiscard]] double even_step(const std::vector<double>& time);

}  // namespace flangeway::report
