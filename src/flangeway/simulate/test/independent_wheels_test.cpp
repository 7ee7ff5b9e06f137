// Wheels that turn against each other. Theory: docs/theory/independent_wheels.md.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/fast_modes.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/run_texts.hpp"
#include "support/recorded_rows.hpp"
#include "support/series.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using Sets = std::vector<std::string>;
using test::operator+;
using test::difference_of;
using test::greatest;
using test::Rows;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string each_alone = "vehicle.wheelsets[0].rotation=independent";

Sets torsion(double stiffness, double damping) {
  return {"vehicle.wheelsets[0].rotation=torsion",
          fmt::format("vehicle.wheelsets[0].torsional_stiffness={:.17g}", stiffness),
          fmt::format("vehicle.wheelsets[0].torsional_damping={:.17g}", damping)};
}

class IndependentWheels : public test::WheelsetCase {
 protected:
  IndependentWheels() : WheelsetCase(60) {}

  // 3 mm to the left on straight track, for 2 s.
  Sets displaced(const std::string& method) {
    return {"contact.method=" + method, "initial.y=0.003",       "integration.duration=2",
            "integration.method=abm4",  "integration.step=5e-4", "output.interval=0.005"};
  }
  // Through the transition into the curve, with a torque on the left wheel; every step is recorded.
  Sets curve(const std::string& method, const std::string& step) {
    return {"contact.method=" + method, "initial.s=50",
            "integration.duration=1.5", "integration.method=abm4",
            "integration.step=" + step, "output.interval=" + step};
  }
};

// Both wheels run freely: no creep along the rail. A rigid wheelset has some, and oscillates.
TEST_F(IndependentWheels, HaveNoLongitudinalCreepOnStraightTrack) {
  for (const std::string method : {"kec", "lut", "elastic"}) {
    const Rows rigid = test::rows_of(load(displaced(method))),
               free = test::rows_of(load(displaced(method) + Sets{each_alone}));
    const auto force = [](const Rows& rows) {
      return std::max(greatest(rows.at("wheelset.left.creep_force_x")),
                      greatest(rows.at("wheelset.right.creep_force_x")));
    };
    EXPECT_GT(force(rigid), 300) << method;
    EXPECT_LT(force(free), 0.01 * force(rigid)) << method;
  }
}

// Klingel's motion does not depend on the moment of inertia about the axle. Independent wheels have none:
// what is left is an oscillation by their inertia alone, (6) of the theory.
TEST_F(IndependentWheels, HaveNoKlingelMotion) {
  const auto frequency = [&](const Sets& axle, double inertia) {
    const Sets sets{"contact.method=kec",
                    fmt::format("vehicle.wheelsets[0].inertia=[1120,{},1120]", inertia)};
    double found = 0;
    for (const Mode& mode : modes(load(sets + axle), true)) found = std::max(found, mode.frequency);
    return found;
  };
  const auto own = [](double inertia) {  // √(J/I), with the wheels' share in yaw
    constexpr double arm = 0.7515, radius = 0.457;
    return std::sqrt(inertia / (1120 + inertia * arm * arm / (radius * radius)));
  };
  const double heavy = 112, light = 7;
  EXPECT_NEAR(frequency({}, light), frequency({}, heavy), 0.02 * frequency({}, heavy));
  EXPECT_NEAR(frequency({each_alone}, light) / frequency({each_alone}, heavy), own(light) / own(heavy), 0.02);
}

TEST_F(IndependentWheels, EnergyIsBalanced) {
  folder_.write("case.toml",
                "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
                "[[control.tables]]\nname = \"drive\"\noutputs = [\"wheelset.left.torque\"]\n"
                "sample_time = 0.5\ntable = [[0.0, 4.0]]\n");
  for (const Sets& axle : {Sets{each_alone}, torsion(2e4, 20)}) {
    for (const std::string method : {"kec", "lut", "elastic"}) {
      const Rows coarse = test::rows_of(load(curve(method, "5e-4") + axle)),
                 fine = test::rows_of(load(curve(method, "2.5e-4") + axle));
      const double work = greatest(coarse.at("vehicle.drive_work"));
      EXPECT_GT(work, 1) << method;
      const double error = greatest(coarse.at("vehicle.energy_residual"));
      EXPECT_LT(error, 2e-3 * work) << method << ' ' << axle[0];
      // The error is of second order at least.
      EXPECT_LT(greatest(fine.at("vehicle.energy_residual")), 0.35 * error) << method << ' ' << axle[0];
    }
  }
}

