// Single wheels on carriers. Theory: docs/theory/single_wheels.md.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "support/load_case.hpp"
#include "support/recorded_rows.hpp"
#include "support/series.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::simulate {
namespace {

using test::difference_of;
using test::greatest;
using test::Rows;
using ::testing::HasSubstr;

const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
const std::string trailer = models + "cases/single_wheel_trailer_r300.toml";
constexpr double gravity = 9.81, carbody_mass = 8000, carrier_mass = 300;  // of the trailer

constexpr double bridge_mass = 1000, half_base = 0.75;             // kg, m
constexpr double roll = 60, spin = 10, yaw = 60;                   // kg m², of half a bridge
constexpr double shift = bridge_mass / 2 * half_base * half_base;  // of the half about the middle

std::string carbody_text() {
  return "name = \"wagon\"\n[[bodies]]\nname = \"carbody\"\nmass = 8000.0\n"
         "inertia = [6000.0, 30.0e3, 30.0e3]\nposition = [0.0, 0.0, 1.1]\n";
}

std::string springs_text(const std::string& axle, double x, const char* left, const char* right) {
  std::string text;
  for (const auto& [body, side] : {std::pair(left, 1), std::pair(right, -1)})
    text += fmt::format(
        "[[bushings]]\nname = \"spring_{0}_{1}\"\nbody_i = \"carbody\"\nbody_j = \"{0}{2}\"\n"
        "position = [{3}, {4}, 0.42]\nstiffness = [2e6, 2e6, 3e5]\ndamping = [1e4, 1e4, 1.2e4]\n",
        axle, side > 0 ? "left" : "right", body, x, side * half_base);
  return text;
}

std::string wheelset_text(const std::string& name, double x, double mass, const std::string& inertia,
                          const std::string& more) {
  return fmt::format(
      "[[wheelsets]]\nname = \"{}\"\nx = {}\nmass = {}\ninertia = [{}]\nwheel_radius = 0.42\n"
      "wheel_profile = \"s1002\"\nprofile_position = {}\n{}\n",
      name, x, mass, inertia, half_base, more);
}

std::string bridge_text(const std::string& name, double x) {
  return wheelset_text(name, x, bridge_mass,
                       fmt::format("{}, {}, {}", 2 * (roll + shift), 2 * spin, 2 * (yaw + shift)),
                       "rotation = \"independent\"") +
         springs_text(name, x, "", "");
}

std::string joined_text(const std::string& name, double x) {
  std::string text;
  for (const std::string side : {"left", "right"})
    text += wheelset_text(name + "_" + side, x, bridge_mass / 2, fmt::format("{}, {}, {}", roll, spin, yaw),
                          "wheels = \"" + side + "\"");
  return text + springs_text(name, x, "_left", "_right") +
         fmt::format(
             "[[revolute_joints]]\nname = \"{0}_middle\"\nbody_i = \"{0}_left\"\n"
             "body_j = \"{0}_right\"\nposition = [{1}, 0.0, 0.42]\n",
             name, x);
}

Rows run_of(const std::string& vehicle) {
  const test::TemporaryFolder folder;
  folder.write("vehicle.toml", carbody_text() + vehicle);
  folder.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"" + models +
                                "tracks/curve_r300.toml\"\nspeed = 15.0\ninitial = { s = 40.0 }\n"
                                "[contact]\nmethod = \"elastic\"\nfriction = { coefficient = 0.3 }\n"
                                "[integration]\nmethod = \"abm4\"\nstep = 2.5e-4\nduration = 2.5\n");
  return test::rows_of(test::load_case(folder.path() / "case.toml"));
}

