// A vehicle on rollers in place of rails. Theory: docs/theory/roller_rig.md.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using Sets = std::vector<std::string>;
using test::Rows;
using test::operator+;
constexpr double wheel_radius = 0.457, load_of_wheelset = test::wheelset_mass * test::gravity;  // [m], [N]

// The contacts of a state that rests on its rails.
struct Instant {
  explicit Instant(const vehicle_case::CaseModel& model) : Instant(model, [](std::vector<double>&) {}) {}
  template <typename Move>
  Instant(const vehicle_case::CaseModel& model, const Move& move) : simulation(model) {
    std::vector<double> y = simulation.state().y;
    move(y);
    rate.resize(y.size());
    EXPECT_EQ(simulation.derivative(0, y.data(), rate.data()), EvalStatus::ok);
  }
  [[nodiscard]] const wheelrail::WheelsetResult& wheelset() const {
    return simulation.contacts().wheelsets[0];
  }
  // The largest contact of a side.
  [[nodiscard]] const wheelrail::Contact& contact(std::size_t side) const {
    const wheelrail::Contact* largest = nullptr;
    for (std::size_t k = 0; k < wheelset().contact_count; ++k) {
      const wheelrail::Contact& one = wheelset().contacts[k];
      if (one.side == side && (largest == nullptr || one.normal_force > largest->normal_force))
        largest = &one;
    }
    return *largest;
  }
  // Sum of all normal forces, about the wheelset's centre.
  [[nodiscard]] Vec3 normal_force() const {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < wheelset().contact_count; ++k)
      sum += wheelset().contacts[k].normal * wheelset().contacts[k].normal_force;
    return sum;
  }
  [[nodiscard]] Vec3 normal_moment() const {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < wheelset().contact_count; ++k) {
      const wheelrail::Contact& one = wheelset().contacts[k];
      sum += one.arm.cross(one.normal * one.normal_force) + one.moment;
    }
    return sum;
  }

  Simulation simulation;
  std::vector<double> rate;
};

class RollerRig : public test::WheelsetCase {
 protected:
  RollerRig() { track("segments = [{ kind = \"straight\", length = 400.0 }]"); }

  const Sets on_track{"contact.method=elastic", "integration.method=abm4", "integration.step=5e-4"};
  [[nodiscard]] Sets rig(double radius) const {
    return on_track + Sets{"drive=rollers", fmt::format("roller_rig.radius={}", radius)};
  }
  // Height of the contact over the top of the roller, along its circumference.
  static double height_of(const vehicle_case::CaseModel& model, const Instant& instant, std::size_t side) {
    const wheelrail::Contact& contact = instant.contact(side);
    const double top = wheelrail::rail_reference(model.contact, model.contact.wheelsets[0], side).y();
    const double z = instant.simulation.bodies().bodies[0].position.z() + contact.arm.z() - top;
    const double x = contact.arm.x() - instant.wheelset().wheels[side].rail.roller_ahead;
    const double radius = model.roller_rig->radius;
    return std::sqrt(x * x + (radius + z) * (radius + z)) - radius;
  }
  Mode hunting(const Sets& sets) {
    for (const Mode& mode : modes(load(sets), true))
      if (mode.frequency > 0.01) return mode;
    ADD_FAILURE() << "does not hunt";
    return {};
  }
  Rows run_of(const Sets& sets) { return test::rows_of(load(sets)); }
};

