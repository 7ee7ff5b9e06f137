#include "flangeway/report/spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace flangeway::report {
namespace {

double integral(const Spectrum& spectrum) {
  return std::accumulate(spectrum.density.begin(), spectrum.density.end(), 0.0) * spectrum.frequency.front();
}

TEST(PowerSpectrum, OfASineHasItsVarianceAtItsFrequency) {
  const double step = 0.01, frequency = 12.5, amplitude = 3;
  std::vector<double> values;
  for (int i = 0; i < 4096; ++i)
    values.push_back(7 + amplitude * std::sin(2 * std::numbers::pi * frequency * step * i));
  const Spectrum spectrum = power_spectrum(values, step, 1024);
  const auto peak =
      std::max_element(spectrum.density.begin(), spectrum.density.end()) - spectrum.density.begin();
  EXPECT_DOUBLE_EQ(spectrum.frequency[static_cast<std::size_t>(peak)], frequency);
  EXPECT_NEAR(integral(spectrum), amplitude * amplitude / 2, 1e-9);
  EXPECT_DOUBLE_EQ(spectrum.frequency.back(), 50);
}

TEST(PowerSpectrum, OfNoiseIntegratesToItsVariance) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0, 2);
  std::vector<double> values(20000);
  for (double& value : values) value = normal(random);
  // 38 half-overlapping pieces: the variance of 20000 values is known to 1 %, windows cost some more
  EXPECT_NEAR(integral(power_spectrum(values, 0.001, 1024)), 4, 0.12);
}

TEST(PowerSpectrum, NeedsSixteenValues) {
  EXPECT_TRUE(power_spectrum(std::vector<double>(15, 1.0), 0.1).frequency.empty());
  EXPECT_EQ(power_spectrum(std::vector<double>(16, 1.0), 0.1).frequency.size(), 8u);
}

TEST(EvenStep, AllowsAnotherLastStep) {
  EXPECT_DOUBLE_EQ(even_step({0, 0.1, 0.2, 0.25}), 0.1);
  EXPECT_EQ(even_step({0, 0.1, 0.25, 0.3}), 0);
  EXPECT_EQ(even_step({0, 0.1}), 0);
}

}  // namespace
}  // namespace flangeway::report