// An axle bridge with independent wheels, cut in the middle: a joint that lets its halves turn about the axle
// joins them. Both run through the transition into the curve, where flanges touch. Each half has a track
// frame of its own, which the yaw of the bridge moves along the curve, in opposite directions.
TEST(SingleWheels, TwoThatAJointJoinsAreABridgeWithIndependentWheels) {
  const Rows bridge = run_of(bridge_text("front", 3.0) + bridge_text("rear", -3.0)),
             joined = run_of(joined_text("front", 3.0) + joined_text("rear", -3.0));
  EXPECT_GT(greatest(bridge.at("front.right.flange.normal_force")), 1e3);
  for (const std::string axle : {"front", "rear"}) {
    for (const std::string side : {"left", "right"}) {
      const std::string wheel = axle + "." + side, half = axle + "_" + side;
      const double load = greatest(bridge.at(wheel + ".Q"));
      for (const std::string force : {".Q", ".Y"})
        EXPECT_LT(difference_of(bridge.at(wheel + force), joined.at(half + "." + side + force)), 6e-4 * load)
            << half << force;
      EXPECT_LT(difference_of(bridge.at(wheel + ".spin"), joined.at(half + ".vpitch")), 3e-4 * 36) << half;
    }
    std::vector<double> mean = joined.at(axle + "_left.yaw");
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = (mean[i] + joined.at(axle + "_right.yaw")[i]) / 2;
    EXPECT_GT(greatest(mean), 0.003);
    EXPECT_LT(difference_of(bridge.at(axle + ".yaw"), mean), 5e-6) << axle;
  }
  EXPECT_LT(difference_of(bridge.at("carbody.y"), joined.at("carbody.y")), 1e-6);
}

// On straight track nothing brakes a wheel that turns by itself, and each bears its share of the weight.
TEST(SingleWheels, RollFreelyUnderTheirLoad) {
  const Rows rows =
      test::rows_of(test::load_case(trailer, {"initial.s=5", "integration.duration=2.0", "initial.y=0.002"}));
  const double load = (carbody_mass / 4 + carrier_mass) * gravity;
  for (const std::string wheel :
       {"front_left.left", "front_right.right", "rear_left.left", "rear_right.right"}) {
    EXPECT_NEAR(rows.at(wheel + ".Q").back(), load, 2e-3 * load) << wheel;
    EXPECT_LT(std::abs(rows.at(wheel + ".creep_force_x").back()), 1e-4 * load) << wheel;
  }
  EXPECT_FALSE(rows.contains("front_left.right.Q"));
  EXPECT_FALSE(rows.contains("front_right.left.tread.normal_force"));
}

// In the curve, once the motion has settled: the forces of Newton, and the work of the drive is what friction
// and dampers lose.
TEST(SingleWheels, CarryWeightAndCentrifugalForceInACurve) {
  const vehicle_case::CaseModel model = test::load_case(trailer, {"integration.duration=12.0"});
  Rows rows;
  RunOptions options;
  test::record_rows(model, rows, options);
  const Summary summary = run(model, options);
  ASSERT_EQ(summary.status, RunStatus::completed) << summary.failure;
  EXPECT_THAT(summary.warnings, ::testing::IsEmpty());
  ASSERT_EQ(summary.wheels.size(), 4U);
  EXPECT_EQ(summary.wheels[1].name, "front_right.right");
  double q = 0, y = 0;
  for (const std::string wheel :
       {"front_left.left", "front_right.right", "rear_left.left", "rear_right.right"}) {
    q += rows.at(wheel + ".Q").back();
    y += rows.at(wheel + ".Y").back();
  }
  const double mass = carbody_mass + 4 * carrier_mass;
  EXPECT_NEAR(q, mass * gravity, 1e-3 * mass * gravity);
  EXPECT_NEAR(-y, mass * 15.0 * 15.0 / 300.0, 0.01 * mass * 15.0 * 15.0 / 300.0);
  EXPECT_LT(greatest(rows.at("vehicle.energy_residual")), 1e-3 * greatest(rows.at("vehicle.drive_work")));
}