// The twist follows its moment at once: the rest is of the order of moment over stiffness.
TEST_F(IndependentWheels, AStiffAxleIsARigidOne) {
  const Rows rigid = test::rows_of(load(curve("kec", "2.5e-4")));
  double before = 0;
  for (const double stiffness : {1e6, 1e7}) {
    const Rows stiff = test::rows_of(load(curve("kec", "2.5e-4") + torsion(stiffness, 1e-3 * stiffness)));
    const double difference = difference_of(rigid.at("wheelset.y"), stiff.at("wheelset.y"));
    EXPECT_LT(difference, 30 / stiffness);
    if (before > 0) {
      EXPECT_NEAR(difference, before / 10, 0.3 * before / 10);
    }
    before = difference;
  }
}

TEST_F(IndependentWheels, AnAxleWithoutStiffnessLeavesThemIndependent) {
  const Rows free = test::rows_of(load(curve("kec", "1e-3") + Sets{each_alone})),
             soft = test::rows_of(load(curve("kec", "1e-3") + torsion(1e-6, 0)));
  EXPECT_LT(difference_of(free.at("wheelset.y"), soft.at("wheelset.y")), 1e-9);
  EXPECT_LT(difference_of(free.at("wheelset.left.spin"), soft.at("wheelset.left.spin")), 1e-6);
}

TEST_F(IndependentWheels, AMirroredRunIsMirrored) {
  const auto line = [](const char* direction) {
    return fmt::format(R"(segments = [{{ kind = "straight", length = 60.0 }},
            {{ kind = "transition", length = 30.0 }},
            {{ kind = "circular", length = 60.0, radius = 300.0, direction = "{}" }}])",
                       direction);
  };
  track(line("left"));
  const Rows left = test::rows_of(load(curve("kec", "1e-3") + Sets{each_alone, "initial.y=0.001"}));
  track(line("right"));
  const Rows right = test::rows_of(load(curve("kec", "1e-3") + Sets{each_alone, "initial.y=-0.001"}));
  EXPECT_GT(greatest(left.at("wheelset.y")), 5e-4);
  EXPECT_LT(difference_of(left.at("wheelset.y"), right.at("wheelset.y"), -1), 1e-9);
  EXPECT_LT(difference_of(left.at("wheelset.left.spin"), right.at("wheelset.right.spin")), 1e-8);
}

// J ω' of each wheel is its torque and that of its contact. In planar contact the pressure of 8.9 kN misses
// the axle by some 2 µm.
TEST_F(IndependentWheels, ATorqueTurnsItsWheel) {
  for (const std::string driven : {"left", "right"}) {
    folder_.write("case.toml",
                  "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
                  "[[control.tables]]\nname = \"drive\"\noutputs = [\"wheelset." +
                      driven + ".torque\"]\nsample_time = 0.5\ntable = [[0.0, 2.0]]\n");
    const Rows rows =
        test::rows_of(load({"contact.method=kec", "integration.duration=0.1", "integration.method=abm4",
                            "integration.step=5e-4", "output.interval=5e-4", each_alone}));
    for (const std::string side : {"left", "right"}) {
      const std::vector<double>& spin = rows.at("wheelset." + side + ".spin");
      const std::size_t i = spin.size() / 2;
      const double torque = side == driven ? 2 : 0, turning = 56 * (spin[i + 1] - spin[i - 1]) / 1e-3;
      EXPECT_GT(std::abs(turning), 0.1);
      EXPECT_NEAR(rows.at("wheelset." + side + ".contact_moment_y")[i] + torque, turning, 0.03) << side;
      EXPECT_DOUBLE_EQ(rows.at("wheelset." + side + ".drive_torque").back(), torque);
    }
  }
}

