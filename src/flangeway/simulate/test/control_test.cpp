// Controllers in runs: sampled, held, and never the end of the program. Theory: docs/theory/control.md.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

#include "flangeway/core/input_record.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/run_loop.hpp"
#include "support/load_case.hpp"
#include "support/recorded_rows.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::ContainsRegex;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string models = std::string(FLANGEWAY_SOURCE_DIR) + "/models/";

struct ControlledRun {
  test::Rows rows;
  Summary summary;
};

ControlledRun controlled_run(const vehicle_case::CaseModel& model, const control::Functions& functions = {}) {
  ControlledRun course;
  RunOptions options;
  options.controllers = functions;
  test::record_rows(model, course.rows, options);
  course.summary = run(model, options);
  return course;
}

// A body of 20 t that springs of 2 Hz hold to the track, with an actuator that pushes it to the left. Without
// gravity, whose moment about the track would make it roll.
class Wagon : public ::testing::Test {
 protected:
  static constexpr double mass = 20000, stiffness = 158 * mass, damping = 8.4 * mass;

  [[nodiscard]] std::string write(const std::string& control,
                                  const std::string& integration = "method = \"rk4\"",
                                  const std::string& actuator = "", double interval = 0.01) {
    folder_.write("wagon.toml", fmt::format(R"(name = "wagon"
gravity = 0.0
[[parts]]
name = "a"
file = "{}vehicles/wagon_on_track.toml"
parameters = {{ mass = 20000.0 }}
[[actuators]]
name = "push"
body_i = "a_body"
body_j = "track"
position = [0.0, 0.0, 1.0]
direction = [0.0, -1.0, 0.0]
{}
)",
                                            models, actuator));
    folder_.write("case.toml", fmt::format(R"(vehicle = "wagon.toml"
track = "{}tracks/straight_1000.toml"
speed = 10.0
output.interval = {}
[integration]
duration = 0.6
{}
{})",
                                           models, interval, integration, control));
    return (folder_.path() / "case.toml").string();
  }
  [[nodiscard]] ControlledRun run_with(const std::string& control,
                                       const std::string& integration = "method = \"rk4\"",
                                       const std::string& actuator = "", double interval = 0.01) {
    return controlled_run(test::load_case(write(control, integration, actuator, interval)));
  }
  [[nodiscard]] std::string failure(const std::string& control) { return run_with(control).summary.failure; }

  // Response of the lateral spring to a force of 1 N from t = 0 on, m.
  static double step_response(double t) {
    if (t <= 0) return 0;
    const double decay = damping / mass / 2, w = std::sqrt(stiffness / mass - decay * decay);
    return (1 - std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t))) / stiffness;
  }

  test::TemporaryFolder folder_;
};

constexpr const char* ramp = R"([[control.tables]]
name = "ramp"
sample_time = 0.05
outputs = ["push"]
table = [[0.1, 0.0], [0.5, 8000.0]]
)";

double ramp_at(double t) {
  return 8000 * std::clamp((t - 0.1) / 0.4, 0.0, 1.0);
}

// The staircase that the actuator holds is a sum of steps. Every method has its corners at ends of steps: its
// error stays that of smooth forces.
TEST_F(Wagon, OutputsAreHeldBetweenSamples) {
  for (const char* integration :
       {"method = \"rk4\"\nstep = 1e-3", "method = \"abm4\"\nstep = 1e-3",
        "method = \"bdf\"\nrelative_tolerance = 1e-8\nabsolute_tolerance = 1e-9",
        "method = \"dormand_prince\"\nrelative_tolerance = 1e-9\nabsolute_tolerance = 1e-10",
        "method = \"auto\""}) {
    const ControlledRun course = run_with(ramp, integration);
    ASSERT_EQ(course.summary.status, RunStatus::completed) << course.summary.failure;
    const auto &t = course.rows.at("t"), &y = course.rows.at("a_body.y"), &u = course.rows.at("ramp.push");
    double worst = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      double expected = 0, held = 0;
      for (int n = 0; 0.05 * n < t[i] - 1e-9; ++n) {
        expected += (ramp_at(0.05 * n) - ramp_at(0.05 * (n - 1))) * step_response(t[i] - 0.05 * n);
        held = ramp_at(0.05 * n);
      }
      worst = std::max(worst, std::abs(y[i] - expected));
      EXPECT_NEAR(u[i], held, 1e-9) << t[i];  // a row at a sample shows the command before it
    }
    EXPECT_LT(worst, 1e-7) << integration;  // of 2.5 mm
    EXPECT_GT(*std::max_element(y.begin(), y.end()), 2e-3);
    const double work = course.rows.at("vehicle.drive_work").back();
    EXPECT_GT(work, 5);
  }
}

