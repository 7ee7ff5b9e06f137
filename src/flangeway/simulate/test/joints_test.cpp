#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/allocation_guard.hpp"
#include "support/temporary_folder.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;
using Sets = std::vector<std::string>;

// A frame on springs that stand on one wheelset: directly, or on axleboxes of 10 kg at ±1 m, whose mass the
// first wheelset has as well. Springs end on the axle, so that axleboxes do not pitch.
constexpr const char* frame = R"(name = "one wheelset"
[[bodies]]
name = "frame"
mass = 9000.0
inertia = [4000.0, 6000.0, 8000.0]
position = [0.0, 0.0, 1.2]
[[bushings]]
name = "hold"
body_i = "frame"
body_j = "track"
position = [0.0, 0.0, 1.2]
rotational_stiffness = [0.0, 2e6, 0.0]
rotational_damping = [0.0, 2e4, 0.0]
)";

std::string spring(const std::string& side, const std::string& below, double damping) {
  return fmt::format(R"([[bushings]]
name = "primary_{0}"
body_i = "frame"
body_j = "{1}"
position = [0.0, {2}, 0.457]
stiffness = [4e6, 4e6, 1.5e6]
damping = [{3}, {3}, {3}]
)",
                     side, below, side == "left" ? 1.0 : -1.0, damping);
}

std::string axlebox(const std::string& side) {
  return test::axlebox_text(side, 10, "[1.0, 1e-3, 1.0]");
}

std::string merged_vehicle() {
  return frame + test::wheelset_text(1820, 1122) + spring("left", "wheelset", 2e4) +
         spring("right", "wheelset", 2e4);
}

std::string jointed_vehicle(double damping = 2e4) {
  return frame + test::wheelset_text(1800, 1100) + axlebox("left") + axlebox("right") +
         spring("left", "axlebox_left", damping) + spring("right", "axlebox_right", damping);
}

// Two bodies swing under the frame: one about y, and from its end one about all axes.
constexpr const char* pendulum = R"([[bodies]]
name = "arm"
mass = 150.0
inertia = [20.0, 20.0, 5.0]
position = [0.3, 0.0, 0.9]
[[bodies]]
name = "bob"
mass = 80.0
inertia = [3.0, 3.0, 2.0]
position = [0.3, 0.0, 0.4]
[[revolute_joints]]
name = "hinge"
body_i = "frame"
body_j = "arm"
position = [0.3, 0.0, 1.3]
[[spherical_joints]]
name = "ball"
body_i = "bob"
body_j = "arm"
position = [0.3, 0.0, 0.6]
)";

// Rz(ψ) Rx(φ) Ry(θ) of [φ, θ, ψ].
Mat3 turn(const Vec3& angles) {
  return (Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(angles.x(), Vec3::UnitX()) *
          Eigen::AngleAxisd(angles.y(), Vec3::UnitY()))
      .toRotationMatrix();
}

class Jointed : public ::testing::Test {
 protected:
  Jointed() {
    track("left");
    vehicle(jointed_vehicle());
    folder_.write("case.toml",
                  "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 15.0\n"
                  "contact.method = \"kec\"\n");
  }
  void vehicle(const std::string& text) { folder_.write("vehicle.toml", text); }
  void track(const char* direction, double straight = 8) {
    folder_.write("track.toml", fmt::format(R"(segments = [{{ kind = "straight", length = {} }},
  {{ kind = "transition", length = 20.0 }},
  {{ kind = "circular", length = 60.0, radius = 300.0, direction = "{}" }}]
[rails]
profile = "140re"
lateral_position = 0.7555
)",
                                            straight, direction));
  }
  vehicle_case::CaseModel load(const Sets& sets) {
    return test::load_case(folder_.path() / "case.toml", sets);
  }
  std::string finding(const Sets& sets) { return test::case_findings(folder_.path() / "case.toml", sets); }
  // A pendulum of two bodies starts far from its rest; it and the springs are all that moves across.
  vehicle_case::CaseModel swinging(const Sets& sets) {
    vehicle(jointed_vehicle(0) + pendulum);
    track("left", 60);  // splines of the line feel the transition some metres ahead
    // Points of contact: tables over the patch have means that change the energy by 6e-6 J at any step.
    Sets all{"drive=free", "contact.creep.law=none", "contact.kec.geometry=points"};
    all.insert(all.end(), sets.begin(), sets.end());
    vehicle_case::CaseModel model = load(all);
    // Hinge at z = 1.3, ball 0.7 below it, centres of gravity 0.4 below the hinge and 0.2 below the ball.
    const Vec3 hinge(0.3, 0, 1.3);
    const Mat3 arm = turn({0, 0.9, 0}), bob = turn({0.5, -0.9, 0.3});
    for (multibody::Body& body : model.vehicle.bodies.bodies) {
      if (body.name == "arm") body.initial << hinge - arm * Vec3(0, 0, 0.4), 0, 0.9, 0;
      if (body.name == "bob")
        body.initial << hinge - arm * Vec3(0, 0, 0.7) - bob * Vec3(0, 0, 0.2), 0.5, -0.9, 0.3;
    }
    for (auto& element : multibody::elements_of<multibody::Torsion>(model.vehicle.bodies))
      element.damping.setZero();
    return model;
  }
  ::flangeway::test::TemporaryFolder folder_;
};