// A bridge of its own pitch on the axle, held by a torsion spring k: the reaction of the torque T on the
// wheels turns it by −T/k, on the way there as an oscillator from rest, J θ'' + c θ' + k θ = −T.
TEST_F(IndependentWheels, AMotorOnABridgeWithPitchOfItsOwnTurnsItBack) {
  folder_.write("vehicle.toml", "name = \"wheelset\"\n" + test::wheelset_text(test::wheelset_mass) +
                                    "torque_reaction = \"bridge\"\n" + R"([[bodies]]
name = "bridge"
mass = 200.0
inertia = [60.0, 20.0, 60.0]
position = [0.0, 0.0, 0.457]
[[revolute_joints]]
name = "bearings"
body_i = "wheelset"
body_j = "bridge"
position = [0.0, 0.0, 0.457]
axis = [0.0, 1.0, 0.0]
[[bushings]]
name = "stay"
body_i = "bridge"
body_j = "track"
position = [0.0, 0.0, 0.457]
rotational_stiffness = [0.0, 2.0e4, 0.0]
rotational_damping = [0.0, 300.0, 0.0]
)");
  folder_.write(
      "case.toml",
      "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
      "[[control.tables]]\nname = \"left\"\noutputs = [\"wheelset.left.torque\"]\nsample_time = 0.5\n"
      "table = [[0.0, 40.0]]\n"
      "[[control.tables]]\nname = \"right\"\noutputs = [\"wheelset.right.torque\"]\nsample_time = 0.5\n"
      "table = [[0.0, 60.0]]\n");
  const double torque = 100, stiffness = 2e4, damping = 300, inertia = 20;
  const double decay = damping / (2 * inertia), turn = std::sqrt(stiffness / inertia - decay * decay);
  for (const std::string method : {"kec", "elastic"}) {
    const Rows rows =
        test::rows_of(load({"contact.method=" + method, "integration.duration=0.6", "integration.method=abm4",
                            "integration.step=5e-4", "output.interval=5e-4", each_alone}));
    const std::vector<double>&t = rows.at("t"), &pitch = rows.at("bridge.pitch");
    for (std::size_t i = 0; i < t.size(); i += 100) {
      const double left =
          std::exp(-decay * t[i]) * (std::cos(turn * t[i]) + decay / turn * std::sin(turn * t[i]));
      EXPECT_NEAR(pitch[i], -torque / stiffness * (1 - left), 2e-3 * torque / stiffness) << method << t[i];
    }
    const double work = greatest(rows.at("vehicle.drive_work"));
    EXPECT_LT(greatest(rows.at("vehicle.energy_residual")), 2e-3 * work) << method;
  }
}

// In a curve of 25 m both axles run beside the middle without their flanges; without guidance they do not.
TEST(GuidedTram, HoldsItsAxlesOffTheFlangesInACurve) {
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/low_floor_tram_r25.toml";
  const Rows guided = test::rows_of(test::load_case(file)),
             free = test::rows_of(test::load_case(file, {"control.guidance=[]"}));
  const auto flange = [](const Rows& rows) {
    double force = 0;
    for (const char* wheel : {"axle1.left", "axle1.right", "axle2.left", "axle2.right"})
      force = std::max(force, greatest(rows.at(std::string(wheel) + ".flange.normal_force")));
    return force;
  };
  EXPECT_EQ(flange(guided), 0);
  EXPECT_GT(flange(free), 1e3);
  for (const char* axle : {"axle1", "axle2"}) {
    EXPECT_LT(greatest(guided.at(std::string(axle) + ".y")), 6e-3) << axle;
    EXPECT_LT(std::abs(guided.at(std::string(axle) + ".yaw").back()), 0.01) << axle;
    EXPECT_LT(greatest(guided.at(std::string("guidance.") + axle + ".left.torque")), 1500) << axle;
  }
}

