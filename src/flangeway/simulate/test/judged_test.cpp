// Judged quantities do not depend on the rows that are recorded, and hardly on the integrator.
#include "flangeway/simulate/judged.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "support/allocation_guard.hpp"
#include "support/course.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using test::operator+;
using Sets = std::vector<std::string>;

class Judged : public test::WheelsetCase {
 protected:
  Judged() {
    track("irregularity_step = 0.05\nsegments = [{ kind = \"straight\", length = 100.0 }]",
          R"([irregularities.spectrum]
quality = "erri_b176_high"
min_wavelength = 0.6
max_wavelength = 30.0
seed = 4
)");
  }
  test::Course run(const Sets& sets) {
    const vehicle_case::CaseModel model = load(Sets{"integration.duration=1"} + sets);
    test::Course course;
    RunOptions options;
    test::record_into(course, model, options);
    course.summary = simulate::run(model, options);
    EXPECT_EQ(course.summary.status, RunStatus::completed) << course.summary.failure;
    channels_ = judged_channels(model);
    return course;
  }
  [[nodiscard]] std::vector<double> values(const test::Course& course, const char* channel) const {
    std::vector<double> values;
    for (std::size_t at = results::place_of(channels_, channel); at < course.judged.size();
         at += channels_.size())
      values.push_back(course.judged[at]);
    return values;
  }
  // The largest one after a low pass of 20 Hz.
  [[nodiscard]] double largest(const test::Course& course, const char* channel) const {
    const assess::Filter filter = assess::butterworth({.order = 4, .high = 20}, 0.002);
    return assess::largest_absolute(assess::filtered(filter, values(course, channel))).value;
  }
  std::vector<results::Channel> channels_;
};

TEST_F(Judged, RowsDoNotMatter) {
  const test::Course often = run({"output.interval=0.001", "integration.method=rk4"}),
                     seldom = run({"output.interval=0.01", "integration.method=rk4"});
  EXPECT_GT(often.rows.size(), 9 * seldom.rows.size());
  EXPECT_TRUE(test::same_bits(often.judged, seldom.judged));
  const std::vector<double> t = values(seldom, "t");
  ASSERT_EQ(t.size(), 501u);
  EXPECT_NEAR(t[1], 0.002, 1e-12);
  EXPECT_NEAR(t.back(), 1, 1e-9);
  EXPECT_NEAR(values(seldom, "distance").back(), 10, 0.01);
}

TEST_F(Judged, IntegratorsAgreeWithinOnePercent) {
  const test::Course reference = run({"integration.method=rk4"});
  const double load = largest(reference, "wheelset.left.Q"), guiding = largest(reference, "wheelset.left.Y");
  for (const Sets& sets :
       {Sets{"integration.method=rk4", "integration.step=0.0005"},
        Sets{"integration.method=rk4", "integration.step=0.0007"}, Sets{"integration.method=abm4"},
        Sets{"integration.method=dormand_prince"}, Sets{"integration.method=bdf", "output.interval=0.005"}}) {
    const test::Course other = run(sets);
    EXPECT_NEAR(largest(other, "wheelset.left.Q") / load, 1, 0.01) << sets.front();
    EXPECT_NEAR(largest(other, "wheelset.left.Y") / guiding, 1, 0.01) << sets.front();
  }
}

// 490 Hz, which points every 2 ms show as 10 Hz, is reduced to 0.45 %.
TEST_F(Judged, WhatWouldFoldIntoTheBandIsFiltered) {
  const vehicle_case::CaseModel model = load({"integration.method=rk4", "integration.step=0.0002"});
  Simulation simulation(model);
  std::vector<double> rate(simulation.state().y.size());
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  JudgedRecord judged(model, true);
  judged.start(simulation, simulation.state().y[6 * model.vehicle.bodies.reference_body]);
  const std::vector<results::Channel> channels = judged_channels(model);
  const std::size_t vy = results::place_of(channels, "wheelset.vy");
  std::vector<double> y = simulation.state().y;
  double most = 0;
  const ::flangeway::test::AllocationGuard guard;
  for (int i = 0; i < 5000; ++i) {
    y[model.vehicle.bodies.velocity_offset() + 1] = std::sin(2 * std::numbers::pi * 490 * judged.next());
    if (judged.add(&simulation, y.data(), 0) && i > 2500)
      most = std::max(most, std::abs(judged.record()[vy]));
  }
  EXPECT_EQ(guard.count(), 0u);
  EXPECT_LT(most, 0.0047);
  EXPECT_GT(most, 0.001);
}

TEST_F(Judged, WithoutAnIntervalThereIsNone) {
  const test::Course course = run({"output.judged_interval=0", "integration.method=rk4"});
  EXPECT_TRUE(course.judged.empty());
  EXPECT_TRUE(judged_arrays(load({"output.judged_interval=0"})).arrays.empty());
}

}  // namespace
}  // namespace flangeway::simulate
