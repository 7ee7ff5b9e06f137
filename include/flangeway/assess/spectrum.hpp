// Power spectral densities of samples at equal steps.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace flangeway::assess {

enum class Taper {
  hann,  ///< ½ − ½ cos(2πk/n)
  rectangular
};

struct WelchSettings {
  std::size_t segment = 2048;  ///< largest number of samples in a segment; a power of two is used
  double overlap = 0.5;        ///< of a segment with the next one, 0 ≤ overlap < 1
  Taper taper = Taper::hann;
  bool remove_mean = true;  ///< of each segment
};

struct Spectrum {
  std::vector<double>
      frequency;                ///< Hz (1/m for a step in m), from one line above 0 to half the sampling rate
  std::vector<double> density;  ///< one-sided, unit²/Hz
};

/// The mean of the periodograms of overlapping segments [Welch1967], divided by the power of the taper, so
/// that its sum times the spacing of the lines is the variance of the tapered segments (Parseval; of the
/// samples where they are many). `step` > 0. Empty for fewer than 16 samples.
[[nodiscard]] Spectrum power_spectral_density(std::span<const double> values, double step,
                                              const WelchSettings& settings = {});

}  // namespace flangeway::assess
