#include "flangeway/track/spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/spectrum_table.hpp"

namespace flangeway::track {

// Residues at Ω² = -pole².
Spectrum::Spectrum(double scale, int numerator, const std::vector<double>& poles) {
  FLANGEWAY_ASSERT(numerator == 0 || (numerator == 1 && poles.size() > 1),
                   "the spectrum falls with frequency");
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const double x = -poles[i] * poles[i];
    double weight = numerator == 1 ? scale * x : scale;
    for (std::size_t j = 0; j < poles.size(); ++j) {
      if (j != i) weight /= poles[j] * poles[j] + x;
    }
    terms_.push_back({weight, poles[i]});
  }
}

double Spectrum::density(double omega) const {
  double sum = 0;
  for (const auto& [weight, pole] : terms_) sum += weight / (omega * omega + pole * pole);
  for (const auto& [low, high, first, exponent] : powers_)
    if (omega >= low && omega < high) sum += first * std::pow(omega / low, exponent);
  return sum;
}

namespace {

// ∫ (Ω/low)^exponent dΩ from `begin`, without loss of digits for narrow strips.
double integral_of_power(double low, double begin, double end, double exponent) {
  FLANGEWAY_ASSERT(low > 0 && begin > 0, "a power of the frequency needs a positive one");
  const double ratio = std::log1p((end - begin) / begin), power = exponent + 1;
  return begin * std::pow(begin / low, exponent) *
         (std::abs(power * ratio) < 1e-9 ? ratio : std::expm1(power * ratio) / power);
}

}  // namespace

double Spectrum::variance(double low, double high) const {
  FLANGEWAY_ASSERT(low <= high, "the band does not fall");
  double sum = 0;
  for (const auto& [weight, pole] : terms_) {
    // atan(high/p) - atan(low/p) as one arc tangent, which loses no digits for narrow strips
    sum += weight * (pole > 0 ? std::atan2((high - low) * pole, pole * pole + low * high) / pole
                              : (high - low) / (low * high));
  }
  for (const Power& power : powers_) {
    const double begin = std::max(low, power.low), end = std::min(high, power.high);
    if (end > begin) sum += power.first * integral_of_power(power.low, begin, end, power.exponent);
  }
  return sum;
}