// A wheel on a roller is, for the normal problem, a wheel with the sum of both curvatures on a rail.
TEST_F(RollerRig, HertzHasBothCurvatures) {
  constexpr double roller = 0.6, both = 1 / (1 / wheel_radius + 1 / roller);
  const Instant on_roller(load(rig(roller))), on_rail(load(on_track));
  const Instant small(load(on_track + Sets{fmt::format("vehicle.wheelsets[0].wheel_radius={}", both)}));
  const auto& values = on_roller.contact(0).values;
  for (const auto channel : {geometry::patch_a, geometry::patch_b, geometry::patch_approach})
    EXPECT_NEAR(values[channel], small.contact(0).values[channel], 2e-3 * values[channel]);
  EXPECT_NEAR(on_roller.contact(0).indentation, small.contact(0).indentation,
              2e-3 * small.contact(0).indentation);
  EXPECT_LT(values[geometry::patch_a], 0.8 * on_rail.contact(0).values[geometry::patch_a]);
  // Hertz's ratio of axes belongs to the sum of curvatures: the lateral one is found from the width.
  const contact::Material steel;
  const double along = std::cos(on_roller.contact(0).angle) * (1 / wheel_radius + 1 / roller);
  double low = 0.1, high = 100;
  for (int i = 0; i < 60; ++i) {
    const double across = std::sqrt(low * high);
    (contact::unit_patch(along, across, steel, steel).b > values[geometry::patch_b] ? low : high) = across;
  }
  EXPECT_NEAR(contact::unit_patch(along, low, steel, steel).a, values[geometry::patch_a],
              2e-3 * values[geometry::patch_a]);
}

// docs/theory/roller_rig.md (5)
TEST_F(RollerRig, GravityDrivesAWheelsetOffTheRollers) {
  constexpr double yaw = 2e-3, roller = 0.5;
  const Sets turned{fmt::format("initial.yaw={}", yaw)};
  const Instant on_roller(load(rig(roller) + turned)), on_rail(load(on_track + turned));
  const double base = (on_roller.contact(0).arm.y() - on_roller.contact(1).arm.y()) / 2,
               lever = base - wheel_radius * std::tan(on_roller.contact(0).angle);
  const double moment = load_of_wheelset * lever * lever / (wheel_radius + roller) * yaw;
  EXPECT_NEAR(on_roller.normal_moment().z() - on_rail.normal_moment().z(), moment, 0.01 * moment);

  constexpr double ahead = 5e-3;
  vehicle_case::CaseModel behind = load(rig(roller));
  behind.roller_rig->ahead[0] = -ahead;
  const double force = load_of_wheelset * ahead / (wheel_radius + roller);
  EXPECT_NEAR(Instant(behind).normal_force().x(), force, 0.015 * force);
  EXPECT_NEAR(Instant(load(rig(roller))).normal_force().x(), 0, 1e-3 * force);
}

// docs/theory/roller_rig.md (6): the surfaces turn about two axles that point the same way.
TEST_F(RollerRig, SpinHasBothRadii) {
  constexpr double roller = 0.5;
  const vehicle_case::CaseModel model = load(rig(roller));
  const Instant instant(model);
  const wheelrail::Contact& contact = instant.contact(0);
  const double height = height_of(model, instant, 0);
  const double expected =
      -std::sin(contact.angle) * (-1 / contact.values[geometry::wheel_z] + 1 / (roller + height));
  EXPECT_GT(std::abs(expected), 0.05);
  EXPECT_NEAR(contact.creepages.spin, expected, 2e-3 * std::abs(expected));
}

// With 1/R, and to rounding where the roller is as large as a hill.
TEST_F(RollerRig, LargeRollersAreATrack) {
  const Sets aside{"initial.y=0.003", "initial.yaw=0.004"};
  const Instant rail(load(on_track + aside));
  const auto error = [&](double radius) {
    const Instant roller(load(rig(radius) + aside));
    double largest = 0;
    for (std::size_t i = 0; i < rail.rate.size(); ++i)
      largest = std::max(largest, std::abs(roller.rate[i] - rail.rate[i]) / (1 + std::abs(rail.rate[i])));
    return largest;
  };
  const double near = error(1e2), far = error(1e3);
  EXPECT_NEAR(near / far, 10, 0.5);
  EXPECT_LT(error(1e6), 2e-3 * far);
}