TEST_F(Wagon, TheEnergyOfAnActuatorIsBalanced) {
  for (const char* actuator : {"", "time_constant = 0.05"}) {
    const ControlledRun course = run_with(ramp, "method = \"rk4\"\nstep = 2.5e-4", actuator, 2.5e-4);
    const auto& residual = course.rows.at("vehicle.energy_residual");
    // The works are integrals over rows of 0.25 ms.
    for (const double r : residual)
      ASSERT_LT(std::abs(r), 1e-4 * course.rows.at("vehicle.suspension_work").back());
  }
}

TEST_F(Wagon, AnActuatorLagsBehindItsCommand) {
  const ControlledRun course = run_with(R"([[control.tables]]
name = "step"
sample_time = 0.01
outputs = ["push"]
table = [[0.0, 5000.0]]
)",
                                        "method = \"rk4\"\nstep = 1e-3", "time_constant = 0.04");
  const auto &t = course.rows.at("t"), &force = course.rows.at("push.force");
  for (std::size_t i = 0; i < t.size(); ++i)
    ASSERT_NEAR(-force[i], 5000 * -std::expm1(-t[i] / 0.04), 5e-3) << t[i];
}

constexpr const char* python = R"([[control.python]]
name = "spring"
sample_time = 0.01
inputs = ["a_body.y", "t"]
outputs = ["push"]
)";

// FMI 2 has no name for the platform of ARM processors.
#if defined(__aarch64__)
constexpr int oldest = 3;
#else
constexpr int oldest = 2;
#endif

std::string fmu_text(int version, int how) {
  return fmt::format(R"([[control.fmus]]
name = "spring"
sample_time = 0.01
inputs = ["a_body.y"]
outputs = ["push"]
time_limit = 5.0
file = "{}/fmi{}_gain.fmu"
parameters = {{ k = -2e6, how = {} }}
)",
                     FLANGEWAY_FMUS, version, how);
}

// The same law in a file of Python, in another one, and as a function: the same bits.
TEST_F(Wagon, ControllersInOtherProcessesGiveTheSameBits) {
  folder_.write("spring.py", "def control(time, inputs):\n  return -2e6 * inputs[0] + 4e3 * (time < 0.1)\n");
  folder_.write("kick.py",
                "def push(time, inputs):\n  return [-2e6 * inputs[0] + 4e3 * (inputs[1] < 0.1)]\n");
  const ControlledRun first = run_with(std::string(python) + "file = \"spring.py\"\n");
  ASSERT_EQ(first.summary.status, RunStatus::completed) << first.summary.failure;
  const ControlledRun second = run_with(std::string(python) + "file = \"kick.py\"\nfunction = \"push\"\n");
  const ControlledRun third =
      controlled_run(test::load_case(write(python)),
                     {{"spring", [](double t, std::span<const double> in, std::span<double> out, double) {
                         out[0] = -2e6 * in[0] + 4e3 * (t < 0.1 ? 1 : 0);
                         return std::string();
                       }}});
  EXPECT_GT(*std::max_element(first.rows.at("a_body.y").begin(), first.rows.at("a_body.y").end()), 1e-4);
  EXPECT_EQ(first.rows.at("a_body.y"), second.rows.at("a_body.y"));
  EXPECT_EQ(first.rows.at("a_body.y"), third.rows.at("a_body.y"));
}

TEST_F(Wagon, AnFmuOfEitherVersionCommands) {
  for (const int version : {oldest, 3}) {
    const ControlledRun course = run_with(fmu_text(version, 0));
    ASSERT_EQ(course.summary.status, RunStatus::completed) << course.summary.failure;
    const auto &y = course.rows.at("a_body.y"), &u = course.rows.at("spring.push");
    EXPECT_NEAR(u[20], -2e6 * y[19], 1e-6);  // the row at a sample shows the command before it
  }
}

