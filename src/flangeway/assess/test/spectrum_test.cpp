#include "flangeway/assess/spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "flangeway/assess/filter.hpp"

namespace flangeway::assess {
namespace {

using Numbers = std::vector<double>;

double integral(const Spectrum& spectrum) {
  return std::accumulate(spectrum.density.begin(), spectrum.density.end(), 0.0) * spectrum.frequency.front();
}

Numbers noise(std::size_t count, double deviation) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0, deviation);
  Numbers values(count);
  for (double& value : values) value = normal(random);
  return values;
}

TEST(PowerSpectralDensity, OfASineHasItsVarianceAtItsFrequency) {
  const double step = 0.01, frequency = 12.5, amplitude = 3;
  Numbers values;
  for (int i = 0; i < 4096; ++i) values.push_back(7 + amplitude * std::sin(2 * M_PI * frequency * step * i));
  for (const WelchSettings& settings :
       {WelchSettings{.segment = 1024}, WelchSettings{.segment = 1024, .overlap = 0.75},
        WelchSettings{.segment = 512, .overlap = 0, .taper = Taper::rectangular}}) {
    const Spectrum spectrum = power_spectral_density(values, step, settings);
    const auto peak =
        std::max_element(spectrum.density.begin(), spectrum.density.end()) - spectrum.density.begin();
    EXPECT_DOUBLE_EQ(spectrum.frequency[static_cast<std::size_t>(peak)], frequency);
    EXPECT_NEAR(integral(spectrum), amplitude * amplitude / 2, 1e-9);
    EXPECT_DOUBLE_EQ(spectrum.frequency.back(), 50);
  }
}

// Parseval: of one segment without a taper the sum of the lines is the variance, to the last digits.
TEST(PowerSpectralDensity, OfOneSegmentIntegratesToItsVariance) {
  const Numbers values = noise(1024, 2);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 1024;
  double variance = 0;
  for (const double x : values) variance += (x - mean) * (x - mean) / 1024;
  const Spectrum spectrum =
      power_spectral_density(values, 0.004, {.segment = 1024, .overlap = 0, .taper = Taper::rectangular});
  EXPECT_NEAR(integral(spectrum), variance, 1e-12 * variance);
}

// The density of white noise is its variance over half the sampling rate, at every frequency.
TEST(PowerSpectralDensity, OfWhiteNoiseIsFlat) {
  const Spectrum spectrum = power_spectral_density(noise(200000, 2), 0.001, {.segment = 512});
  EXPECT_NEAR(integral(spectrum), 4, 0.04);
  // 780 half-overlapping segments, about 0.53 of them independent: 5 % each.
  for (std::size_t k = 1; k + 1 < spectrum.density.size(); ++k)
    EXPECT_NEAR(spectrum.density[k], 4 / 500.0, 0.3 * 4 / 500) << k;
}

// A filter multiplies the density by the square of its gain.
TEST(PowerSpectralDensity, OfFilteredNoiseIsThatOfTheFilter) {
  const double step = 0.001;
  const Filter filter = butterworth({.band = Band::band_pass, .order = 2, .low = 20, .high = 80}, step);
  const Numbers white = noise(400000, 1), out = filtered(filter, white, FilterStart::zero);
  const Spectrum before = power_spectral_density(white, step), after = power_spectral_density(out, step);
  for (std::size_t k = 30; k < 300; k += 3) {
    const double gain = std::norm(response(filter, step, before.frequency[k]));
    EXPECT_NEAR(after.density[k] / before.density[k], gain, 0.02 * gain) << before.frequency[k];
  }
}

TEST(PowerSpectralDensity, KeepsTheMeanWhereItIsAskedTo) {
  const Numbers constant(64, 3.0);
  EXPECT_EQ(integral(power_spectral_density(constant, 0.1)), 0);
  // Leakage of the line at 0 into the next one by the taper: (1/2)² of 9/(3/8 n step), on two sides.
  const Spectrum kept = power_spectral_density(constant, 0.1, {.remove_mean = false});
  EXPECT_NEAR(kept.density.front() * kept.frequency.front(), 2 * 9 / 16.0 / (3.0 / 8), 1e-12);
}

TEST(PowerSpectralDensity, NeedsSixteenValues) {
  EXPECT_TRUE(power_spectral_density(Numbers(15, 1.0), 0.1).frequency.empty());
  EXPECT_EQ(power_spectral_density(Numbers(16, 1.0), 0.1).frequency.size(), 8u);
}

