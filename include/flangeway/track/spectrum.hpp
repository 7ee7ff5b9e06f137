// Power spectral densities of track irregularities, and random irregularities that have these spectra.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// One-sided density S(Ω) = Σ weight/(Ω² + pole²), in m²/(rad/m), for Ω > 0 in rad/m, so that the variance of
/// the irregularity is the integral of S over Ω. All published spectra used here have this form as partial
/// fractions.
class Spectrum {
 public:
  /// scale · Ω^(2·numerator) / Π (Ω² + pole²): different poles ≥ 0, numerator 0 or 1 and below the number of
  /// poles.
  Spectrum(double scale, int numerator, const std::vector<double>& poles);

  [[nodiscard]] double density(double omega) const;
  /// ∫ S dΩ from `low` to `high` in closed form, m².
  [[nodiscard]] double variance(double low, double high) const;

 private:
  struct Term {
    double weight, pole;
  };
  std::vector<Term> terms_;
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

/// Adds the sum of the harmonics at start + i step to `values`.
void add_harmonics(const std::vector<Harmonic>& harmonics, double start, double step,
                   std::vector<double>& values);

}  // namespace flangeway::track
