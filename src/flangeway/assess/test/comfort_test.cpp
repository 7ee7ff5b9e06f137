#include "flangeway/assess/comfort.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace flangeway::assess {
namespace {

constexpr double floor_rate = 500, floor_step = 1 / floor_rate;

std::vector<double> floor_sine(double amplitude, double frequency, double seconds, double phase = 0.4) {
  std::vector<double> values;
  for (int i = 0; i < static_cast<int>(seconds * floor_rate); ++i)
    values.push_back(amplitude * std::sin(2 * std::numbers::pi * frequency * floor_step * i + phase));
  return values;
}

TEST(Comfort, MeanComfortOfSinesHasTheGainsOfTheWeightings) {
  const auto x = floor_sine(0.1, 1, 300), y = floor_sine(0.2, 2, 300), z = floor_sine(0.3, 8, 300);
  const ContinuousComfort windows = continuous_comfort({x, y, z, floor_step});
  const MeanComfort found = mean_comfort(windows);
  EXPECT_EQ(found.windows, mean_comfort_windows);
  const double ax = 0.1 * 1.01102 / std::sqrt(2), ay = 0.2 * 0.890243 / std::sqrt(2),
               az = 0.3 * 1.05593 / std::sqrt(2);
  EXPECT_NEAR(found.x / ax, 1, 2e-3);
  EXPECT_NEAR(found.y / ay, 1, 2e-3);
  EXPECT_NEAR(found.z / az, 1, 2e-3);
  EXPECT_NEAR(found.n / (6 * std::sqrt(ax * ax + ay * ay + az * az)), 1, 2e-3);
}

// [our table: B(f) of Sperling's formula, a = 1 m/s²]
TEST(Comfort, SperlingOfASineHasItsPublishedValue) {
  const auto at = [](double frequency, Direction direction) {
    const std::vector<double> found = sperling(floor_sine(1, frequency, 5), floor_step, direction);
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
  };
  EXPECT_NEAR(at(1, Direction::vertical), 3.210500, 2e-3);
  EXPECT_NEAR(at(5, Direction::vertical), 3.738648, 2e-3);
  EXPECT_NEAR(at(30, Direction::vertical), 2.194193, 2e-3);
  EXPECT_NEAR(at(1, Direction::lateral), 3.435461, 3e-3);
}

// (Σ Wz_i^6.67)^(1/6.67) of two sines.
TEST(Comfort, SperlingAddsSines) {
  const auto one = floor_sine(1, 2, 5), two = floor_sine(0.5, 10, 5);
  std::vector<double> both;
  for (std::size_t i = 0; i < one.size(); ++i) both.push_back(one[i] + two[i]);
  const auto wz = [](const std::vector<double>& values) {
    return sperling(values, floor_step, Direction::vertical).at(0);
  };
  EXPECT_NEAR(wz(both), std::pow(std::pow(wz(one), 6.67) + std::pow(wz(two), 6.67), 1 / 6.67), 1e-4);
}

// A sine of amplitude a: rms a/√2, dose a (3/8 T)^¼, crest factor √2.
TEST(Comfort, VibrationOfASine) {
  const WeightedVibration found = weighted_vibration(floor_sine(0.8, 5, 20), floor_step);
  EXPECT_NEAR(found.rms, 0.8 / std::sqrt(2), 1e-6);
  EXPECT_NEAR(found.running_peak, 0.8 / std::sqrt(2), 1e-6);
  EXPECT_NEAR(found.dose, 0.8 * std::pow(0.375 * 20, 0.25), 1e-6);
  EXPECT_NEAR(found.crest_factor, std::sqrt(2), 1e-3);  // no sample is at the peak
}

// A ramp of 0.5 m/s³ to 1 m/s², with a roll rate of 2 degrees per second.
TEST(Comfort, TransitionOfARamp) {
  std::vector<double> lateral, roll;
  for (int i = 0; i < static_cast<int>(8 * floor_rate); ++i) {
    const double time = floor_step * i;
    lateral.push_back(std::clamp(0.5 * (time - 2), 0.0, 1.0));
    roll.push_back(time > 2 && time < 4 ? 2 * std::numbers::pi / 180 : 0);
  }
  const TransitionComfort found = transition_comfort(lateral, roll, floor_step, Posture::standing);
  EXPECT_NEAR(found.acceleration, 1, 1e-9);
  EXPECT_NEAR(found.jerk, 0.5, 1e-3);
  EXPECT_NEAR(found.roll_rate, 2 * std::numbers::pi / 180, 1e-9);
  EXPECT_NEAR(found.percent, 28.54 + 0.5 * 20.69 - 11.1 + 0.185 * std::pow(2, 2.283), 0.03);
  EXPECT_NEAR(transition_comfort(lateral, roll, floor_step, Posture::seated).percent,
              8.97 + 0.5 * 9.68 - 5.9 + 0.120 * std::pow(2, 1.626), 0.03);
  EXPECT_EQ(transition_comfort(std::vector<double>(2000, 0.1), std::vector<double>(2000, 0.0), floor_step,
                               Posture::seated)
                .percent,
            0);
}

TEST(Comfort, EventOfAStep) {
  std::vector<double> lateral(3000, 1.0);
  std::fill_n(lateral.begin(), 1000, 0.0);
  const std::vector<double> found = event_comfort(lateral, floor_step, Posture::standing);
  ASSERT_EQ(found.size(), 2001u);
  EXPECT_EQ(found.front(), 0);
  EXPECT_NEAR(found[500], 16.62 + 0.5 * 27.01 - 37.0 > 0 ? 16.62 + 0.5 * 27.01 - 37.0 : 0, 1e-9);
  EXPECT_NEAR(found[999], std::max(16.62 + 0.999 * 27.01 - 37.0, 0.0), 1e-9);
  for (double& value : lateral) value *= 2;
  EXPECT_NEAR(event_comfort(lateral, floor_step, Posture::seated)[999], 2 * (8.46 + 0.999 * 13.05) - 21.7,
              1e-9);
  EXPECT_TRUE(event_comfort(std::vector<double>(100, 0.0), floor_step, Posture::standing).empty());
}

TEST(Comfort, SaysWhyItCannotBeJudged) {
  std::vector<double> x(1000, 0.0), y(1000, 0.0), z(1000, 0.0);
  EXPECT_EQ(problem(FloorMotion{x, y, z, floor_step}, 2), "");
  EXPECT_EQ(problem(FloorMotion{x, y, z, floor_step}, 5), "is 2 s long; 5 s are needed");
  EXPECT_EQ(problem(FloorMotion{x, y, z, 0.01}, 2),
            "has a sampling step of 0.01 s; weightings up to 80 Hz need at most 0.005 s");
  EXPECT_EQ(problem(FloorMotion{x, y, std::span<const double>(z).first(10), floor_step}, 2),
            "has 1000, 1000 and 10 values of x, y and z");
  y[3] = std::nan("");
  EXPECT_EQ(problem(FloorMotion{x, y, z, floor_step}, 2), "has no finite value in sample 4");
}

// The first half of the windows is quiet: medians and 95th percentiles differ.
TEST(Comfort, StandingPassengersFeelMediansAndLateralPeaks) {
  ContinuousComfort windows;
  for (int i = 0; i < 100; ++i) {
    const double loud = i < 60 ? 1 : 3;
    windows.x.push_back(0.1), windows.y.push_back(0.2 * loud), windows.z.push_back(0.3);
  }
  EXPECT_NEAR(standing_comfort(windows), 3 * std::sqrt(16 * 0.01 + 4 * 0.04 + 0.09) + 5 * 0.6, 1e-12);
}

// Gains of Wb at 8 Hz, Wd at 2 Hz and Wc at 4 Hz, the last from (2) of docs/theory/comfort.md.
TEST(Comfort, SeatedPassengersFeelFloorSeatAndBackrest) {
  const auto floor_z = floor_sine(0.3, 8, 300), pan_y = floor_sine(0.2, 2, 300),
             pan_z = floor_sine(0.1, 8, 300), back_x = floor_sine(0.25, 4, 300),
             none = std::vector<double>(floor_z.size(), 0.0);
  const ContinuousComfort windows = continuous_comfort({none, none, floor_z, floor_step});
  const double half = std::sqrt(0.5), z = 0.3 * 1.05593 * half, y = 0.2 * 0.890243 * half,
               pan = 0.1 * 1.05593 * half,
               back = 0.25 * std::abs(response(weighting(Weighting::wc), 4)) * half;
  EXPECT_NEAR(seated_comfort(windows, {pan_y, pan_z, back_x}, floor_step) /
                  (4 * z + 2 * std::hypot(y, pan) + 4 * back),
              1, 3e-3);
}

// A sine of amplitude a over T: a |Wf| √(T/2); its start has little effect over 300 periods.
TEST(Comfort, MotionSicknessDoseOfASine) {
  const double frequency = 0.2, seconds = 1500;
  const double gain = std::abs(response(weighting(Weighting::wf), frequency));
  EXPECT_NEAR(gain, 0.99, 0.05);  // ISO 2631-1 prints 0.995 at 0.2 Hz
  const double dose = motion_sickness_dose(floor_sine(0.5, frequency, seconds), floor_step);
  EXPECT_NEAR(dose / (0.5 * gain * std::sqrt(seconds / 2)), 1, 5e-3);
  EXPECT_NEAR(sickness_share(dose), dose / 3, 1e-12);
}

}  // namespace
}  // namespace flangeway::assess