TEST_F(Wagon, WhatFailsIsNamedWithItsTime) {
  const auto says = [](const std::string& what) {
    return HasSubstr("distance 0.50 m: the controller \"spring\" failed: " + what);
  };
  EXPECT_THAT(failure(fmu_text(oldest, 1)), says("its output push is NaN"));
  EXPECT_THAT(failure(fmu_text(3, 1)), HasSubstr("the sample failed at t = 0.0500 s, "));
  EXPECT_THAT(failure(fmu_text(3, 3)), says("its process fell by signal 6"));
  EXPECT_THAT(failure(fmu_text(oldest, 4)), says("doStep failed"));
  std::string slow = fmu_text(3, 2);
  slow.replace(slow.find("time_limit = 5.0"), 16, "time_limit = 3");  // the FMU sleeps for 30 s
  EXPECT_THAT(failure(slow), says("it did not answer in time"));
}

// The limit is ten minutes, and the run is interrupted while it waits.
TEST_F(Wagon, AnInterruptionEndsTheWaitForAController) {
  folder_.write("slow.py",
                "import time\ndef control(t, u):\n  time.sleep(600 if t > 0.055 else 0)\n  return 0\n");
  const auto model = test::load_case(write(std::string(python) + "file = \"slow.py\"\ntime_limit = 600.0\n"));
  RunOptions options;
  const auto started = std::chrono::steady_clock::now();
  double last = 0;  // s; the run waits at 0.06 s
  options.progress = [&](double, double time) {
    return !(std::exchange(last, time) == time && time > 0.055);
  };
  const Summary summary = run(model, options);
  EXPECT_EQ(summary.status, RunStatus::stopped);
  EXPECT_EQ(summary.failure, "");
  EXPECT_NEAR(summary.time, 0.06, 1e-9);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(60));
}

TEST_F(Wagon, WhatAFunctionInPythonRaisesIsShown) {
  const auto with = [&](const std::string& body) {
    folder_.write("bad.py", body);
    return failure(std::string(python) + "file = \"bad.py\"\ntime_limit = 5.0\n");
  };
  EXPECT_THAT(
      with("def control(t, u):\n  return 1 / (0.05 - t if t < 0.05 else 0)\n"),
      HasSubstr(
          "t = 0.0500 s, distance 0.50 m: the controller \"spring\" failed: ZeroDivisionError in line 2"));
  EXPECT_THAT(with("def control(t, u):\n  return [1, 2]\n"),
              HasSubstr("failed: it gave 2 numbers for 1 outputs"));
  EXPECT_THAT(with("def other(t, u):\n  return 0\n"), HasSubstr("has no attribute 'control'"));
  EXPECT_THAT(with("import os\ndef control(t, u):\n  os._exit(1)\n"), HasSubstr("failed: its process ended"));
  EXPECT_THAT(with("def control(t, u):\n  return float('inf')\n"), HasSubstr("its output push is infinite"));
  EXPECT_THAT(failure(std::string(python) + "file = \"bad.py\"\ntime_limit = 5.0\nfunction = \"missing\"\n"),
              HasSubstr("has no attribute 'missing'"));
}

// A program beside the run that never answers, and a file of another kind in its place.
TEST_F(Wagon, ARunWaitsForAProgramNoLongerThanItsLimit) {
  const std::string exchange = (folder_.path() / "exchange").string();
  const std::string control =
      "[[control.shared_memory]]\nname = \"spring\"\nsample_time = 0.01\ninputs = "
      "[\"t\"]\noutputs = [\"push\"]\ntime_limit = 0.05\nfile = \"" +
      exchange + "\"\n";
  EXPECT_THAT(failure(control),
              HasSubstr("the controller \"spring\" failed: no program has answered over \"" + exchange +
                        "\" in time"));
  EXPECT_FALSE(std::filesystem::exists(exchange));
  std::ofstream(exchange) << "something else";
  EXPECT_THAT(failure(control), HasSubstr("the controller \"spring\" failed: its file \"" + exchange +
                                          "\" is there and is no exchange of a controller"));
  EXPECT_THAT(test::case_findings(write(control + control), {}),
              HasSubstr("control.shared_memory[1].file: is the exchange of another controller (got \"" +
                        exchange + "\"). Give each a file of its own."));
}

TEST_F(Wagon, ReportsAMissingFunction) {
  const auto model = test::load_case(write(python));
  Findings findings;
  check_functions(model, {}, findings);
  EXPECT_THAT(findings.text(),
              HasSubstr("control.python[0].file: is missing. Give a file, or in Python a function"));
}

