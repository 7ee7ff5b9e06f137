// Hunting of Cooperrider's bogie by runs in time, against the fold of its limit cycles.
#include "flangeway/stability/time_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/stability/held_motion.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::stability {
namespace {

constexpr double fold_speed = 66.656;  // m/s, of Stability.LimitCyclesOfCooperridersBogie

vehicle_case::CaseModel bogie_of_cooperrider() {
  Findings findings;
  auto model = vehicle_case::load_case(
      std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/cooperrider.toml", {}, findings);
  EXPECT_TRUE(model) << findings.text();
  return std::move(*model);
}

// Hunting is followed from above to within the resolution of the fold, which no ramp with a rate reaches.
TEST(TimeSearch, FollowsHuntingDownToTheFold) {
  TimeSearchSettings settings;
  settings.from = 64, settings.to = 69, settings.disturbance = 0.011;
  const TimeSearch found = search_downwards(bogie_of_cooperrider(), settings, 68);
  EXPECT_GE(found.lowest, fold_speed - 0.1);
  EXPECT_LE(found.lowest, fold_speed + settings.resolution);
  EXPECT_GE(found.dies, fold_speed - settings.resolution);
  EXPECT_LT(found.dies, found.lowest);
  EXPECT_NEAR(found.amplitude, 9.4e-3, 2e-4);
  EXPECT_NEAR(found.frequency, 3.8, 0.1);
  EXPECT_TRUE(found.end.empty());
}

TEST(TimeSearch, ListsSpeedsAtWhichDisplacedWheelsetsComeToRest) {
  TimeSearchSettings settings;
  settings.from = 30, settings.to = 36;
  const TimeSearch found = search_in_time(bogie_of_cooperrider(), settings);
  EXPECT_TRUE(std::isnan(found.lowest));
  ASSERT_EQ(found.runs.size(), 7u);
  for (const HeldSpeed& run : found.runs) EXPECT_EQ(run.motion, Motion::rest) << run.speed;
}

TEST(TimeSearch, EndsWhenItsTimeIsSpent) {
  TimeSearchSettings settings;
  settings.from = 30, settings.to = 36, settings.max_time = 1;
  const TimeSearch found = search_in_time(bogie_of_cooperrider(), settings);
  EXPECT_EQ(found.end, "1 s of runs were spent. --run-time allows more");
  EXPECT_EQ(found.runs.back().motion, Motion::stopped);
}

// Rows of a wheelset that oscillates with 5 Hz and an amplitude over time.
template <typename Amplitude>
std::optional<Motion> motion_of(const Amplitude& amplitude) {
  const vehicle_case::CaseModel model = bogie_of_cooperrider();
  HeldMotion motion(model, 60, 0, 2e-4);
  const std::vector<results::Channel> channels = simulate::channels(model);
  std::vector<double> row(channels.size());
  const auto place = [&](const char* name) {
    std::size_t i = 0;
    while (channels[i].name != name) ++i;
    return i;
  };
  const std::size_t time = place("t"), y = place("wheelset1.y");
  for (int i = 0; !motion.decided() && i < 40000; ++i) {
    const double t = 0.005 * i;
    row[time] = t;
    row[y] = amplitude(t) * std::sin(31.4159 * t);
    motion.add(row.data());
  }
  return motion.decided();
}

TEST(TimeSearch, TellsHuntingFromWhatDies) {
  EXPECT_EQ(motion_of([](double) { return 1e-3; }), Motion::hunting);
  EXPECT_EQ(motion_of([](double t) { return 8e-3 * std::exp(-0.5 * t); }), Motion::rest);
  // lingers near a fold
  EXPECT_EQ(motion_of([](double t) { return 2e-3 * std::exp(-0.01 * t); }), Motion::dying);
  // beats
  EXPECT_EQ(motion_of([](double t) { return 1e-3 * (1 + 0.5 * std::sin(0.26 * t)); }), Motion::hunting);
  // grows from a small amplitude
  EXPECT_EQ(motion_of([](double t) { return std::min(1e-5 * std::exp(0.4 * t), 1e-3); }), Motion::hunting);
}

}  // namespace
}  // namespace flangeway::stability