struct End {
  std::vector<double> y;
  multibody::JointDrift drift;
};

End end_of(const vehicle_case::CaseModel& model, double duration) {
  Simulation simulation(model);
  Advance advance(simulation);
  while (advance.time() < duration * (1 - 1e-9)) {
    if (advance.step() != EvalStatus::ok) ADD_FAILURE() << advance.time();
  }
  std::vector<double> y = simulation.state().y;
  if (advance.adaptive()) {
    EXPECT_EQ(advance.look_at(duration, y.data()), EvalStatus::ok);
  }
  return {y, simulation.joints().drift()};
}

double distance(const std::vector<double>& a, const std::vector<double>& b, std::size_t count) {
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

// The places of a body's coordinates among those of all.
std::size_t place(const vehicle_case::CaseModel& model, const std::string& name) {
  const auto& bodies = model.vehicle.bodies.bodies;
  return 6 * static_cast<std::size_t>(
                 std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.name == name; }) -
                 bodies.begin());
}

TEST_F(Jointed, AxleboxesThatCannotPitchMoveAsMassOfTheWheelset) {
  for (const std::string method : {"elastic", "kec", "lut"}) {
    const Sets sets{"contact.method=" + method, "integration.method=rk4"};
    vehicle(jointed_vehicle());
    const auto jointed = load(sets);
    vehicle(merged_vehicle());
    const auto merged = load(sets);
    const auto a = end_of(jointed, 1.2).y, b = end_of(merged, 1.2).y;
    for (const char* body : {"frame", "wheelset"}) {
      for (std::size_t k = 0; k < 6; ++k) {
        if (k == 4) continue;  // the spin: its exponential steps know the mass of the wheelset alone
        // Displacements of 4 mm in the transition. The inertia of 1e-3 kg m² does the rest.
        EXPECT_NEAR(a[place(jointed, body) + k], b[place(merged, body) + k], 2e-8)
            << method << ' ' << body << ' ' << k;
      }
    }
  }
}

TEST_F(Jointed, EnergyIsKeptWithoutFrictionAndDampers) {
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const auto model =
        swinging({"integration.method=rk4", i ? "integration.step=4e-3" : "integration.step=8e-3"});
    Simulation simulation(model);
    Advance advance(simulation);
    std::vector<double> rate(simulation.state().y.size());
    ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
    const double start = simulation.equations().energy(simulation.state().y.data());
    error[i] = 0;
    while (advance.time() < 0.4) {
      ASSERT_EQ(advance.step(), EvalStatus::ok);
      error[i] =
          std::max(error[i], std::abs(simulation.equations().energy(simulation.state().y.data()) - start));
    }
  }
  EXPECT_GT(error[0], 1e-7);  // of some 300 J that swing
  EXPECT_LT(error[1], error[0] / 10);
  EXPECT_LT(error[1], 1e-3);
}