TEST_F(Wagon, FindingsNameTheError) {
  const auto findings = [&](const std::string& control, const std::string& integration = "method = \"rk4\"") {
    return test::case_findings(write(control, integration), {});
  };
  const std::string table = "[[control.tables]]\nname = \"a\"\ntable = [[0.0, 1.0]]\n";
  EXPECT_THAT(findings(table),
              HasSubstr("control.tables[0].outputs: is missing or empty. Name what it commands."));
  EXPECT_THAT(findings(table + "outputs = [\"pusch\"]\n"),
              ContainsRegex(
                  "case.toml:[0-9]+:[0-9]+: control.tables\\[0\\].outputs: is nothing that a controller can "
                  "command \\(got \"pusch\"\\). Use \"push\"."));
  EXPECT_THAT(findings(table + "outputs = [\"push\"]\n" + table + "outputs = [\"push\"]\n"),
              AllOf(HasSubstr("is the name of two controllers (got \"a\"). Give each a name of its own."),
                    HasSubstr("is commanded by two controllers, or twice by one")));
  EXPECT_THAT(
      findings(table + "outputs = [\"push\"]\nsample_time = 0.0015\n", "method = \"rk4\"\nstep = 1e-3"),
      HasSubstr("control.tables[0].sample_time: is no multiple of the time step, which has to end at each "
                "sample (got 0.0015; allowed a multiple of 0.001 s). Change it, or integration.step."));
  EXPECT_THAT(findings("[[control.speed]]\nname = \"a\"\nspeed = [[0.0, 1.0]]\nproportional_gain = 1.0\n"
                       "outputs = [\"push\"]\nconstant_power_from = 3.0\n"),
              AllOf(HasSubstr("inputs: has not as many channels as the outputs need (got 0; allowed 1)"),
                    HasSubstr("constant_power_from: has no effect without limit. Give limit.")));
  EXPECT_THAT(
      findings("[[control.slide_protection]]\nname = \"a\"\nbraking = [[0.0, 1.0]]\nwheel_radius = 0.5\n"
               "outputs = [\"push\"]\ninputs = [\"t\", \"t\"]\napply_slip = 0.5\n"),
      HasSubstr("apply_slip: is larger than release_slip (got 0.5; allowed at most 0.15)"));
  EXPECT_THAT(findings(std::string(python) + "file = \"none.py\"\n"), HasSubstr("file: does not exist"));
  EXPECT_THAT(findings("[[control.fmus]]\nname = \"a\"\nfile = \"none.fmu\"\noutputs = [\"push\"]\n"),
              HasSubstr("control.fmus[0].file: does not exist"));
}

TEST_F(Wagon, FilesOfControllersAreInputs) {
  const auto script = folder_.write("spring.py", "def control(time, inputs):\n  return 0\n");
  const InputRecord record;
  (void)test::load_case(write(std::string(python) + "file = \"spring.py\"\n"));
  (void)test::load_case(write(fmu_text(oldest, 0)));
  EXPECT_TRUE(is_noted_input(script));
  EXPECT_TRUE(is_noted_input(fmt::format("{}/fmi{}_gain.fmu", FLANGEWAY_FMUS, oldest)));
}

TEST_F(Wagon, FindingsAboutAnFmuNameItsVariables) {
  const std::string good = fmu_text(oldest, 0);
  const auto findings = [&](const std::string& more) { return test::case_findings(write(good + more), {}); };
  EXPECT_EQ(findings(""), "");
  EXPECT_THAT(
      findings("input_variables = [\"v\"]\n"),
      HasSubstr("control.fmus[0].input_variables: is no variable of the FMU that is a number (got \"v\")"));
  EXPECT_THAT(
      findings("output_variables = [\"y\", \"y\"]\n"),
      HasSubstr(
          "output_variables: has not as many variables as the controller has outputs (got 2; allowed 1)"));
  EXPECT_THAT(
      findings("input_variables = [\"k\"]\n"),
      HasSubstr("control.fmus[0].input_variables: names \"k\", which is no input of the FMU (got "
                "\"parameter\"; allowed causality input). Name its inputs, such as \"u\"; parameters go "
                "into parameters."));
  EXPECT_THAT(
      findings("output_variables = [\"u\"]\n"),
      HasSubstr("control.fmus[0].output_variables: names \"u\", which is no output of the FMU (got "
                "\"input\"; allowed causality output, local or calculatedParameter). Name its outputs, "
                "such as \"y\"."));
  EXPECT_THAT(
      findings("input_variables = [\"u\", \"u\"]\n"),
      HasSubstr("input_variables: names a variable twice (got \"u\"). Give each input a variable of its "
                "own."));
  EXPECT_THAT(
      findings("use = \"model_exchange\"\n"),
      HasSubstr("use: is not offered by the FMU (got model_exchange; allowed co_simulation). Leave it out."));
  std::string parameter = good;
  parameter.replace(parameter.find("k = -2e6"), 8, "gain = 1.0");
  EXPECT_THAT(test::case_findings(write(parameter), {}),
              HasSubstr("control.fmus[0].parameters.gain: is no variable of the FMU"));
  parameter.replace(parameter.find("gain = 1.0"), 10, "y = 1.0");
  EXPECT_THAT(
      test::case_findings(write(parameter), {}),
      HasSubstr("control.fmus[0].parameters.y: cannot be set: it is no parameter of the FMU (got \"output\"; "
                "allowed causality parameter, input or local). Leave it out."));
}