TEST_F(RollerRig, MirrorImagesAreMirrorImages) {
  const Instant left(load(rig(0.5) + Sets{"initial.y=0.004", "initial.yaw=0.003"}));
  const Instant right(load(rig(0.5) + Sets{"initial.y=-0.004", "initial.yaw=-0.003"}));
  constexpr double sign[] = {1, -1, 1, -1, 1, -1};
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(left.rate[6 + i], sign[i] * right.rate[6 + i], 1e-5 * (1 + std::abs(left.rate[6 + i]))) << i;
}

// docs/theory/roller_rig.md (7): Klingel's wave where inertia does nothing yet. It leaves out spin and
// gravity, which change both waves by 5 %.
TEST_F(RollerRig, HuntsOnAShorterWave) {
  constexpr double roller = 0.3, speed = 1, aside = 2e-4;
  const Sets slow{fmt::format("speed={}", speed)};
  const Mode on_rails = hunting(on_track + slow), on_rig = hunting(rig(roller) + slow);
  const double wave = speed / on_rig.frequency, wave_on_track = speed / on_rails.frequency;
  const vehicle_case::CaseModel model = load(rig(roller) + Sets{fmt::format("initial.y={}", aside)});
  const Instant moved(model);
  const auto radius = [&](std::size_t side) { return -moved.contact(side).values[geometry::wheel_z]; };
  const double of_wheel = (radius(0) - radius(1)) / (2 * aside),
               of_roller = (height_of(model, moved, 1) - height_of(model, moved, 0)) / (2 * aside),
               base = (moved.contact(0).arm.y() - moved.contact(1).arm.y()) / 2;
  const double on_rails_alone = of_wheel / wheel_radius, of_both = on_rails_alone + of_roller / roller;
  EXPECT_NEAR(wave_on_track, 2 * M_PI * std::sqrt(base / on_rails_alone), 0.05 * wave_on_track);
  EXPECT_NEAR(wave / wave_on_track, std::sqrt(on_rails_alone / of_both), 0.01);
  EXPECT_LT(wave, 0.9 * wave_on_track);
}

// At 66 m/s, between the critical speeds on rollers of 0.7 m radius (59 m/s) and on the track (73 m/s).
TEST_F(RollerRig, AVehicleHuntsAtALowerSpeed) {
  folder_.write("case.toml", "vehicle = \"" FLANGEWAY_SOURCE_DIR
                             "/models/vehicles/manchester.toml\"\ntrack = \"track.toml\"\nspeed = 66.0\n");
  folder_.write("track.toml",
                "[[segments]]\nkind = \"straight\"\nlength = 1000.0\n[rails]\nprofile = \"60e1\"\n"
                "lateral_position = 0.75\ninclination = 0.025\n");
  const auto growth = [&](const Sets& sets) {
    double fastest = -1e9;
    for (const Mode& mode : modes(load(sets), true))
      if (mode.frequency > 1) fastest = std::max(fastest, mode.eigenvalue.real());
    return fastest;
  };
  EXPECT_LT(growth(on_track), 0);
  EXPECT_GT(growth(rig(0.7)), 0);
}

// The wheelset turns faster with the driven rollers, which give it the torque.
TEST_F(RollerRig, DrivenRollersTurnTheWheelset) {
  constexpr double roller = 0.5, acceleration = 2, inertia = 112;  // [m], [m/s²], [kg m²]
  const Rows rows = run_of(rig(roller) + Sets{"roller_rig.speed_profile=[[0,10],[2,14]]",
                                              "integration.duration=1.5", "output.interval=0.01"});
  EXPECT_NEAR(rows.at("wheelset.rollers.speed").back(), 13, 1e-9);
  EXPECT_NEAR(rows.at("wheelset.s").back(), 15, 1e-6);
  const double radius = 10 / rows.at("wheelset.vpitch").front();      // with which it rolls without creep
  EXPECT_NEAR(rows.at("wheelset.vpitch").back() * radius, 13, 8e-3);  // it creeps
  const double torque = -inertia * acceleration / (radius * radius) * roller;
  EXPECT_NEAR(rows.at("wheelset.rollers.torque").back(), torque, 5e-3 * std::abs(torque));
  EXPECT_NEAR(rows.at("vehicle.energy_residual").back(), 0, 0.2);
}