// Fourth order with each stabilisation, towards one motion; and how far joints come apart.
TEST_F(Jointed, EachStabilisationKeepsTheOrderAndItsDrift) {
  const auto exact =
      end_of(swinging({"integration.method=dormand_prince", "integration.relative_tolerance=1e-10",
                       "integration.absolute_tolerance=1e-10"}),
             0.24);
  const std::size_t positions = exact.y.size() / 2;
  for (const std::string method : {"projection", "baumgarte", "partitioning"}) {
    double error[2], drift[2];
    for (int i = 0; i < 2; ++i) {
      Sets sets{"integration.method=rk4", "integration.joint_stabilisation=" + method,
                i ? "integration.step=2e-3" : "integration.step=4e-3"};
      if (method == "partitioning") sets.push_back("integration.joint_stabilisation_threshold=1e-9");
      const End end = end_of(swinging(sets), 0.24);
      error[i] = distance(end.y, exact.y, positions);
      drift[i] = end.drift.position;
    }
    RecordProperty(method, fmt::format("error {:.1e} {:.1e} drift {:.1e} {:.1e}", error[0], error[1],
                                       drift[0], drift[1]));
    EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.5) << method << ' ' << error[0] << ' ' << error[1];
    // One step's error where it is taken off each time; a balance of errors and rate where it is damped.
    const double order = method == "baumgarte" ? 4 : 5;
    EXPECT_NEAR(std::log2(drift[0] / drift[1]), order, 0.6) << method << ' ' << drift[0] << ' ' << drift[1];
    EXPECT_GT(drift[1], 1e-13) << method;
  }
}

// A threshold that is not passed leaves Baumgarte's terms alone; one that is passed holds the joints to it.
TEST_F(Jointed, PartitioningActsWhereItsThresholdIsPassed) {
  const auto moved = [&](const Sets& more) {
    Sets sets{"integration.method=rk4", "integration.step=4e-3", "integration.joint_stabilisation_rate=20"};
    sets.insert(sets.end(), more.begin(), more.end());
    return end_of(swinging(sets), 0.24);
  };
  const auto at = [&](double threshold) {
    return moved({"integration.joint_stabilisation=partitioning",
                  fmt::format("integration.joint_stabilisation_threshold={}", threshold)});
  };
  const End damped = moved({"integration.joint_stabilisation=baumgarte"});
  const double drift = std::max(damped.drift.position, damped.drift.velocity);
  EXPECT_EQ(at(1.01 * drift).y, damped.y);
  const End held = at(drift / 4);
  const double left = std::max(held.drift.position, held.drift.velocity);
  EXPECT_GT(left, drift / 4);    // it was passed
  EXPECT_LT(left, drift * 0.6);  // by no more than a step's error
  EXPECT_GT(distance(held.y, damped.y, held.y.size() / 2), 1e-9);
}

// Reactions that a failed evaluation has reached, here none that are numbers, would spoil the next one.
TEST_F(Jointed, AnEvaluationAfterAFailedOneStartsAnew) {
  for (const std::string method : {"kec", "elastic"}) {
    const auto model = load({"contact.method=" + method});
    Simulation simulation(model);
    // Rates, then all that is recorded, reactions among it.
    const auto evaluate = [&](std::vector<double> y) {
      std::vector<double> found(y.size()), row(channels(model).size());
      const EvalStatus status = simulation.derivative(0, y.data(), found.data());
      if (status == EvalStatus::ok) fill_row(simulation, 0, 0, y.data(), {}, row.data());
      found.insert(found.end(), row.begin(), row.end());
      return std::pair(status, found);
    };
    const std::vector<double> y = simulation.state().y;
    std::vector<double> wild = y;
    wild[model.vehicle.bodies.velocity_offset() + place(model, "axlebox_left") + 5] = 1e170;
    const auto before = evaluate(y), failed = evaluate(wild), after = evaluate(y);
    const bool numbers = std::all_of(failed.second.begin(), failed.second.end(),
                                     [](double value) { return std::isfinite(value); });
    EXPECT_FALSE(failed.first == EvalStatus::ok && numbers) << method;
    ASSERT_EQ(before.first, EvalStatus::ok);
    ASSERT_EQ(after.first, EvalStatus::ok);
    // With kec Newton's method ends within 1e-10 of forces, from another start; elastic contact has no such
    // iteration.
    for (std::size_t i = 0; i < after.second.size(); ++i) {
      const double value = before.second[i];
      const double tolerance = method == "kec" ? 1e-7 * std::max(1.0, std::abs(value)) : 0;
      EXPECT_NEAR(after.second[i], value, tolerance) << method << ' ' << i;
    }
  }
}

