#include "flangeway/assess/window_measures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flangeway::assess {
namespace {

std::vector<double> sine(std::size_t count, double period) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(std::sin(2 * std::numbers::pi * static_cast<double>(i) / period));
  return values;
}

TEST(WindowMeasures, PeakToPeakOfASine) {
  const auto found = peak_to_peak(sine(1000, 100), 200, 1);
  EXPECT_EQ(found[198], 0);
  for (std::size_t i = 199; i < found.size(); ++i) EXPECT_NEAR(found[i], 2, 1e-12);
  // Level reached by 11 consecutive samples: sin(90 degrees - 5 samples).
  const double reached = std::cos(2 * std::numbers::pi * 5 / 100);
  EXPECT_NEAR(peak_to_peak(sine(1000, 100), 200, 11)[500], 2 * reached, 1e-12);
}

TEST(WindowMeasures, ShortPeaksDoNotCount) {
  std::vector<double> values(100, 0.0);
  for (std::size_t i = 40; i < 44; ++i) values[i] = 5;
  EXPECT_EQ(peak_to_peak(values, 50, 4)[60], 5);
  EXPECT_EQ(peak_to_peak(values, 50, 5)[60], 0);
  // The definition, place by place.
  std::vector<double> wild;
  for (int i = 0; i < 60; ++i) wild.push_back(std::sin(1.7 * i * i));
  const auto found = peak_to_peak(wild, 20, 3);
  for (std::size_t end = 20; end <= wild.size(); ++end) {
    double high = -9, low = 9;
    for (std::size_t k = end - 20; k + 3 <= end; ++k) {
      high = std::max(high, std::min({wild[k], wild[k + 1], wild[k + 2]}));
      low = std::min(low, std::max({wild[k], wild[k + 1], wild[k + 2]}));
    }
    EXPECT_NEAR(found[end - 1], std::max(high - low, 0.0), 1e-15);
  }
}

TEST(WindowMeasures, RmsAboutTheLine) {
  std::vector<double> ramp = sine(600, 50);
  EXPECT_NEAR(detrended_rms(std::vector<double>(50, 3.0), 20)[30], 0, 1e-12);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = 7 + 0.3 * static_cast<double>(i);
  for (const double value : detrended_rms(ramp, 100)) EXPECT_NEAR(value, 0, 1e-9);
  // The line through whole periods of a sine takes 6/(π n)² of its square for n periods, n large.
  const auto wave = detrended_rms(sine(600, 50), 400);
  EXPECT_NEAR(wave[450], std::sqrt(0.5), 0.01);
  EXPECT_EQ(wave[398], 0);
}

}  // namespace
}  // namespace flangeway::assess
