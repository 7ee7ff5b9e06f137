// Power spectral densities of track irregularities, and random irregularities that have these spectra.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// One-sided density S(Ω) = Σ weight/(Ω² + pole²), in m²/(rad/m), for Ω > 0 in rad/m, so that the variance of
/// the irregularity is the integral of S over Ω. All published spectra used here have this form as partial
/// fractions. Spectra of files are sums of powers of Ω by pieces.
class Spectrum {
 public:
  /// scale · Ω^(2·numerator) / Π (Ω² + pole²): different poles ≥ 0, numerator 0 or 1 and below the number of
  /// poles.
  Spectrum(double scale, int numerator, const std::vector<double>& poles);

  /// first (Ω/low)^exponent for low ≤ Ω < high, nothing elsewhere: straight lines on logarithmic axes.
  struct Power {
    double low, high;        ///< rad/m
    double first, exponent;  ///< m²/(rad/m) at `low`
  };
  explicit Spectrum(std::vector<Power> powers) : powers_(std::move(powers)) {}

  [[nodiscard]] double density(double omega) const;
  /// ∫ S dΩ from `low` to `high` in closed form, m².
  [[nodiscard]] double variance(double low, double high) const;

 private:
  struct Term {
    double weight, pole;
  };
  std::vector<Term> terms_;
  std::vector<Power> powers_;
};

/// Spectrum of one measured channel: alignment, vertical profile, gauge variation, cross level, in
/// m²/(rad/m).
[[nodiscard]] Spectrum spectrum_of(SpectrumClass quality, Measure channel);

/// One harmonic: amplitude cos(omega s + phase).
struct Harmonic {
  double omega, amplitude, phase;  ///< rad/m, m, rad
};

/// Random harmonics of the four channels, in the order of Measure. The band of wave numbers is cut into equal
/// strips; each gives one harmonic somewhere inside it with the strip's own variance, so that the variance of
/// the sum is that of the band exactly. The same numbers on every platform.
[[nodiscard]] std::array<std::vector<Harmonic>, 4> random_harmonics(const SpectrumSpec& spec);
/// The same with other spectra, in the order of Measure; `spec` gives all but its class.
[[nodiscard]] std::array<std::vector<Harmonic>, 4> random_harmonics(const SpectrumSpec& spec,
                                                                    const std::array<Spectrum, 4>& spectra);

/// Adds the sum of the harmonics at start + i step to `values`.
void add_harmonics(const std::vector<Harmonic>& harmonics, double start, double step,
                   std::vector<double>& values);

}  // namespace flangeway::track