// States between steps are put together again as well, and are no errors of steps.
TEST_F(Jointed, ALookBetweenStepsIsNoDrift) {
  const auto model = swinging({"integration.method=bdf"});
  Simulation simulation(model);
  Advance advance(simulation);
  while (advance.time() < 0.05) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const multibody::JointDrift drift = simulation.joints().drift();
  std::vector<double> integrated(simulation.integrated(),
                                 simulation.integrated() + simulation.state().y.size()),
      y(integrated.size());
  integrated[place(model, "bob") + 2] += 1e-4;
  ASSERT_EQ(simulation.look_at(advance.time(), integrated.data(), y.data()), EvalStatus::ok);
  EXPECT_EQ(simulation.joints().drift().position, drift.position);
  EXPECT_EQ(simulation.joints().drift().velocity, drift.velocity);
}

TEST_F(Jointed, ARunWhoseJointsComeApartNamesTheRemedy) {
  const auto warnings = [&](const Sets& more) {
    Sets sets{"integration.duration=0.3"};
    sets.insert(sets.end(), more.begin(), more.end());
    const Summary summary = run(swinging(sets), {});
    std::string text = fmt::format("{:.1e} m\n", summary.joint_drift->position) + summary.failure;
    for (const std::string& warning : summary.warnings) text += warning + '\n';
    return text;
  };
  const Sets damped{"integration.joint_stabilisation=baumgarte", "integration.joint_stabilisation_rate=0.1"};
  Sets fixed = damped, loose = damped;
  fixed.insert(fixed.end(), {"integration.method=abm4", "integration.step=1e-2", "integration.duration=4"});
  loose.insert(loose.end(), {"integration.method=bdf", "integration.relative_tolerance=1e-3",
                             "integration.absolute_tolerance=1e-3"});
  EXPECT_THAT(
      warnings(fixed),
      ::testing::ContainsRegex("joints came apart by up to [0-9]+ µm within a step. Shorten "
                               "integration.step, or set integration.joint_stabilisation = \"projection\""));
  EXPECT_THAT(warnings(loose),
              ::testing::ContainsRegex("joints came apart by up to [0-9]+ µm within a step. Tighten "
                                       "integration.relative_tolerance and absolute_tolerance, or set "
                                       "integration.joint_stabilisation = \"projection\""));
  EXPECT_THAT(warnings({"integration.method=bdf", "integration.relative_tolerance=1e-2",
                        "integration.absolute_tolerance=1e-2"}),
              ::testing::ContainsRegex("joints came apart by up to [0-9]+ µm within a step. Tighten "
                                       "integration.relative_tolerance and absolute_tolerance\n"));
  EXPECT_THAT(warnings({"integration.method=rk4"}), ::testing::Not(HasSubstr("joints came apart")));
}

TEST_F(Jointed, StepsOfOtherMethodsAgree) {
  const auto tight = [&](const std::string& method, const std::string& tolerance) {
    return end_of(swinging({"integration.method=" + method, "integration.relative_tolerance=" + tolerance,
                            "integration.absolute_tolerance=" + tolerance}),
                  0.3)
        .y;
  };
  const auto exact = tight("dormand_prince", "1e-9");
  const auto y = end_of(swinging({"integration.method=abm4"}), 0.3).y;
  EXPECT_LT(distance(y, exact, y.size() / 2), 1e-6);
  EXPECT_LT(distance(tight("bdf", "1e-8"), exact, y.size() / 2), 5e-5);  // of second order
}

