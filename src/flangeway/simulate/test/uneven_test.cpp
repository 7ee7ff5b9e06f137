// Runs with wheels that are not round and with short deviations of the rails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "flangeway/assess/p2_force.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/flexible_track_case.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

struct UnevenRun {
  test::Rows channels;
  Summary summary;
  [[nodiscard]] const std::vector<double>& at(const std::string& name) const { return channels.at(name); }
};

UnevenRun run_uneven(const vehicle_case::CaseModel& model) {
  UnevenRun result;
  RunOptions options;
  test::record_rows(model, result.channels, options);
  result.summary = run(model, options);
  EXPECT_EQ(result.summary.status, RunStatus::completed) << result.summary.failure;
  return result;
}

double most(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}
double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

class UnevenWheelset : public test::WheelsetCase {
 protected:
  UnevenWheelset() { track("segments = [{ kind = \"straight\", length = 60.0 }]"); }
  void write(const std::string& wheels) {
    folder_.write("case.toml",
                  "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
                  "initial = { s = 5.0 }\n" +
                      wheels);
  }
};

// On a rigid track the wheelset goes up and down with its wheels: Q = m/2 (g + z̈), z = A cos nθ, at the
// frequency n V/(2πR). The wheel touches beside its tape circle, where its radius is up to 0.5 % another one.
TEST_F(UnevenWheelset, AHarmonicOfOrderNAcceleratesAtNTimesTheSpin) {
  constexpr double amplitude = 5e-5, order = 6, speed = 10, radius = 0.457;
  write("[[wheels]]\nkind = \"harmonic\"\norder = 6\namplitude = 5e-5\n");
  const double turn = order * speed / radius, weight = test::wheelset_mass / 2 * test::gravity;
  for (const std::string method : {"kec", "lut"}) {
    const UnevenRun run = run_uneven(load({"contact.method=" + method, "integration.step=5e-4",
                                           "integration.duration=0.6", "output.interval=5e-4"}));
    const std::vector<double>& q = run.at("wheelset.left.Q");
    const double wanted = test::wheelset_mass / 2 * amplitude * turn * turn;
    EXPECT_NEAR(most(q) - weight, wanted, 0.03 * wanted) << method;
    EXPECT_NEAR(weight - least(q), wanted, 0.03 * wanted) << method;
    const std::vector<double>& deviation = run.at("wheelset.left.wheel_deviation");
    const std::vector<double>& angle = run.at("wheelset.pitch");
    int turns = 0;
    for (std::size_t i = 1; i < deviation.size(); ++i) {
      EXPECT_NEAR(deviation[i], amplitude * std::cos(order * angle[i]), 2e-7);
      turns += deviation[i - 1] < 0 && deviation[i] >= 0;
    }
    EXPECT_NEAR(turns, 0.6 * turn / (2 * M_PI), 1) << method;
  }
}

// The force that a wave makes for as long as the wheel rolls is the result, and no chatter of the method.
TEST_F(UnevenWheelset, AHarmonicIsNotTakenForChatter) {
  write("[[wheels]]\nkind = \"harmonic\"\norder = 12\namplitude = 3e-5\n");
  const UnevenRun run =
      run_uneven(load({"integration.step=5e-4", "integration.duration=1", "output.interval=5e-4"}));
  const std::vector<double>& q = run.at("wheelset.left.Q");
  EXPECT_GT(most(q) - least(q), 3000);
  for (const std::string& text : run.summary.warnings)
    EXPECT_EQ(text.find("do not trust"), std::string::npos) << text;
}

// A run that starts on a wave starts with the spin of the radius that touches, and without creep: round
// wheels would have 4e-4 of it.
TEST_F(UnevenWheelset, StartsOnAWaveWithoutCreep) {
  write("[[wheels]]\nkind = \"harmonic\"\norder = 3\namplitude = 2e-4\n");
  for (const std::string method : {"elastic", "kec"}) {
    const UnevenRun run = run_uneven(load({"contact.method=" + method, "integration.step=1e-4",
                                           "integration.duration=0.002", "output.interval=1e-4"}));
    for (const char* side : {"left", "right"})
      EXPECT_NEAR(run.at(fmt::format("wheelset.{}.creep_force_x", side))[0], 0, 50) << method;
  }
}

