// Power spectral densities of samples at equal steps.
#pragma once

#include <complex>
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

/// Pieces of two series that were sampled together.
struct Piece {
  std::span<const double> first, second;  ///< of equal length
};

struct CrossSpectrum {
  std::vector<double> frequency;            ///< as of Spectrum
  std::vector<double> first, second;        ///< densities of both, one-sided
  std::vector<std::complex<double>> cross;  ///< mean of conj(first) second, in the same scale
  std::size_t segments = 0;
  double averages = 0;  ///< independent segments that have the same variance [Welch1967]

  /// |cross|²/(first second), 0 … 1: the share of the second that follows the first by a linear filter.
  [[nodiscard]] std::vector<double> coherence() const;
  /// By which the second leads the first, rad.
  [[nodiscard]] std::vector<double> phase() const;
};

/// Both densities and what they have in common, by Welch's method as above, over all pieces with segments of
/// one length. Pieces shorter than a segment have no part in it. Empty if none is as long.
[[nodiscard]] CrossSpectrum cross_spectral_density(std::span<const Piece> pieces, double step,
                                                   const WelchSettings& settings = {});

/// The factors that take a density to the ends of its confidence interval, by chi squared with two degrees of
/// freedom for each of `averages`.
struct Interval {
  double low = 0, high = 0;
};
[[nodiscard]] Interval density_interval(double probability, double averages);
/// The coherence that independent series do not exceed with this probability; 1 for one segment.
/// [BendatPiersol2010, section 9.2]
[[nodiscard]] double coherence_threshold(double probability, double averages);

}  // namespace flangeway::assess
