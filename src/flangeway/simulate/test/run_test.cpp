#include "flangeway/simulate/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Run : public test::WheelsetCase {
 protected:
  Run() : WheelsetCase(40) {}

  // Values of one channel over a run.
  std::vector<double> record(const vehicle_case::CaseModel& model, const std::string& name,
                             Summary& summary) {
    const auto all = channels(model);
    std::size_t index = 0;
    while (index < all.size() && all[index].name != name) ++index;
    EXPECT_LT(index, all.size()) << name;
    std::vector<double> values;
    RunOptions options;
    options.record = [&](const double* row) {
      values.push_back(row[index]);
      return true;
    };
    summary = run(model, options);
    return values;
  }
};

TEST_F(Run, FollowsASpeedProfileExactly) {
  const auto model = load({"speed_profile=[[0,10],[2,14],[3,14]]", "integration.duration=4"});
  Summary summary;
  const std::vector<double> speed = record(model, "wheelset.vs", summary);
  EXPECT_EQ(summary.status, RunStatus::completed);
  EXPECT_NEAR(speed.back(), 14, 1e-9);
  EXPECT_NEAR(summary.distance, 10 * 2 + 4 + 14 * 2, 1e-6);
}

// The equation of a wheelset that rolls: torque/r = (m + I/r²) a, on the straight with little creep.
TEST_F(Run, TractionTorqueAcceleratesAFreeWheelset) {
  const double torque = 100, radius = 0.457;
  const auto model = load({"drive=free", "traction.torque=[[0,100],[9,100]]", "integration.duration=3"});
  Summary summary;
  const std::vector<double> speed = record(model, "wheelset.vs", summary);
  const double acceleration = torque / radius / (1813 + 112 / (radius * radius));
  EXPECT_NEAR((speed.back() - speed.front()) / 3, acceleration, 0.005 * acceleration);
}

// At walking pace creep is stiff: slip and mean velocity are integrated apart, so that 1 ms is still enough
// at 1 m/s, and a step that is too long is reported.
TEST_F(Run, RollsSteadilyAtWalkingPaceAndWarnsWhereTheStepIsTooLong) {
  Summary summary;
  const std::vector<std::string> sets{"drive=free", "speed=1", "integration.duration=4"};
  const auto spin = record(load(sets), "wheelset.vpitch", summary);
  // Spin creepage alone slows it down, by 1.4e-4 in these 4 s; an unresolved step makes it swing by half.
  for (const double value : spin) EXPECT_NEAR(value, spin.front(), 1e-3 * spin.front());
  EXPECT_TRUE(summary.warnings.empty());
  const auto crawling = record(load({"speed=0.05", "integration.duration=0.1"}), "wheelset.y", summary);
  ASSERT_FALSE(summary.warnings.empty());  // forces may jump, too
  EXPECT_THAT(summary.warnings[0], HasSubstr("not resolved at so low a speed: do not trust the result"));
}

TEST_F(Run, StartsInStaticEquilibriumOnBothWheels) {
  for (const char* method : {"kec", "lut"}) {
    const auto model = load({std::string("contact.method=") + method, "integration.duration=0.01"});
    Summary summary;
    const std::vector<double> q = record(model, "wheelset.left.Q", summary);
    EXPECT_NEAR(q.front(), 1813 * 9.81 / 2, 1) << method;
  }
}

// The papers take the normal force of the step before; with 1 ms it makes no visible difference here.
TEST_F(Run, NormalForceOfThePreviousStepGivesNearlyTheSame) {
  Summary solved, previous;
  const auto a = record(load({"integration.duration=9"}), "wheelset.y", solved);
  const auto b =
      record(load({"integration.duration=9", "contact.normal_force=previous_step"}), "wheelset.y", previous);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 2e-5);
}

TEST_F(Run, LowerFrictionOfOneRailShowsInItsCreepForce) {
  Summary summary;
  const std::vector<std::string> both{"contact.friction.left=0.05", "contact.friction.right=0.4"};
  const auto left = record(load(both), "wheelset.left.tread.creep_force_x", summary);
  const auto load_left = record(load(both), "wheelset.left.tread.normal_force", summary);
  for (std::size_t i = 0; i < left.size(); ++i)
    EXPECT_LE(std::abs(left[i]), 0.05 * load_left[i] * (1 + 1e-6));
}

TEST_F(Run, FrictionOverTheContactAngleReplacesTheCoefficient) {
  Summary plain, same;
  const auto a = record(load({"contact.friction.coefficient=0.2"}), "wheelset.y", plain);
  const auto b = record(load({"contact.friction.over_angle_deg=[[0,0.2],[80,0.2]]"}), "wheelset.y", same);
  EXPECT_EQ(a, b);
}

TEST_F(Run, RungeKuttaRecordsForcesAndSeesDerailmentsToo) {
  Summary abm, rk;
  const auto a = record(load({}), "wheelset.right.Q", abm);
  const auto b = record(load({"integration.method=rk4"}), "wheelset.right.Q", rk);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-3 * a[i]);
  EXPECT_EQ(rk.wheels[1].name, "wheelset.right");
  EXPECT_NEAR(rk.wheels[1].q_mean, abm.wheels[1].q_mean, 1);
  const auto climbing =
      load({"initial.yaw=0.06", "contact.friction.coefficient=0.6", "integration.method=rk4"});
  EXPECT_EQ(run(climbing, {}).status, RunStatus::derailed);
}