TEST(SingleWheels, AMirroredRunIsMirrored) {
  const test::TemporaryFolder folder;
  const auto rows_of = [&](const std::string& direction) {
    folder.write(
        "track.toml",
        "segments = [{ kind = \"straight\", length = 20.0 }, { kind = \"transition\", length = 30.0 },\n"
        "  { kind = \"circular\", length = 100.0, radius = 300.0, direction = \"" +
            direction + "\" }]\n[rails]\nprofile = \"60e1\"\ngauge = 1.435\ninclination = 0.05\n");
    folder.write("case.toml",
                 "vehicle = \"" + models +
                     "vehicles/single_wheel_trailer.toml\"\ntrack = \"track.toml\"\nspeed = 15.0\n"
                     "initial = { s = 5.0 }\n[contact]\nmethod = \"elastic\"\n[integration]\n"
                     "method = \"abm4\"\nstep = 2.5e-4\nduration = 4.0\n");
    return test::rows_of(test::load_case(folder.path() / "case.toml"));
  };
  const Rows left = rows_of("left"), right = rows_of("right");
  EXPECT_LT(difference_of(left.at("front_right.right.Q"), right.at("front_left.left.Q")), 0.1);
  EXPECT_LT(difference_of(left.at("front_right.y"), right.at("front_left.y"), -1), 1e-7);
  EXPECT_GT(difference_of(left.at("front_right.right.Q"), left.at("front_left.left.Q")), 1e3);
}

TEST(SingleWheels, HaveModesButNoSteadyRunning) {
  const vehicle_case::CaseModel model = test::load_case(trailer);
  const std::vector<Mode> all = modes(model, true);
  EXPECT_TRUE(
      std::any_of(all.begin(), all.end(), [](const Mode& mode) { return mode.body == "front_left"; }));
  Findings findings;
  check_steady_running(model, findings);
  EXPECT_THAT(
      findings.text(),
      HasSubstr("vehicle: has single wheels on carriers, as front_left, of which no steady running is known "
                "(allowed wheelsets with two wheels). Take a vehicle without them, or use flangeway run."));
}

// The rail is below the wheel, and the spring beside it.
TEST(SingleWheels, ACarrierThatWouldFallOverIsRefused) {
  EXPECT_THAT(test::case_findings(trailer, {"vehicle.bushings[0].position=[3.0, 0.6, 0.42]",
                                            "vehicle.bushings[0].rotational_stiffness=[0, 0, 0]",
                                            "vehicle.bushings[0].rotational_damping=[0, 0, 0]"}),
              HasSubstr("wheelsets[0]: \"front_left\" is not held in roll by the suspension (got "));
}

TEST(SingleWheels, WhatTheyCannotBeCombinedWithIsRefused) {
  const auto text = [](const std::string& set) { return test::case_findings(trailer, {set}); };
  const std::string with = "cannot be combined with single wheels, as that of front_left ",
                    advice = " Change it, or set wheels = \"both\" in the vehicle file.";
  EXPECT_THAT(text("contact.method=kec"),
              HasSubstr("contact.method: " + with + "(got kec; allowed elastic)." + advice));
  EXPECT_THAT(text("contact.method=lut"), HasSubstr("(got lut; allowed elastic)." + advice));
  EXPECT_THAT(text("contact.patch=strip"),
              HasSubstr("contact.patch: " + with + "(got strip; allowed hertz)." + advice));
  EXPECT_THAT(test::case_findings(trailer, {"coupling.method=mass_spring",
                                            "track=" + models + "tracks/ballasted_uic60.toml"}),
              HasSubstr("coupling.method: " + with + "(got mass_spring; allowed none)." + advice));
  EXPECT_THAT(test::case_findings(trailer, {"drive=rollers", "roller_rig.radius=0.8"}),
              HasSubstr("roller_rig: " + with + "(allowed a track)." + advice));
  EXPECT_THAT(
      test::case_findings(
          trailer,
          {"wheels=[{ wheelset = \"front_left\", side = \"right\", kind = \"flat\", length = 0.03 }]"}),
      HasSubstr(
          "wheels[0].side: names a wheel that is not there (got front_left.right). Name the wheelset, or "
          "the side on which it has its wheel."));
  EXPECT_THAT(
      text("vehicle.wheelsets[0].rotation=independent"),
      HasSubstr(
          "wheelsets[0].rotation: is that of two wheels, but wheels = \"left\" (got independent). Leave "
          "it out: a single wheel turns by itself."));
  EXPECT_THAT(
      text("vehicle.wheelsets[1].wheel_profile_left=s1002"),
      HasSubstr("wheelsets[1].wheel_profile_left: is that of a wheel that is not there, because wheels = "
                "\"right\". Leave it out, and give wheel_profile."));
}

}  // namespace
}  // namespace flangeway::simulate