// The drive pays for what the impacts lose.
TEST_F(UnevenWheelset, EnergyOfAFlatBalancesBetterWithShorterSteps) {
  write("[[wheels]]\nkind = \"flat\"\nlength = 0.04\n[contact]\nmethod = \"elastic\"\n");
  const auto residual = [&](const std::string& step) {
    const UnevenRun run = run_uneven(load({"integration.step=" + step, "integration.duration=0.3",
                                           "output.interval=" + step, "contact.elastic.restitution=1"}));
    EXPECT_LT(least(run.at("wheelset.left.wheel_deviation")), -3e-4);
    EXPECT_GT(most(run.at("wheelset.left.Q")), 3 * test::wheelset_mass / 2 * test::gravity);
    double largest = 0;
    for (std::size_t i = 0; i < run.at("t").size(); ++i)
      largest = std::max(largest, std::abs(run.at("vehicle.energy_residual")[i]));
    return largest;
  };
  const double coarse = residual("1e-4"), fine = residual("2.5e-5");
  // Twice what it is, of 2 J that the wheelset falls and strikes with.
  EXPECT_LT(coarse, 0.04);
  EXPECT_LT(fine, coarse / 2);
}

// A joint of 20 mrad lifts a wheel off and strikes; the other rail is even.
TEST_F(UnevenWheelset, OneRailHasItsJointForItself) {
  track(
      "segments = [{ kind = \"straight\", length = 60.0 }]",
      "[[irregularities.surface]]\nkind = \"joint\"\nrail = \"right\"\ns = 7\nlength = 0.6\nangle = 0.02\n");
  write("[contact]\nmethod = \"elastic\"\n");
  const UnevenRun run =
      run_uneven(load({"integration.step=1e-4", "integration.duration=0.3", "output.interval=1e-4"}));
  const double weight = test::wheelset_mass / 2 * test::gravity;
  EXPECT_GT(most(run.at("wheelset.right.Q")), 3 * weight);
  EXPECT_EQ(most(run.at("wheelset.left.rail_deviation")), 0);
  // Less deep by what the contact averages, α a/8, and the disk bridges, R α²/8.
  EXPECT_NEAR(least(run.at("wheelset.right.rail_deviation")),
              -0.0015 + 0.02 * 0.012 / 8 + 0.457 * 0.02 * 0.02 / 8, 2e-6);
}

TEST_F(UnevenWheelset, WarnsOfStepsThatPassOverADeviation) {
  using ::testing::Contains;
  const auto weld = [](const char* place, const char* length) {
    return fmt::format("[[irregularities.surface]]\nkind = \"weld\"\ns = {}\nlength = {}\ndepth = 1e-4\n",
                       place, length);
  };
  // The run goes from 5 m to 15 cm on.
  track("segments = [{ kind = \"straight\", length = 60.0 }]",
        weld("5.07", "0.1") + weld("5.08", "0.2") + weld("5.07", "0.05") + weld("20", "0.02") +
            "[[irregularities.surface]]\nkind = \"joint\"\ns = 5\nlength = 1.0\nangle = 0.001\n");
  write("[[wheels]]\nkind = \"flat\"\nform = \"rounded\"\nlength = 0.06\ndepth = 1e-4\n");
  const auto warnings = [&](std::vector<std::string> sets) {
    sets.emplace_back("contact.method=kec");
    return run_uneven(load(sets)).summary.warnings;
  };
  const auto coarse = warnings({"integration.step=1e-3", "integration.duration=0.01"});
  EXPECT_THAT(coarse, Contains("the flat of wheelset, 60 mm long, is passed in 6 steps; at least 20 are "
                               "needed to resolve its forces. Use integration.step=0.0003 or less"));
  EXPECT_THAT(coarse,
              Contains("the weld at 5.07 m (the shortest of 4 such deviations), 50 mm long, is passed "
                       "in 5 steps; at least 20 are needed to resolve its forces. Use "
                       "integration.step=0.00025 or less"));
  EXPECT_THAT(coarse,
              Contains("the joint at 5 m (the shortest of 2 such deviations), 40 mm long, is passed in "
                       "4 steps; at least 20 are needed to resolve its forces. Use "
                       "integration.step=0.0002 or less"));
  EXPECT_EQ(
      std::count_if(coarse.begin(), coarse.end(),
                    [](const std::string& text) { return text.find("is passed in") != std::string::npos; }),
      3);
  EXPECT_THAT(
      warnings({"integration.method=bdf", "integration.duration=0.01", "output.interval=0.01"}),
      Contains("the flat of wheelset, 60 mm long, is passed in 0.3 of the longest steps; at least 20 are "
               "needed to resolve its forces. Use integration.max_step=0.0003 or less"));
  const auto fine = warnings({"integration.step=1e-4", "integration.duration=0.01"});
  for (const std::string& text : fine) EXPECT_EQ(text.find("is passed in"), std::string::npos) << text;
}