Numbers seeded_noise(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Numbers values(count);
  for (double& value : values) value = normal(random);
  return values;
}

// A filter without noise is coherent at every frequency, and the density is that of the filter. It also
// delays: the phase says by how much.
TEST(CrossSpectralDensity, OfAFilteredCopyIsCoherent) {
  const Numbers first = seeded_noise(60000, 3);
  Numbers second(first.size());
  for (std::size_t i = 2; i < first.size(); ++i) second[i] = 0.5 * first[i - 1] + 0.25 * first[i - 2];
  const std::array pieces{Piece{std::span(first).subspan(2), std::span(second).subspan(2)}};
  const CrossSpectrum both = cross_spectral_density(pieces, 0.1, {.segment = 1024});
  const Numbers coherence = both.coherence(), phase = both.phase();
  for (std::size_t k = 2; k < both.frequency.size(); ++k) {
    const std::complex<double> turn = std::polar(1.0, -2 * M_PI * both.frequency[k] * 0.1);
    const std::complex<double> gain = 0.5 * turn + 0.25 * turn * turn;
    EXPECT_GT(coherence[k], 0.999);
    EXPECT_NEAR(both.second[k] / both.first[k] / std::norm(gain), 1, 0.03);
    if (k + 1 == both.frequency.size()) continue;
    EXPECT_NEAR(std::remainder(phase[k] - std::arg(gain), 2 * M_PI), 0, 0.02);
  }
  // The density of each is what Welch's method gives of it alone, to the last digits.
  const Spectrum alone = power_spectral_density(pieces[0].first, 0.1, {.segment = 1024});
  for (std::size_t k = 0; k < alone.density.size(); ++k)
    EXPECT_NEAR(both.first[k], alone.density[k], 1e-13 * alone.density[k]);
}

// Independent series exceed the threshold of 95 % at 5 % of the frequencies, and lie about 1/averages.
TEST(CrossSpectralDensity, OfIndependentSeriesIsBelowTheThreshold) {
  double beyond = 0, all = 0, sum = 0, averages = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Numbers first = seeded_noise(8192, 2 * seed + 100), second = seeded_noise(8192, 2 * seed + 101);
    const std::array pieces{Piece{first, second}};
    const CrossSpectrum both = cross_spectral_density(pieces, 1, {.segment = 512});
    averages = both.averages;
    const Numbers coherence = both.coherence();
    for (std::size_t k = 0; k + 1 < coherence.size(); ++k, ++all) {
      sum += coherence[k];
      beyond += coherence[k] > coherence_threshold(0.95, averages) ? 1 : 0;
    }
  }
  EXPECT_NEAR(averages, 31 / (1 + 2 * (30.0 / 31) / 36),
              1e-3);  // tapers that overlap by half have 1/6 in common
  EXPECT_NEAR(beyond / all, 0.05, 0.01);
  EXPECT_NEAR(sum / all * averages, 1, 0.1);
}

// 95 % of all estimates of the density of white noise lie where their interval has the true one inside.
TEST(CrossSpectralDensity, HasTheIntervalOfItsDensity) {
  double inside = 0, all = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Numbers values = seeded_noise(2048, 500 + seed);
    const std::array pieces{Piece{values, values}};
    const CrossSpectrum both = cross_spectral_density(pieces, 1, {.segment = 256});
    const Interval interval = density_interval(0.95, both.averages);
    for (std::size_t k = 1; k + 1 < both.first.size(); ++k, ++all)
      inside += both.first[k] * interval.low <= 2 && both.first[k] * interval.high >= 2 ? 1 : 0;
  }
  EXPECT_NEAR(inside / all, 0.95, 0.01);
}

TEST(CrossSpectralDensity, TakesThePiecesThatAreLongEnough) {
  const Numbers values = noise(4096, 1);
  const std::span<const double> all(values);
  const std::array pieces{Piece{all.subspan(0, 1024), all.subspan(0, 1024)},
                          Piece{all.subspan(1024, 100), all.subspan(1024, 100)},
                          Piece{all.subspan(2000, 512), all.subspan(2000, 512)}};
  const CrossSpectrum both = cross_spectral_density(pieces, 1, {.segment = 512});
  EXPECT_EQ(both.segments, 4U);
  for (const double one : both.coherence()) EXPECT_NEAR(one, 1, 1e-12);
  EXPECT_TRUE(cross_spectral_density(std::span(pieces).subspan(1, 0), 1).frequency.empty());
  EXPECT_EQ(coherence_threshold(0.95, 1), 1);
}

}  // namespace
}  // namespace flangeway::assess