TEST_F(Jointed, AStepAllocatesNothing) {
  for (const std::string method : {"elastic", "kec"}) {
    for (const std::string stabilisation : {"projection", "partitioning"}) {
      const auto model =
          load({"contact.method=" + method, "integration.joint_stabilisation=" + stabilisation});
      Simulation simulation(model);
      Advance advance(simulation);
      for (int n = 0; n < 5; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
      const ::flangeway::test::AllocationGuard guard;
      for (int n = 0; n < 20; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
      EXPECT_EQ(guard.count(), 0u) << method << ' ' << stabilisation;
    }
  }
}

TEST_F(Jointed, AMirroredLineGivesTheMirroredMotion) {
  const Sets sets{"contact.method=kec", "integration.step=1e-3"};
  const auto left_model = load(sets);
  const auto left = end_of(left_model, 2.5).y;
  track("right");
  const auto right_model = load(sets);
  const auto right = end_of(right_model, 2.5).y;
  const auto at = [&](const std::vector<double>& y, const char* body, std::size_t k) {
    return y[place(left_model, body) + k];
  };
  for (const std::size_t k : {0u, 1u, 2u, 3u, 4u, 5u}) {
    const double sign = k == 1 || k == 3 || k == 5 ? -1 : 1;
    EXPECT_NEAR(at(left, "wheelset", k), sign * at(right, "wheelset", k), 1e-9) << k;
    EXPECT_NEAR(at(left, "axlebox_left", k), sign * at(right, "axlebox_right", k), 1e-9) << k;
  }
  EXPECT_GT(std::abs(at(left, "wheelset", 1)), 1e-3);
}

// At rest a bearing hands the weight of its axlebox and of its half of the frame to the wheelset, and the
// rails carry all.
TEST_F(Jointed, ReactionsCarryTheWeight) {
  for (const std::string method : {"elastic", "kec"}) {
    const auto model = load({"contact.method=" + method, "speed=0.1"});
    Simulation simulation(model);
    std::vector<double> y = simulation.state().y, rate(y.size());
    ASSERT_EQ(simulation.derivative(0, y.data(), rate.data()), EvalStatus::ok);
    const auto names = channels(model);
    std::vector<double> row(names.size());
    fill_row(simulation, 0, 0, y.data(), {}, row.data());
    const auto value = [&](const std::string& name) {
      const auto found =
          std::find_if(names.begin(), names.end(), [&](const auto& c) { return c.name == name; });
      return found == names.end() ? std::nan("") : row[static_cast<std::size_t>(found - names.begin())];
    };
    const double below = (9000 / 2.0 + 10) * 9.81;
    EXPECT_NEAR(value("bearing_left.force.z"), -below, 1e-4 * below) << method;
    EXPECT_NEAR(value("bearing_left.moment.y"), 0, 1e-6) << method;
    EXPECT_NEAR(value("bearing_left.moment.x"), 0, 1) << method;  // the axlebox sits where its load is
    EXPECT_NEAR(value("wheelset.left.Q") + value("wheelset.right.Q"), 2 * below + 1800 * 9.81, 10) << method;
  }
}

// A rotor on a shaft in the frame.
std::string rotor(double x, double z) {
  return fmt::format(R"([[bodies]]
name = "rotor"
mass = 100.0
inertia = [30.0, 40.0, 30.0]
position = [{0:.1f}, 0.0, {1:.1f}]
[[revolute_joints]]
name = "shaft"
body_i = "frame"
body_j = "rotor"
position = [{0:.1f}, 0.0, {1:.1f}]
)",
                     x, z);
}

std::string gear(const std::string& wheelset) {
  return fmt::format(R"([[gears]]
name = "gear_on_{0}"
body_i = "rotor"
body_j = "{0}"
ratio = -3.0
carrier = "frame"
)",
                     wheelset);
}

TEST_F(Jointed, AGearTurnsItsShaftAtItsRatioAndLoadsItsCarrier) {
  vehicle(jointed_vehicle() + rotor(0.5, 1.2) + gear("wheelset"));
  track("left", 60);
  for (const std::string method : {"elastic", "kec"}) {
    const auto model = load({"contact.method=" + method, "drive=free", "traction.torque=[[0.0, 500.0]]"});
    const End end = end_of(model, 2);
    const std::size_t v = model.vehicle.bodies.velocity_offset() + 4;
    const double carrier = end.y[v + place(model, "frame")];
    EXPECT_NEAR(end.y[v + place(model, "rotor")] - carrier,
                -3 * (end.y[v + place(model, "wheelset")] - carrier), 1e-9);
    // Accelerated mass: the masses, the wheelset's spin over r², and the rotor's over (r/3)², an eighth of
    // all; the frame still nods by a hundredth of it.
    const double mass = 9000 + 1800 + 20 + 100 + (112 + 9 * 40) / (0.457 * 0.457),
                 speed = end.y[v - 4 + place(model, "frame")];
    EXPECT_NEAR((speed - 15) / (500 / 0.457 / mass * 2), 1, 0.04) << method;
  }
}

