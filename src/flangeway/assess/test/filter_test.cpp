#include "flangeway/assess/filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace flangeway::assess {
namespace {

using Numbers = std::vector<double>;
constexpr double step = 1.0 / 400;  // s

const Butterworth low4{.band = Band::low_pass, .order = 4, .high = 20};
const Butterworth high3{.band = Band::high_pass, .order = 3, .low = 0.4};
const Butterworth band4{.band = Band::band_pass, .order = 4, .low = 0.4, .high = 10};
const Butterworth band1{.band = Band::band_pass, .order = 1, .low = 1, .high = 90};  // with real poles

// Square of the gain of the analogue filter at w rad/s, from its definition 1/(1 + x^2n).
double analogue_power(const Butterworth& f, double w, double low, double high) {
  const double x = f.band == Band::low_pass    ? w / high
                   : f.band == Band::high_pass ? low / w
                                               : (w * w - low * high) / (w * (high - low));
  return 1 / (1 + std::pow(x, 2 * f.order));
}

TEST(Butterworth, RespondsAsTheAnalogueFilterOnTheWarpedAxis) {
  const auto warped = [](double f) { return 2 / step * std::tan(M_PI * f * step); };
  for (const Butterworth& wanted : {low4, high3, band4, band1}) {
    const Filter filter = butterworth(wanted, step);
    for (double f = 0.05; f < 199; f *= 1.3) {
      const double exact = analogue_power(wanted, warped(f), warped(wanted.low), warped(wanted.high));
      EXPECT_NEAR(std::norm(response(filter, step, f)), exact, 1e-9 + 1e-6 * exact) << f;
    }
    for (const double edge : {wanted.low, wanted.high}) {
      if (edge > 0) {
        EXPECT_NEAR(std::norm(response(filter, step, edge)), 0.5, 1e-9);
      }
    }
  }
}

// Below a tenth of the sampling rate that is the analogue filter itself, phase included.
TEST(Butterworth, RespondsAsTheAnalogueFilterFarBelowTheSamplingRate) {
  const Filter filter = butterworth({.band = Band::low_pass, .order = 2, .high = 5}, step);
  for (const double f : {0.1, 1.0, 3.0, 5.0, 8.0}) {
    const std::complex<double> s(0, f / 5), exact = 1.0 / (s * s + std::sqrt(2.0) * s + 1.0);
    EXPECT_LT(std::abs(response(filter, step, f) - exact), 2e-3) << f;
  }
}

// The filtered long sine is the sine times the response.
TEST(Filtered, ASineComesOutAsTheResponseSays) {
  for (const Butterworth& wanted : {low4, high3, band4, band1}) {
    const Filter filter = butterworth(wanted, step);
    for (const double f : {0.5, 4.0, 25.0}) {
      Numbers sine;
      for (int i = 0; i < 40000; ++i) sine.push_back(std::sin(2 * M_PI * f * step * i));
      const Numbers out = filtered(filter, sine, FilterStart::zero);
      const std::complex<double> gain = response(filter, step, f);
      for (std::size_t i = 39000; i < out.size(); ++i) {
        const double phase = 2 * M_PI * f * step * static_cast<double>(i);
        EXPECT_NEAR(out[i], std::imag(gain * std::polar(1.0, phase)), 1e-8);
      }
    }
  }
}

TEST(Filtered, BothWaysHasNoPhaseAndTheSquareOfTheGain) {
  const Filter filter = butterworth(band4, step);
  Numbers sine;
  for (int i = 0; i < 40000; ++i) sine.push_back(std::sin(2 * M_PI * 0.7 * step * i));
  const Numbers out = filtered_both_ways(filter, sine);
  const double gain = std::norm(response(filter, step, 0.7));
  for (std::size_t i = 15000; i < 25000; ++i) EXPECT_NEAR(out[i], gain * sine[i], 1e-6);
}

TEST(Filtered, AConstantPassesALowPassFromItsFirstSampleOn) {
  const Numbers constant(200, 7.5);
  for (const double x : filtered(butterworth(low4, step), constant)) EXPECT_NEAR(x, 7.5, 1e-10);
  for (const double x : filtered_both_ways(butterworth(low4, step), constant)) EXPECT_NEAR(x, 7.5, 1e-10);
  for (const double x : filtered(butterworth(high3, step), constant)) EXPECT_NEAR(x, 0, 1e-9);
  for (const double x : filtered_both_ways(butterworth(band4, step), constant)) EXPECT_NEAR(x, 0, 1e-9);
}

// The step response of the analogue filter of second order: 1 − e^(−x) (cos x + sin x), x = ωt/√2.
TEST(Filtered, AStepComesOutAsOfTheAnalogueFilter) {
  const double edge = 2, fine = 1e-4;
  const Numbers ones(10000, 1.0);
  const Filter filter = butterworth({.band = Band::low_pass, .order = 2, .high = edge}, fine);
  const Numbers out = filtered(filter, ones, FilterStart::zero);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t =
        fine * (static_cast<double>(i) + 0.5);  // the step lies between the last zero and the first one
    const double x = 2 * M_PI * edge * t / std::sqrt(2.0);
    EXPECT_NEAR(out[i], 1 - std::exp(-x) * (std::cos(x) + std::sin(x)), 1e-5);
  }
}