TEST_F(Wagon, InputsAreChannels) {
  std::string wrong = python;
  wrong.replace(wrong.find("a_body.y"), 8, "a_body.x");
  const auto model = test::load_case(write(wrong));
  Findings findings;
  check_inputs_of_controllers(model, findings);
  EXPECT_THAT(findings.text(),
              ContainsRegex("case.toml:[0-9]+:[0-9]+: control.python\\[0\\].inputs: is no channel of "
                            "the case \\(got \"a_body.x\"\\). Use \"a_body.s\"."));
}

// A time grid of samples that the steps of auto do not hit is hit by shorter steps.
TEST_F(Wagon, AutoShortensItsStepsToTheSamples) {
  std::string odd = ramp;
  odd.replace(odd.find("0.05"), 4, "0.0007");
  const ControlledRun course = run_with(odd, "method = \"auto\"");
  EXPECT_EQ(course.summary.status, RunStatus::completed);
  EXPECT_THAT(course.summary.integrator, HasSubstr("step 0.0007 s"));
}

// Everything that they carry is in the state: a run that is stopped and loaded has the same bits.
TEST(Control, ReadyMadeControllersGoOnFromACheckpoint) {
  const auto model =
      test::load_case(models + "cases/metro_coach_active.toml", {"integration.duration=0.3", "initial.s=60"});
  const auto rows_of = [&](long stop) {
    std::vector<double> rows;
    RunOptions options;
    options.record = [&](const double* row) {
      return rows.insert(rows.end(), row, row + channels(model).size()), true;
    };
    auto loop = std::make_unique<RunLoop>(model, options);
    EXPECT_TRUE(loop->start());
    for (long n = 1; loop->step(); ++n) {
      if (n != stop) continue;
      const std::vector<std::byte> bytes = loop->save();
      loop = std::make_unique<RunLoop>(model, options);
      EXPECT_TRUE(loop->load(bytes));
    }
    return rows;
  };
  const std::vector<double> whole = rows_of(-1);
  EXPECT_GT(whole.size(), 20 * channels(model).size());
  EXPECT_EQ(whole, rows_of(123));
}

TEST(Control, TheSpeedFollowsItsTargetAndTheLimitHolds) {
  const ControlledRun course = controlled_run(
      test::load_case(models + "cases/metro_coach_active.toml",
                      {"integration.duration=4", "track=" + ("\"" + models) + "tracks/straight_1000.toml\"",
                       "output.interval=0.1"}));
  ASSERT_EQ(course.summary.status, RunStatus::completed) << course.summary.failure;
  const auto &t = course.rows.at("t"), &v = course.rows.at("coach_carbody.vs"),
             &torque = course.rows.at("speed.coach_wheelset1.torque");
  EXPECT_NEAR(v.back(), 20 + 0.2 * t.back(), 0.15);
  // 4 τ / r = m a, and the wheels turn with it; 0.2 m/s² of 44.5 t.
  const double inertia = 32000 + 2 * 2615 + 4 * (1813 + 112 / 0.457 / 0.457);
  EXPECT_NEAR(torque.back(), 0.457 * inertia * 0.2 / 4, 0.15 * 0.457 * inertia * 0.2 / 4);
}

