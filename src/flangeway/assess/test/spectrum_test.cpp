#include "flangeway/assess/spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  // 780 half-overlapping segments, of which about 0.53 are independent: 5 % each.
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
  // What the taper spreads of the line at 0 onto the next one: (1/2)² of 9/(3/8 n step), on two sides.
  const Spectrum kept = power_spectral_density(constant, 0.1, {.remove_mean = false});
  EXPECT_NEAR(kept.density.front() * kept.frequency.front(), 2 * 9 / 16.0 / (3.0 / 8), 1e-12);
}

TEST(PowerSpectralDensity, NeedsSixteenValues) {
  EXPECT_TRUE(power_spectral_density(Numbers(15, 1.0), 0.1).frequency.empty());
  EXPECT_EQ(power_spectral_density(Numbers(16, 1.0), 0.1).frequency.size(), 8u);
}

}  // namespace
}  // namespace flangeway::assess