// A ramp runs through a low pass unchanged but for its delay, which is the slope of the phase at 0.
TEST(Filtered, ARampIsDelayed) {
  Numbers ramp;
  for (int i = 0; i < 4000; ++i) ramp.push_back(3 * step * i);
  const Filter filter = butterworth(low4, step);
  const double tiny = 1e-4, delay = -std::arg(response(filter, step, tiny)) / (2 * M_PI * tiny);
  EXPECT_NEAR(delay, 2.6131259 / (2 * M_PI * 20), 2e-4);  // Σ 2 cos of the angles of the poles, over ω
  EXPECT_NEAR(filtered(filter, ramp)[3999], ramp[3999] - 3 * delay, 1e-6);
  EXPECT_NEAR(filtered_both_ways(filter, ramp)[0], ramp[0], 1e-6);
  EXPECT_NEAR(filtered_both_ways(filter, ramp)[3999], ramp[3999], 1e-6);
}

// White noise keeps the share of its variance that lies in the equivalent noise bandwidth, π/(2n sin(π/2n))
// f.
TEST(Filtered, WhiteNoiseKeepsTheShareOfItsVarianceInTheBand) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal(0, 1);
  Numbers noise(400000);
  for (double& x : noise) x = normal(random);
  const Numbers out = filtered(butterworth(low4, step), noise, FilterStart::zero);
  double sum = 0;
  for (const double x : out) sum += x * x;
  const double share = M_PI / 8 / std::sin(M_PI / 8) * 20 / 200;
  // About 2 · 20 Hz · 1000 s independent values: 0.7 %; the warped axis narrows the band by 1 %.
  EXPECT_NEAR(sum / static_cast<double>(noise.size()), share, 0.03 * share);
}

TEST(Butterworth, SaysWhatItNeeds) {
  EXPECT_EQ(problem(low4, step), "");
  EXPECT_EQ(problem(band4, step), "");
  EXPECT_EQ(problem({.band = Band::low_pass, .order = 4, .high = 200}, step),
            "needs 0 < high < 200 Hz, half the sampling rate");
  EXPECT_EQ(problem({.band = Band::high_pass, .order = 4, .high = 20}, step),
            "needs 0 < low < 200 Hz, half the sampling rate");
  EXPECT_EQ(problem({.band = Band::band_pass, .order = 4, .low = 10, .high = 0.4}, step),
            "needs 0 < low < high < 200 Hz, half the sampling rate");
  EXPECT_EQ(problem({.band = Band::low_pass, .order = 13, .high = 20}, step), "needs an order from 1 to 12");
  EXPECT_EQ(problem(low4, 0), "needs a sampling step > 0 s");
}

// A slow chirp has at each instant the gain of its frequency: 0.2 to 40 Hz in 400 s.
TEST(Filter, ChirpFollowsTheGain) {
  constexpr double interval = 0.005, rate = 0.1;  // s, Hz per s
  std::vector<double> chirp;
  for (int i = 0; i < 80000; ++i) {
    const double t = interval * i;
    chirp.push_back(std::sin(2 * std::numbers::pi * (0.2 * t + rate * t * t / 2)));
  }
  for (const Butterworth& wanted :
       {Butterworth{Band::low_pass, 4, 0, 20}, Butterworth{Band::band_pass, 4, 0.4, 10}}) {
    const Filter filter = butterworth(wanted, interval);
    const std::vector<double> found = filtered(filter, chirp);
    for (const double t : {20.0, 50.0, 90.0, 150.0, 190.0, 250.0}) {
      const double frequency = 0.2 + rate * t;
      // rms of ten periods about t
      const auto half = static_cast<std::ptrdiff_t>(5 / frequency / interval);
      const auto middle = found.begin() + static_cast<std::ptrdiff_t>(t / interval);
      double sum = 0;
      for (auto at = middle - half; at != middle + half; ++at) sum += *at * *at;
      const double gain = std::sqrt(sum / static_cast<double>(2 * half) * 2);
      EXPECT_NEAR(gain, std::abs(response(filter, interval, frequency)), 0.02) << frequency;
    }
  }
}

}  // namespace
}  // namespace flangeway::assess