// Without the protection a wheelset locks; with it, none does, and the coach brakes harder.
TEST(Control, TheProtectionKeepsWheelsFromLocking) {
  const auto run_braking = [](const std::vector<std::string>& sets) {
    std::vector<std::string> all{"output.interval=0.02", "integration.duration=2"};
    all.insert(all.end(), sets.begin(), sets.end());
    return controlled_run(test::load_case(models + "cases/metro_coach_braking.toml", all));
  };
  const auto least_spin = [](const ControlledRun& course) {
    const auto& spin = course.rows.at("wheelset1.vpitch");
    return *std::min_element(spin.begin(), spin.end());
  };
  const ControlledRun watched = run_braking({});
  ASSERT_EQ(watched.summary.status, RunStatus::completed) << watched.summary.failure;
  const double rolling = watched.rows.at("carbody.vs").back() / 0.457;
  EXPECT_GT(least_spin(watched), 0.6 * rolling);
  const ControlledRun locked =
      run_braking({"control.slide_protection[0].release_slip=1", "control.slide_protection[0].apply_slip=1"});
  EXPECT_LT(least_spin(locked), 0.1 * rolling);
  EXPECT_LT(watched.rows.at("carbody.vs").back(), locked.rows.at("carbody.vs").back());
}

// One spring is too low by 15 mm of load: the valve opens after the delay, and closes at the dead band.
TEST(Control, LevellingFillsABagThatSinks) {
  control::Controller controller;
  control::LevellingSpec law;
  law.gain = 0.1, law.dead_band = 0.005, law.delay = 1, law.filter_time = 0;
  controller.sample_time = 0.1, controller.outputs = {"a.valve"};
  controller.law = law;
  std::vector<double> memory(2), out(1);
  const auto flow = [&](double height, bool first) {
    const double inputs[] = {height};
    control::respond(controller, {0, first, inputs}, memory, out);
    return out[0];
  };
  EXPECT_EQ(flow(-0.015, true), 0);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(flow(-0.015, false), 0) << i;
  EXPECT_NEAR(flow(-0.015, false), 0.1 * 0.010, 1e-15);  // after 1 s; into the bag
  EXPECT_NEAR(flow(-0.008, false), 0.1 * 0.003, 1e-15);
  EXPECT_EQ(flow(-0.004, false), 0);
  EXPECT_EQ(flow(0.015, false), 0);  // the delay begins again
}

// An axle that is to the left is turned to the right: its left wheel pushes, its right one holds back.
TEST(Control, GuidanceTurnsEachAxleToTheMiddle) {
  control::Controller controller;
  control::GuidanceSpec law;
  law.lateral_gain = 200e3, law.yaw_gain = 60e3, law.yaw_rate_gain = 2e3;
  controller.sample_time = 0.01;
  controller.outputs = {"a.left.torque", "a.right.torque", "b.left.torque", "b.right.torque"};
  std::vector<double> memory(4), out(4);
  const auto sample = [&](bool first, const std::vector<double>& inputs) {
    controller.law = law;
    control::respond(controller, {0, first, inputs}, memory, out);
    return out;
  };
  const std::vector<double> inputs{0.001, -0.002, 0.03, -0.004, 0.005, 0.006};
  const double a = 200 - 120 + 60, b = -800 + 300 + 12;
  EXPECT_THAT(sample(true, inputs), ElementsAre(DoubleNear(a / 2, 1e-9), DoubleNear(-a / 2, 1e-9),
                                                DoubleNear(b / 2, 1e-9), DoubleNear(-b / 2, 1e-9)));
  law.filter_time = 0.02;
  EXPECT_THAT(sample(true, std::vector<double>(6, 0.0)), ElementsAre(0, 0, 0, 0));
  const double share = 1 - std::exp(-0.5);  // of a step, after one sample
  EXPECT_THAT(sample(false, inputs),
              ElementsAre(DoubleNear(share * a / 2, 1e-9), DoubleNear(-share * a / 2, 1e-9),
                          DoubleNear(share * b / 2, 1e-9), DoubleNear(-share * b / 2, 1e-9)));
}

// Active against passive: the skyhook takes lateral acceleration off the carbody in the transition.
TEST(Control, TheLateralSuspensionCentresTheCarbody) {
  const std::vector<std::string> sets{"integration.duration=4", "initial.s=90", "output.interval=0.05"};
  std::vector<std::string> passive = sets;
  passive.push_back("control.lateral[0].limit=1e-9");
  const auto offset = [](const ControlledRun& course) {
    EXPECT_EQ(course.summary.status, RunStatus::completed) << course.summary.failure;
    return std::abs(course.rows.at("lateral_front.deflection").back());
  };
  const double active =
                   offset(controlled_run(test::load_case(models + "cases/metro_coach_active.toml", sets))),
               without =
                   offset(controlled_run(test::load_case(models + "cases/metro_coach_active.toml", passive)));
  EXPECT_GT(without, 0.01);
  EXPECT_LT(active, 0.9 * without);
}

}  // namespace
}  // namespace flangeway::simulate
