// Chatter and conditions that resemble it.
#include "flangeway/simulate/chatter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flangeway/simulate/run_texts.hpp"

namespace flangeway::simulate {
namespace {

constexpr double step = 5e-4, least = 500;  // s, N

// Two seconds of a load of 55 kN with an oscillation; from 10 m on, at 20 m/s.
ChatterWatch watched(double amplitude, double frequency, double until = 2) {
  ChatterWatch watch;
  for (int n = 0; n < 4000; ++n) {
    const double t = n * step;
    const double swing = t < until ? amplitude * std::sin(2 * std::numbers::pi * frequency * t) : 0;
    add_force(55e3 + swing, least, step, 10 + 20 * t, watch);
  }
  return watch;
}

TEST(Chatter, AFastOscillationThatLastsIsOne) {
  const ChatterWatch watch = watched(10e3, 43);
  EXPECT_GT(watch.time, 1.5);
  EXPECT_NEAR(watch.deviation, 10e3 / std::sqrt(2), 500);
  EXPECT_NEAR(watch.frequency, 43, 3);
  EXPECT_NEAR(watch.from, 15, 5);  // it takes a quarter of a second to be sure
}

TEST(Chatter, SlowSmallOrShortOscillationsAreNone) {
  EXPECT_LT(watched(10e3, 8).time, chatter_to_warn);               // the vehicle on its suspension
  EXPECT_LT(watched(300, 43).time, chatter_to_warn);               // below what counts
  EXPECT_LT(watched(30e3, 60, 0.05).time, chatter_to_warn + 0.3);  // an impact
}

// A second of chatter at 60 Hz, a pause of two, and two seconds of a weaker one at 40 Hz: the warning is of
// these.
TEST(Chatter, PlaceAndSizeAreThoseOfTheLongest) {
  ChatterWatch watch;
  for (int n = 0; n < 10000; ++n) {
    const double t = n * step, frequency = t < 1 ? 60 : 40;
    const double amplitude = t < 1 ? 30e3 : t > 3 ? 10e3 : 0;
    add_force(55e3 + amplitude * std::sin(2 * std::numbers::pi * frequency * t), least, step, 20 * t, watch);
  }
  EXPECT_NEAR(watch.time, 1.75, 0.2);  // it takes a quarter of a second to be sure
  EXPECT_NEAR(watch.from, 65, 4);
  EXPECT_NEAR(watch.deviation, 10e3 / std::sqrt(2), 500);
  EXPECT_NEAR(watch.frequency, 40, 3);
}

TEST(Chatter, TheWarningNamesWheelPlaceSizeAndCure) {
  ChatterWatch watch;
  watch.frequency = 43.2, watch.deviation = 31.7e3, watch.time = 2.5, watch.from = 87.3;
  EXPECT_EQ(
      describe_chatter("wheelset1.right", watch),
      "the vertical force of wheelset1.right oscillated at about 43 Hz with a standard deviation of 31.7 kN "
      "for "
      "2.50 s from 87.3 m on: do not trust the forces there. If a shorter integration.step does not end it, "
      "friction drives it; a smaller contact.elastic.restitution damps it with method elastic");
}

}  // namespace
}  // namespace flangeway::simulate
