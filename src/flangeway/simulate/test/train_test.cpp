// Trains against the closed forms of longitudinal dynamics. Theory: docs/theory/trains.md.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "support/recorded_rows.hpp"

namespace flangeway::simulate {
namespace {

using Sets = std::vector<std::string>;

vehicle_case::CaseModel load(const std::string& name, const Sets& sets) {
  Findings findings;
  auto model =
      vehicle_case::load_case(std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/" + name, sets, findings);
  findings.throw_if_any();
  return *model;
}

using test::Rows;
using test::rows_of;

const std::vector<double>& force_of(const Rows& rows, const std::string& element) {
  return rows.at(element + ".force");
}

// f_i = (1/π) √(k/m) sin(iπ/(2n)) of n equal masses between equal springs, free at both ends.
TEST(Train, AChainHasTheFrequenciesOfTheClosedForm) {
  const std::size_t n = 7;
  const double mass = 52000, stiffness = 1.3e7;
  const auto model = load("wagons20.toml", {fmt::format("vehicle.parameters.mass={}", mass),
                                            fmt::format("vehicle.parameters.stiffness={}", stiffness),
                                            fmt::format("vehicle.parts[0].count={}", n),
                                            fmt::format("vehicle.couplers[0].row={}", n - 1)});
  std::vector<double> found;
  for (const Mode& mode : modes(model, false))
    if (mode.coordinate == "s" && mode.frequency > 1e-2) found.push_back(mode.frequency);
  ASSERT_EQ(found.size(), n - 1);
  for (std::size_t i = 1; i < n; ++i) {
    const double expected = std::sqrt(stiffness / mass) / pi *
                            std::sin(static_cast<double>(i) * pi / (2.0 * static_cast<double>(n)));
    EXPECT_NEAR(found[i - 1], expected, 1e-6 * expected);
  }
}

// The shipped chain of twenty wagons.
TEST(Train, TheShippedChainHasItsFrequencies) {
  constexpr double expected[] = {0.3948784470, 0.7873223371, 1.1749121232, 1.5552581854, 1.9260155636};  // Hz
  std::vector<double> found;
  for (const Mode& mode : modes(load("wagons20.toml", {}), false))
    if (mode.coordinate == "s" && mode.frequency > 1e-2) found.push_back(mode.frequency);
  ASSERT_EQ(found.size(), 19u);
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6);
}

// A jump of the pull reaches the next coupler after √(m/k): it runs with the coupling length times √(k/m).
TEST(Train, AJumpRunsThroughTheChain) {
  const double mass = 80000, stiffness = 2e7, pull = 1e5;
  const auto model =
      load("wagons20.toml",
           {"vehicle.parts[0].set={\"running_resistances[0].quadratic\"=1e-9}",
            fmt::format("vehicle.applied_forces[0]={{name=\"pull\",body_i=\"wagon1_body\",position=[0,0,1],"
                        "force=[{},0,0]}}",
                        pull),
            "integration.duration=1.5", "integration.step=5e-4", "output.interval=5e-4"});
  const Rows rows = rows_of(model);
  const auto arrival =
      [&](int coupler) {  // s, of a third of the pull, whose place the dispersion leaves alone
        const auto& force = force_of(rows, fmt::format("coupler{}", coupler));
        const auto found = std::find_if(force.begin(), force.end(), [&](double f) { return f > pull / 3; });
        return 5e-4 * static_cast<double>(found - force.begin());
      };
  const double expected = std::sqrt(mass / stiffness);
  EXPECT_NEAR((arrival(16) - arrival(6)) / 10, expected, 0.01 * expected);
}

// A force F on the first of n vehicles: coupler j carries F (n − j)/n once the couplers are at rest.
TEST(Train, CouplersShareASteadyPull) {
  const auto model = load(
      "wagons20.toml",
      {"vehicle.parts[0].count=5", "vehicle.couplers[0].row=4", "vehicle.couplers[0].damping=1e6",
       "vehicle.parameters.stiffness=5e6", "vehicle.parts[0].set={\"running_resistances[0].quadratic\"=1e-9}",
       "vehicle.applied_forces[0]={name=\"pull\",body_i=\"wagon1_body\",position=[0,0,1],"
       "force=[1e5,0,0]}",
       "integration.duration=12"});
  const Rows rows = rows_of(model);
  for (int j = 1; j <= 4; ++j)
    EXPECT_NEAR(force_of(rows, fmt::format("coupler{}", j)).back(), 1e5 * (5 - j) / 5, 5) << j;
}

// Held by a force on the first wagon, a train on a slope hangs on its couplers: m g sin of those behind.
TEST(Train, CouplersHoldTheWagonsBehindOnAGrade) {
  const double slope = std::atan(0.02), weight = 80000 * 9.81 * std::sin(slope);
  const auto model = load(
      "wagons20.toml",
      {"vehicle.parts[0].count=5", "vehicle.couplers[0].row=4", "vehicle.couplers[0].damping=1e6",
       "vehicle.parameters.stiffness=5e6", "vehicle.parts[0].set={\"running_resistances[0].quadratic\"=1e-9}",
       "track.gradients=[{s=0.0,gradient_permille=20.0}]",
       fmt::format("vehicle.applied_forces[0]={{name=\"pull\",body_i=\"wagon1_body\",position=[0,0,1],"
                   "force=[{},0,0]}}",
                   5 * weight),
       "integration.duration=12"});
  const Rows rows = rows_of(model);
  for (int j = 1; j <= 4; ++j)
    EXPECT_NEAR(force_of(rows, fmt::format("coupler{}", j)).back(), weight * (5 - j), 1e-3 * weight) << j;
}

// Two equal wagons: the largest force is v √(k m/2), the impact lasts π √(m/(2k)), and the wagons exchange
// speeds.
TEST(Train, AnImpactHasTheForceAndTheDurationOfTheClosedForm) {
  const double mass = 80000, stiffness = 2e7;
  for (const double v : {1.0, 2.0, 3.0}) {
    const Rows rows = rows_of(load("shunting_impact.toml", {fmt::format("vehicle.parameters.speed={}", v)}));
    const auto& force = force_of(rows, "buffer");
    const double largest = -*std::min_element(force.begin(), force.end());
    // Rows are 1 ms apart: the largest of them is at most 0.5 (ω/2 ms)² below.
    EXPECT_NEAR(largest, v * std::sqrt(stiffness * mass / 2), 2e-4 * largest);
    const auto pressed = std::count_if(force.begin(), force.end(), [](double f) { return f < -1; });
    EXPECT_NEAR(static_cast<double>(pressed) * 1e-3, pi * std::sqrt(mass / (2 * stiffness)), 1.5e-3);
    EXPECT_NEAR(rows.at("standing_body.vs").back(), v, 1e-4 * v);
    EXPECT_NEAR(rows.at("running_body.vs").back(), 0, 1e-4 * v);
  }
}

// 1e308 N s/m times 15 m/s is more than a number can be.
TEST(Train, AForceBeyondAllNumbersEndsTheRun) {
  const auto model =
      load("shunting_impact.toml", {"speed=15", "vehicle.parameters.speed=0",
                                    "vehicle.parts[0].parameters={mass=\"mass\",resistance_a=0.0,"
                                    "resistance_b=1e308,resistance_c=0.0}"});
  const Summary summary = run(model, {});
  EXPECT_EQ(summary.status, RunStatus::failed);
  EXPECT_THAT(summary.failure,
              testing::HasSubstr("force is inf. Look for a number of the vehicle that is too large"));
}

// m v' = −(A + B v + C v²) with w = v + B/(2C) and D = A/C − (B/(2C))² is w' = −(w² + D) C/m:
// w(t) = √D tan(atan(w0/√D) − t √D C/m).
TEST(Train, AWagonCoastsAsDavisSays) {
  constexpr double mass = 80000, a = 2000, c = 8, v0 = 15, duration = 100;
  for (const double b : {0.0, 50.0}) {
    const std::string resistance = fmt::format(
        "parameters={{mass=\"mass\",resistance_a={:.1f},resistance_b={:.1f},resistance_c={:.1f}}}", a, b, c);
    const auto model = load(
        "shunting_impact.toml",
        {"speed=15", "initial.s=100", "vehicle.parameters.speed=0", "track.segments[0].length=3000",
         "vehicle.parts[0]." + resistance, "vehicle.parts[1]." + resistance,
         fmt::format("integration.duration={}", duration), "integration.step=0.005", "output.interval=1"});
    const Rows rows = rows_of(model);
    const double shift = b / (2 * c), root = std::sqrt(a / c - shift * shift);
    const double before = std::atan((v0 + shift) / root), after = before - duration * root * c / mass;
    const double speed = root * std::tan(after) - shift;
    // The integral of w is (m/C) ln(cos(angle)/cos(angle at the start)).
    const double distance = mass / c * std::log(std::cos(after) / std::cos(before)) - shift * duration;
    EXPECT_NEAR(rows.at("standing_body.vs").back(), speed, 1e-6 * speed) << b;
    EXPECT_NEAR(rows.at("standing_body.s").back() - rows.at("standing_body.s").front(), distance,
                1e-6 * distance)
        << b;
  }
}

TEST(Train, AConstantResistanceBringsAWagonToRest) {
  const Rows rows = rows_of(
      load("shunting_impact.toml",
           {"speed=0.5", "vehicle.parameters.speed=0",
            "vehicle.parts[0].parameters={mass=\"mass\",resistance_a=40000.0}",
            "vehicle.parts[1].parameters={mass=\"mass\",resistance_a=40000.0}", "integration.duration=3"}));
  // 0.5 m/s at 0.5 m/s²: 1 s and 0.25 m, and a few millimetres of the last centimetre per second.
  EXPECT_NEAR(rows.at("standing_body.vs").back(), 0, 1e-10);
  EXPECT_NEAR(rows.at("standing_body.s").back() - rows.at("standing_body.s").front(), 0.25, 2e-4);
}

/// Rows of the whole, and what a vehicle more adds: the sizes that a step goes through.
TEST(Train, SizesGrowLinearlyWithTheVehicles) {
  std::vector<multibody::Model> models;
  for (const int n : {5, 10, 20})
    models.push_back(load("wagons20.toml", {fmt::format("vehicle.parts[0].count={}", n),
                                            fmt::format("vehicle.couplers[0].row={}", n - 1)})
                         .vehicle.bodies);
  EXPECT_EQ(models[2].state_size() - models[1].state_size(),
            2 * (models[1].state_size() - models[0].state_size()));
  EXPECT_EQ(models[2].elements.size() - models[1].elements.size(),
            2 * (models[1].elements.size() - models[0].elements.size()));
}

// Five cars on six bogies: every inner bogie carries one car, the outer ones half of one.
TEST(Train, JacobsBogiesCarryTheEndsOfTwoCars) {
  const auto model =
      load("articulated_r500.toml", {"track=\"" FLANGEWAY_SOURCE_DIR "/models/tracks/straight_1000.toml\"",
                                     "initial.s=200", "integration.duration=0.3"});
  const Rows rows = rows_of(model);
  for (int bogie = 1; bogie <= 6; ++bogie) {
    double load = 0;
    for (const char* wheel : {"wheelset1.left", "wheelset1.right", "wheelset2.left", "wheelset2.right"})
      load += rows.at(fmt::format("bogie{}_{}.Q", bogie, wheel)).back();
    const double cars = bogie == 1 || bogie == 6 ? 0.5 : 1;
    EXPECT_NEAR(load, (3000 + 2 * 1600 + cars * 20000) * 9.81, 2e-3 * load) << bogie;
  }
}

}  // namespace
}  // namespace flangeway::simulate