TEST(GuidedTram, OutputsComeInPairs) {
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/low_floor_tram_r25.toml";
  const std::string text = test::case_findings(file, {"control.guidance[0].outputs=[\"axle1.left.torque\"]"});
  EXPECT_THAT(text,
              HasSubstr("control.guidance[0].outputs: do not come in pairs (got 1; allowed an even number). "
                        "Name the left and the right wheel of each axle."));
  EXPECT_THAT(text, Not(HasSubstr("control.guidance[0].inputs")));  // it would ask for a wrong number
}

// Reversed, the torques would turn the axle away from the middle.
TEST(GuidedTram, OutputsAreTheLeftAndTheRightWheelOfOneAxle) {
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/low_floor_tram_r25.toml";
  const auto with = [&](const std::string& first, const std::string& second) {
    return test::case_findings(file,
                               {"control.guidance[0].inputs=[\"axle1.y\",\"axle1.yaw\",\"axle1.vyaw\"]",
                                fmt::format("control.guidance[0].outputs=[\"{}\",\"{}\"]", first, second)});
  };
  for (const auto& [first, second] :
       {std::pair{"axle1.right.torque", "axle1.left.torque"},
        std::pair{"axle1.left.torque", "axle2.right.torque"}, std::pair{"axle1.torque", "axle2.torque"}}) {
    EXPECT_THAT(
        with(first, second),
        HasSubstr(fmt::format("control.guidance[0].outputs: are not the wheels of one axle, the left one "
                              "first (got \"{}\", \"{}\"). Name WHEELSET.left.torque and then "
                              "WHEELSET.right.torque.",
                              first, second)));
  }
  EXPECT_EQ(with("axle1.left.torque", "axle1.right.torque"), "");
}

// Rigid and independent wheels in one vehicle, whose wheelsets the vehicle file gives in either order.
TEST(GuidedTram, TheOrderOfAMixedPairOfAxlesDoesNotMatter) {
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  const std::string text = test::read_file(models + "vehicles/low_floor_tram.toml");
  const std::string independent = "rotation = \"independent\"\n";
  const std::size_t first = text.find("[[wheelsets]]"), second = text.find("[[wheelsets]]", first + 1),
                    end = text.find(independent, second) + independent.size();
  ASSERT_LT(end, text.size());
  std::string rigid = text.substr(first, second - first);
  rigid.erase(rigid.find(independent), independent.size());
  const std::string free = text.substr(second, end - second) + "\n";
  const test::TemporaryFolder folder;
  const auto rows_of = [&](const std::string& wheelsets) {
    folder.write("vehicle.toml", text.substr(0, first) + wheelsets + text.substr(end));
    folder.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"" + models +
                                  "tracks/tram_r25.toml\"\nspeed = 3.0\ninitial = { s = 4.0, y = 0.002 }\n"
                                  "[contact]\nmethod = \"kec\"\n[integration]\nmethod = \"abm4\"\nstep = "
                                  "5e-4\nduration = 1.0\n");
    return test::rows_of(test::load_case(folder.path() / "case.toml"));
  };
  const Rows one = rows_of(rigid + free), other = rows_of(free + rigid);
  EXPECT_FALSE(one.contains("axle1.left.spin"));
  EXPECT_GT(greatest(one.at("axle1.y")), 1e-3);
  EXPECT_GT(greatest(one.at("axle2.y")), 1e-3);
  for (const std::string channel :
       {"axle1.y", "axle2.y", "axle1.yaw", "axle2.yaw", "axle2.left.spin", "axle2.right.spin"}) {
    EXPECT_LT(difference_of(one.at(channel), other.at(channel)), 1e-7 * greatest(one.at(channel))) << channel;
  }
}