// Free rollers are slowed down together with the wheelset.
TEST_F(RollerRig, BrakedRollersSlowTheWheelset) {
  constexpr double roller = 0.5, torque = -400, inertia = 150, of_wheelset = 112;
  const Rows rows = run_of(rig(roller) + Sets{"roller_rig.rollers=free", "roller_rig.inertia=150",
                                              "roller_rig.torque=[[0,-400],[9,-400]]",
                                              "integration.duration=1.5", "output.interval=0.01"});
  const double radius = 10 / rows.at("wheelset.vpitch").front();
  const double slowing =
      torque / roller / (inertia / (roller * roller) + of_wheelset / (radius * radius));  // [m/s²]
  const double speed = 10 + 1.5 * slowing;
  EXPECT_NEAR(rows.at("wheelset.rollers.speed").back(), speed, 2e-3);
  EXPECT_NEAR(rows.at("wheelset.vpitch").back() * radius, speed, 4e-3);
  EXPECT_NEAR(rows.at("wheelset.s").back(), 15, 1e-6);
}

// A motor turns free rollers by way of the wheels, with the creep that its torque needs.
TEST_F(RollerRig, MotorsTurnFreeRollers) {
  constexpr double roller = 0.5, torque = 300;
  const Rows rows = run_of(rig(roller) + Sets{"roller_rig.rollers=free", "roller_rig.inertia=150",
                                              "traction.torque=[[0,300],[9,300]]", "integration.duration=1",
                                              "output.interval=0.01"});
  const double radius = 10 / rows.at("wheelset.vpitch").front();
  const double gain = torque / radius / (150 / (roller * roller) + 112 / (radius * radius));
  EXPECT_NEAR(rows.at("wheelset.rollers.speed").back(), 10 + gain, 2e-3);
  EXPECT_GT(rows.at("wheelset.vpitch").back() * radius, rows.at("wheelset.rollers.speed").back());
}

// Creep damps the speed of a light roller within a microsecond here, a thousandth of a step.
TEST_F(RollerRig, LightRollersFollowSlowWheels) {
  const Rows rows =
      run_of(rig(0.5) + Sets{"speed=1", "initial.y=0.002", "roller_rig.rollers=free",
                             "roller_rig.inertia=0.5", "integration.duration=1", "output.interval=0.01"});
  for (const double speed : rows.at("wheelset.rollers.speed")) ASSERT_NEAR(speed, 1, 5e-3);
}

TEST_F(RollerRig, SomeAnalysesRefuseIt) {
  Findings findings;
  refuse_rollers(load(rig(0.5)), "a rig has no curves, cant and twist", findings);
  EXPECT_THAT(
      findings.text(),
      ::testing::EndsWith("case.toml: drive: is \"rollers\": a rig has no curves, cant and twist (got "
                          "rollers; allowed prescribed). Set drive to prescribed, and leave "
                          "roller_rig out."));
  Findings none;
  refuse_rollers(load(on_track), "", none);
  EXPECT_TRUE(none.empty());
}

// Half the step gives the same motion.
TEST_F(RollerRig, ConvergesWithTheStep) {
  const Sets motion = rig(0.5) + Sets{"initial.y=0.002", "integration.duration=1", "output.interval=0.01",
                                      "roller_rig.rollers=free", "roller_rig.inertia=150"};
  const auto end = [&](const Sets& more) { return run_of(motion + more).at("wheelset.y").back(); };
  const double fine = end({"integration.step=1.25e-4"});
  const double error = std::abs(end({"integration.step=5e-4"}) - fine),
               half = std::abs(end({"integration.step=2.5e-4"}) - fine);
  EXPECT_LT(error, 2e-6);
  EXPECT_LT(half, 0.5 * error + 1e-9);
}

}  // namespace
}  // namespace flangeway::simulate