namespace {

Spectrum erri_spectrum(const spectrum_table::Erri& constants, Measure channel) {
  using namespace spectrum_table;
  const double cutoff2 = erri_cutoff * erri_cutoff;
  switch (channel) {
    case Measure::alignment:
      return {constants.alignment * cutoff2, 0, {erri_low, erri_cutoff}};
    case Measure::vertical_profile:
      return {constants.vertical * cutoff2, 0, {erri_low, erri_cutoff}};
    case Measure::gauge_variation:
      return {constants.gauge * cutoff2, 1, {erri_low, erri_cutoff, erri_gauge}};
    case Measure::cross_level:
      break;
  }
  return {4 * constants.vertical * cutoff2, 1, {erri_low, erri_cutoff, erri_gauge}};
}

Spectrum fra_spectrum(const spectrum_table::Fra& constants, Measure channel) {
  using namespace spectrum_table;
  const double scale = fra_factor * fra_cutoff * fra_cutoff * 1e-4;  // cm² to m²
  switch (channel) {
    case Measure::alignment:
      return {scale * constants.alignment, 0, {0, fra_cutoff}};
    case Measure::vertical_profile:
      return {scale * constants.vertical, 0, {0, fra_cutoff}};
    case Measure::gauge_variation:
    case Measure::cross_level:
      break;
  }
  return {4 * scale * constants.vertical, 0, {constants.cutoff_s, fra_cutoff}};
}

// In 0 ≤ u < 1. The standard fixes the numbers of the engine but not those of its distributions.
double uniform(std::mt19937_64& engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

}  // namespace

Spectrum spectrum_of(SpectrumClass quality, Measure channel) {
  using spectrum_table::erri, spectrum_table::fra;
  const auto index = static_cast<std::size_t>(quality);
  constexpr auto first_fra = static_cast<std::size_t>(SpectrumClass::fra_class_1);
  static_assert(erri.size() == first_fra && first_fra + fra.size() == alternatives_of(SpectrumClass{}).size(),
                "each class has its constants");
  if (index < first_fra) return erri_spectrum(erri[index], channel);
  return fra_spectrum(fra[index - first_fra], channel);
}

namespace {

// Gauge variation as a part that follows the harmonics of alignment, strip by strip, and a part of its own.
// Its density stays as it is, and the cross-spectrum with alignment is `correlation` times the root of the
// product of both densities [BendatPiersol2010, sec. 6.1].
void correlate_gauge(double correlation, std::array<std::vector<Harmonic>, 4>& harmonics) {
  if (correlation == 0) return;
  const auto& alignment = harmonics[static_cast<std::size_t>(Measure::alignment)];
  auto& gauge = harmonics[static_cast<std::size_t>(Measure::gauge_variation)];
  const double own = std::sqrt((1 - correlation) * (1 + correlation));
  for (std::size_t i = 0, count = gauge.size(); i < count; ++i) {
    const double amplitude = gauge[i].amplitude;
    gauge[i].amplitude = own * amplitude;
    gauge.push_back({alignment[i].omega, correlation * amplitude, alignment[i].phase});
  }
}

}  // namespace

std::array<std::vector<Harmonic>, 4> random_harmonics(const SpectrumSpec& spec) {
  const auto of = [&spec](Measure measure) { return spectrum_of(spec.quality, measure); };
  return random_harmonics(spec, {of(Measure::alignment), of(Measure::vertical_profile),
                                 of(Measure::gauge_variation), of(Measure::cross_level)});
}

std::array<std::vector<Harmonic>, 4> random_harmonics(const SpectrumSpec& spec,
                                                      const std::array<Spectrum, 4>& spectra) {
  std::array<std::vector<Harmonic>, 4> result;
  std::mt19937_64 engine(static_cast<std::uint64_t>(spec.seed));
  const double low = 2 * pi / spec.max_wavelength, high = 2 * pi / spec.min_wavelength;
  const double strip = (high - low) / static_cast<double>(spec.harmonics);
  for (std::size_t c = 0; c < 4; ++c) {
    for (long i = 0; i < spec.harmonics; ++i) {
      const double left = low + strip * static_cast<double>(i);
      const double amplitude = spec.scale * std::sqrt(2 * spectra[c].variance(left, left + strip));
      const double omega = left + strip * uniform(engine);
      const double phase = 2 * pi * uniform(engine);
      result[c].push_back({omega, amplitude, phase});
    }
  }
  correlate_gauge(spec.gauge_correlation, result);
  return result;
}

namespace {

// So many harmonics turn at once, so that a processor need not wait for one rotation before the next.
constexpr std::size_t group = 4;
// Nodes after which the rotations start afresh, before rounding adds up.
constexpr std::size_t block = 256;

// One rotation per node instead of one cosine. Each node gets the harmonics in their order, so that the sum
// has the bits of one harmonic after the other.
void add_group(const std::array<Harmonic, group>& harmonics, double start, double step,
               std::vector<double>& values) {
  std::array<double, group> turn_c, turn_s, c, s;
  for (std::size_t k = 0; k < group; ++k) {
    turn_c[k] = std::cos(harmonics[k].omega * step);
    turn_s[k] = std::sin(harmonics[k].omega * step);
  }
  for (std::size_t first = 0; first < values.size(); first += block) {
    for (std::size_t k = 0; k < group; ++k) {
      const auto& [omega, amplitude, phase] = harmonics[k];
      const double angle = omega * (start + step * static_cast<double>(first)) + phase;
      c[k] = amplitude * std::cos(angle);
      s[k] = amplitude * std::sin(angle);
    }
    const std::size_t last = std::min(first + block, values.size());
    for (std::size_t i = first; i < last; ++i) {
      double sum = values[i];
      for (std::size_t k = 0; k < group; ++k) sum += c[k];
      values[i] = sum;
      for (std::size_t k = 0; k < group; ++k) {
        const double next = c[k] * turn_c[k] - s[k] * turn_s[k];
        s[k] = s[k] * turn_c[k] + c[k] * turn_s[k];
        c[k] = next;
      }
    }
  }
}

}  // namespace

void add_harmonics(const std::vector<Harmonic>& harmonics, double start, double step,
                   std::vector<double>& values) {
  for (std::size_t first = 0; first < harmonics.size(); first += group) {
    std::array<Harmonic, group> some{};  // those that are not there have amplitude 0 and add nothing
    const std::size_t count = std::min(group, harmonics.size() - first);
    std::copy_n(harmonics.begin() + static_cast<std::ptrdiff_t>(first), count, some.begin());
    add_group(some, start, step, values);
  }
}

}  // namespace flangeway::track