class UnevenOnFlexibleTrack : public test::FlexibleTrackCase {};

// A wheel that rolls down to the middle of its flat, which at 2 m/s its weight is enough for.
TEST_F(UnevenOnFlexibleTrack, AFlatStrikesLessHardThanOnARigidTrack) {
  folder_.write("flat.toml", R"(vehicle = "vehicle.toml"
track = "track.toml"
speed = 2.0
initial = { s = 12.0 }
contact = { method = "elastic" }
integration = { step = 5e-5, duration = 0.09 }
output = { interval = 5e-5 }
coupling = { method = "tight", reach = 3.6 }
[[wheels]]
kind = "flat"
side = "left"
length = 0.04
angle_deg = 15
)");
  const auto load = [&](const std::vector<std::string>& sets) {
    return test::load_case(folder_.path() / "flat.toml", sets);
  };
  const UnevenRun flexible = run_uneven(load({})), rigid = run_uneven(load({"coupling.method=none"}));
  const double weight = 9000 * test::gravity / 2;
  EXPECT_LT(least(flexible.at("wheelset.left.wheel_deviation")), -4e-4);
  EXPECT_EQ(least(flexible.at("wheelset.right.wheel_deviation")), 0);
  EXPECT_GT(most(flexible.at("wheelset.left.Q")), 1.2 * weight);
  EXPECT_LT(most(flexible.at("wheelset.left.Q")), 0.8 * most(rigid.at("wheelset.left.Q")));
}

// The force rises to P2 with the stiffness of this track and the other constants of the standard: 20 % is the
// difference between one mass on a spring and rails on sleepers.
TEST_F(UnevenOnFlexibleTrack, ADippedJointGivesTheForceP2) {
  constexpr double speed = 30, angle = 0.002, place = 14, mass = 9000.0 / 2;
  folder_.write("dipped.toml", test::read_file(folder_.path() / "track.toml") +
                                   "[[irregularities.surface]]\nkind = \"joint\"\ns = 14\nlength = 2\n"
                                   "angle = 0.002\n");
  const UnevenRun run =
      run_uneven(load({"track=" + (folder_.path() / "dipped.toml").string(), "integration.duration=0.09",
                       "initial.y=0", "output.interval=1e-4"}));
  const std::vector<double>&q = run.at("wheelset.left.Q"), &s = run.at("wheelset.s");
  const auto joint = std::find_if(s.begin(), s.end(), [](double x) { return x > place - 0.02; }) - s.begin();
  const double before = q[static_cast<std::size_t>(joint)];
  // P1 is over after 0.8 ms, and P2 is a peak of its own, not the end of that.
  const auto first = q.begin() + joint + 8, last = q.end(), top = std::max_element(first, last);
  EXPECT_GT(top, first);
  EXPECT_LT(top, last - 1);
  const double peak = *top;
  assess::JointTrack track;
  track.stiffness = -q[0] / run.at("wheelset.left.rail_z")[0];
  const double wanted = assess::p2_force(0, speed, mass, angle, track);
  EXPECT_NEAR(peak - before, wanted, 0.2 * wanted);
}

}  // namespace
}  // namespace flangeway::simulate