// Rates of the exponential form: those of the matrix, whether or not the wheelset is the body that is driven.
TEST_F(IndependentWheels, TheTwistIsDampedAsCreepDampsIt) {
  const std::string tram = FLANGEWAY_SOURCE_DIR "/models/cases/low_floor_tram_r25.toml";
  for (const vehicle_case::CaseModel& model :
       {load({each_alone, "contact.method=kec"}), test::load_case(tram, {"control.guidance=[]"})}) {
    Simulation simulation(model);
    const integrate::Problem problem = simulation.problem();
    const auto n = static_cast<Eigen::Index>(problem.size);
    Eigen::VectorXd x(n), rate(n), damping = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    simulation.integrated_state(x.data());
    ASSERT_EQ(problem.derivative(problem.user, 0, x.data(), rate.data()), EvalStatus::ok);
    problem.damping(problem.user, 0, x.data(), damping.data());
    std::uint64_t evaluations = 0;
    ASSERT_EQ(problem.jacobian(problem.user, 0, x.data(), rate.data(), matrix.data(), &evaluations),
              EvalStatus::ok);
    const multibody::Model& vehicle = model.vehicle.bodies;
    ASSERT_FALSE(vehicle.axle_twists.empty());
    for (const multibody::AxleTwist& twist : vehicle.axle_twists) {
      const auto at = static_cast<Eigen::Index>(vehicle.auxiliary_offset() + twist.rate);
      EXPECT_GT(damping(at), 1);
      EXPECT_NEAR(damping(at), -matrix(at, at), 0.05 * damping(at)) << vehicle.bodies[twist.body].name;
    }
  }
}

// √(k/J) of an axle that twists between its wheels, so stiff that creep hardly damps it.
TEST_F(IndependentWheels, TheModeOfATwistIsNamed) {
  constexpr double stiffness = 6e8, inertia = 112.0 / 4;
  const double expected = std::sqrt(stiffness / inertia) / (2 * pi);
  const auto model = load(torsion(stiffness, 50) + Sets{"contact.method=kec"});
  const std::vector<Mode> all = modes(model, true);
  const auto found = std::min_element(all.begin(), all.end(), [&](const Mode& a, const Mode& b) {
    return std::abs(a.frequency - expected) < std::abs(b.frequency - expected);
  });
  EXPECT_NEAR(found->frequency, expected, 0.02 * expected);
  EXPECT_EQ(found->body + "." + found->coordinate, "wheelset.twist");
  Simulation simulation(model);
  const std::vector<FastMode> fast = fast_modes(simulation);
  const auto same = std::find_if(fast.begin(), fast.end(), [&](const FastMode& mode) {
    return std::abs(mode.eigenvalue.imag() - 2 * pi * expected) < 0.02 * 2 * pi * expected;
  });
  ASSERT_NE(same, fast.end());
  EXPECT_THAT(describe(simulation, *same), HasSubstr("wheelset (axle twist), axle of wheelset"));
}

TEST_F(IndependentWheels, AJumpOfTheTwistIsNamed) {
  const auto model = load(torsion(6e6, 50));
  const multibody::Model& vehicle = model.vehicle.bodies;
  const multibody::AxleTwist& twist = vehicle.axle_twists.at(0);
  const auto words = [&](std::size_t state) {
    const JumpWords told = describe_jump(vehicle, {vehicle.auxiliary_offset() + state, 0.1, 1e-3, 2.0});
    return told.what + " by " + told.size;
  };
  EXPECT_EQ(words(twist.rate), "the spin of the wheels of wheelset against each other by 0.1 rad/s");
  EXPECT_EQ(words(twist.angle), "the twist of the axle of wheelset by 0.01 rad");
}

TEST_F(IndependentWheels, WhatTheyCannotBeCombinedWithIsRefused) {
  EXPECT_THAT(
      finding({each_alone, "contact.method=elastic", "contact.patch=strip"}),
      HasSubstr("contact.patch: cannot be combined with wheels that turn against each other, as those of "
                "wheelset (got strip; allowed hertz). Change it, or set rotation = \"rigid\" in the "
                "vehicle file."));
  EXPECT_THAT(
      finding({"vehicle.wheelsets[0].rotation=torsion"}),
      HasSubstr("wheelsets[0].torsional_stiffness: is missing (allowed above 0 N m/rad). Give it, or set "
                "rotation = \"independent\"."));
  EXPECT_THAT(finding({"vehicle.wheelsets[0].torsional_stiffness=5"}),
              HasSubstr("wheelsets[0].torsional_stiffness: has no effect with wheelsets[0].rotation = "
                        "\"rigid\". Leave it out, or set wheelsets[0].rotation to torsion."));
}

}  // namespace
}  // namespace flangeway::simulate