TEST_F(Run, EndsAtTheEndOfTheTrackHoweverLongItWasToLast) {
  Summary summary;
  (void)record(load({"integration.duration=100"}), "wheelset.y", summary);
  EXPECT_EQ(summary.status, RunStatus::completed);
  EXPECT_NEAR(summary.distance, 130, 0.02);
  EXPECT_THAT(summary.warnings, ::testing::Contains(StartsWith("the track ended after 13.0")));
  const auto backwards =
      load({"drive=free", "traction.torque=[[0,-4000],[99,-4000]]", "integration.duration=60"});
  EXPECT_THAT(run(backwards, {}).warnings, ::testing::Contains(HasSubstr("ran backwards off the start")));
}

TEST_F(Run, RefusesWhatCannotRun) {
  const auto text = [&](const std::vector<std::string>& sets) -> std::string {
    try {
      (void)load(sets);
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(
      text({"speed_profile=[[0,10],[2,0]]"}),
      HasSubstr(
          "speed_profile: ends at a standstill, so that the vehicle would never reach the end of the track. "
          "Give integration.duration."));
  EXPECT_THAT(
      text({"contact.creep.law=fixed_coefficients"}),
      HasSubstr("contact.creep: has the law fixed_coefficients but no coefficients. Give f11 and f22, or "
                "choose another law."));
  EXPECT_THAT(text({"initial.s=600"}),
              HasSubstr("initial.s: is not on the track (got 600; allowed 0 to 130 m). "
                        "Start the vehicle's reference on the track."));
}

TEST_F(Run, EndsCleanlyOnRequest) {
  const auto model = load({});
  RunOptions options;
  int rows = 0;
  options.record = [&](const double*) { return ++rows < 5; };
  const Summary summary = run(model, options);
  EXPECT_EQ(summary.status, RunStatus::stopped);
  EXPECT_EQ(summary.failure, "");
  EXPECT_NEAR(summary.time, 0.04, 1e-9);
}

TEST_F(Run, ReportsTimePlaceAndCauseOfAFailure) {
  const auto model = load({"contact.method=lut", "initial.yaw=0.05", "contact.lookup.flange_stiffness=1e14",
                           "contact.lookup.flange_damping=0", "integration.method=abm4",
                           "integration.step=5e-3", "contact.friction.coefficient=1.5"});
  const Summary summary = run(model, {});
  EXPECT_EQ(summary.status, RunStatus::failed);
  EXPECT_THAT(summary.failure, StartsWith("the step failed at t = "));
  EXPECT_THAT(summary.failure, HasSubstr("distance "));
  EXPECT_THAT(summary.failure, HasSubstr("wheelset"));
  EXPECT_THAT(summary.failure, HasSubstr("shorten integration.step"));
  EXPECT_STREQ(status_name(summary.status), "stopped");
}

// Thrown against the rail, the wheelset climbs with the equivalent profiles; that is a result.
TEST_F(Run, AWheelThatClimbsIsADerailment) {
  const auto model =
      load({"initial.yaw=0.06", "contact.friction.coefficient=0.6", "track.segments[0].length=200"});
  const Summary summary = run(model, {});
  ASSERT_EQ(summary.status, RunStatus::derailed);
  ASSERT_TRUE(summary.derailment);
  EXPECT_EQ(summary.derailment->wheel, "wheelset.left");
  EXPECT_EQ(summary.derailment->kind, "flange climbed the rail");
  EXPECT_GT(summary.derailment->distance, 0);
}

TEST_F(Run, EveryChannelIsFilledOnce) {
  const auto model = load({"integration.duration=0.02"});
  const auto all = channels(model);
  Simulation simulation(model);
  std::vector<double> rate(simulation.state().y.size());
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  const double marker = 1.234567e300;
  std::vector<double> row(all.size() + 1, marker);
  fill_row(simulation, 0, 0, simulation.state().y.data(), {}, row.data());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NE(row[i], marker) << all[i].name;
  EXPECT_EQ(row.back(), marker);
}

// A free wheelset oscillates as Klingel says; the eigenvalue of the linearised motion is that oscillation.
TEST_F(Run, ModesContainTheKinematicOscillation) {
  const auto model = load({"contact.friction.coefficient=0.5", "speed=5"});
  bool found = false;
  for (const Mode& mode : modes(model, true)) {
    if (mode.frequency > 0.05 && mode.frequency < 2 && std::abs(mode.damping_ratio) < 0.5) found = true;
  }
  EXPECT_TRUE(found);
}

// A root of 14 mm on a gauge corner of 13 mm: nearly conformal, where the contact runs far with little
// motion.
TEST(RunOfAVehicle, AWornTypeWheelRunsOverItsRootThroughATightCurve) {
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  for (const char* method : {"kec", "lut"}) {
    const auto model = test::load_case(
        models + "cases/manchester_r500.toml",
        {"track=\"" + models + "tracks/wheelset_r300.toml\"", "speed=16.667", "profiles.rail=60e1",
         "profiles.wheel=\"" + models + "profiles/worn_type_wheel.csv\"",
         std::string("contact.method=") + method});
    const Summary summary = run(model, {});
    ASSERT_EQ(summary.status, RunStatus::completed) << method;
    EXPECT_TRUE(summary.admissible()) << method;
    double steepest = 0, roughest = 0;
    for (const WheelSummary& wheel : summary.wheels) {
      steepest = std::max(steepest, wheel.contact_angle_max);
      roughest = std::max(roughest, wheel.force_discontinuity_max);
    }
    EXPECT_GT(steepest, 0.4) << method;   // rad: on the root, not on the tread
    EXPECT_LT(roughest, 1000) << method;  // N, 2 % of a wheel load
  }
}

}  // namespace
}  // namespace flangeway::simulate