// The rotor alone cannot follow both wheelsets, which are given: where they start they move too.
TEST_F(Jointed, AGearOnTwoWheelsetsTurnsWithBothFromTheStart) {
  vehicle(jointed_vehicle() + test::wheelset_text(1500, 1120, "second", 2) + rotor(1, 0.6) +
          gear("wheelset") + gear("second"));
  track("left", 60);
  for (const std::string method : {"elastic", "kec"}) {
    const auto model = load({"contact.method=" + method, "integration.joint_stabilisation=baumgarte"});
    const End end = end_of(model, 0);
    const std::size_t v = model.vehicle.bodies.velocity_offset() + 4;
    const double carrier = end.y[v + place(model, "frame")],
                 rotor = end.y[v + place(model, "rotor")] - carrier;
    EXPECT_GT(std::abs(rotor), 60) << method;  // of 98: the rotor slows them
    for (const char* wheelset : {"wheelset", "second"})
      EXPECT_NEAR(rotor, -3 * (end.y[v + place(model, wheelset)] - carrier), 1e-9) << method << wheelset;
  }
}

TEST_F(Jointed, ModesAreThoseOfTheMergedMassAndThePitchOfTheAxleboxes) {
  const Sets sets{"contact.method=kec", "contact.creep.law=none"};
  const auto all = modes(load(sets), true);
  vehicle(merged_vehicle());
  const auto merged = modes(load(sets), true);
  // Two axleboxes turn freely: two more pairs of eigenvalues at zero.
  const auto oscillations = [](const std::vector<Mode>& list) {
    std::vector<double> out;
    for (const Mode& mode : list)
      if (mode.frequency > 0.5) out.push_back(mode.frequency);
    return out;
  };
  const auto a = oscillations(all), b = oscillations(merged);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-4 * b[i]) << i;
}

TEST_F(Jointed, ASummaryHasTheLargestGapOfJoints) {
  const Summary summary = run(load({"integration.duration=0.1"}), {});
  ASSERT_TRUE(summary.joint_drift.has_value());
  EXPECT_GT(summary.joint_drift->position, 0);
  vehicle(merged_vehicle());
  EXPECT_FALSE(run(load({"integration.duration=0.1"}), {}).joint_drift.has_value());
}

TEST_F(Jointed, JointsWithoutReactionsEndTheRunByName) {
  vehicle_case::CaseModel model = load({"contact.method=kec", "integration.duration=0.1"});
  model.vehicle.bodies.joints.push_back(model.vehicle.bodies.joints.front());  // a file cannot say that
  multibody::finish(model.vehicle.bodies, true);
  const Summary held = run(model, {});
  EXPECT_EQ(held.status, RunStatus::failed);
  EXPECT_THAT(held.failure, HasSubstr("joint reactions are not unique: the joints, alone or with the rail "
                                      "constraints, are redundant or contradictory. "));
}

TEST_F(Jointed, StabilisationWithoutEffectIsAFinding) {
  EXPECT_THAT(
      finding({"integration.joint_stabilisation_rate=10"}),
      HasSubstr("integration.joint_stabilisation_rate: has no effect with integration.joint_stabilisation = "
                "\"projection\". Leave it out, or "
                "set integration.joint_stabilisation to baumgarte or partitioning"));
  EXPECT_THAT(
      finding({"integration.joint_stabilisation_threshold=1e-4"}),
      HasSubstr(
          "integration.joint_stabilisation_threshold: has no effect with integration.joint_stabilisation = "
          "\"projection\". Leave it out, or "
          "set integration.joint_stabilisation to partitioning"));
  EXPECT_THAT(
      finding({"integration.joint_stabilisation=baumgarte", "integration.joint_stabilisation_rate=2000"}),
      HasSubstr(
          "integration.joint_stabilisation_rate: is too fast for steps of 0.001 s (got 2000; allowed at "
          "most 500 1/s). Lower it, or shorten integration.step"));
  vehicle(merged_vehicle());
  EXPECT_THAT(
      finding({"integration.joint_stabilisation=baumgarte"}),
      HasSubstr("integration.joint_stabilisation: has no effect on a vehicle without joints. Leave it "
                "out"));
}

}  // namespace
}  // namespace flangeway::simulate
