// A run of a study, made once and again.
#include "flangeway/campaign/run_case.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/simulate/recorder.hpp"
#include "support/load_case.hpp"

namespace flangeway::campaign {
namespace {

Case wheelset() {
  auto model =
      test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", {"integration.duration=0.5"});
  Case one;
  one.model = std::make_shared<const vehicle_case::CaseModel>(std::move(model));
  const std::vector<results::Channel> channels = simulate::channels(*one.model);
  one.recorded = {results::place_of(channels, "t"), results::place_of(channels, "wheelset.y")};
  return one;
}

TEST(RunCase, RepetitionsRecordWhatOneRunDoes) {
  Case one = wheelset();
  const std::atomic<bool> stop = false;
  std::atomic<double> fraction = 0;
  const std::optional<Outcome> single = run_case(one, stop, fraction);
  EXPECT_EQ(fraction, 1);
  one.repetitions = 3;
  const std::optional<Outcome> mean = run_case(one, stop, fraction);
  EXPECT_EQ(fraction, 1);
  EXPECT_EQ(single->trace.columns, mean->trace.columns);
  EXPECT_GT(single->trace.columns[0].size(), 10u);
  const auto alone = nlohmann::json::parse(single->summary), of_three = nlohmann::json::parse(mean->summary);
  EXPECT_FALSE(alone.contains("cpu_time_deviation"));
  EXPECT_EQ(alone["steps"], of_three["steps"]);
  // For three times t ≥ 0 with the mean m the deviation is at most √3 m, where two of them are 0.
  EXPECT_GT(of_three["cpu_time_deviation"].get<double>(), 0);
  EXPECT_LT(of_three["cpu_time_deviation"].get<double>(),
            std::sqrt(3.0) * of_three["cpu_time"].get<double>());
}

TEST(RunCase, TheTimeIsThatOfOneRepetition) {
  Case one = wheelset();
  one.repetitions = 4;
  const std::atomic<bool> stop = false;
  std::atomic<double> fraction = 0;
  const auto began = std::chrono::steady_clock::now();
  const auto summary = nlohmann::json::parse(run_case(one, stop, fraction)->summary);
  const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_GT(summary["wall_time"].get<double>(), 0);
  EXPECT_LE(4 * summary["wall_time"].get<double>(), all);  // the clock is the same
  EXPECT_DOUBLE_EQ(summary["real_time_factor"].get<double>(), 0.5 / summary["wall_time"].get<double>());
}

TEST(RunCase, IsStoppedInAnyRepetition) {
  Case one = wheelset();
  one.repetitions = 2;
  std::atomic<bool> stop = true;
  std::atomic<double> fraction = 0;
  EXPECT_FALSE(run_case(one, stop, fraction));
  EXPECT_LE(fraction, 0.5);  // it ends in the first one
}

}  // namespace
}  // namespace flangeway::campaign
