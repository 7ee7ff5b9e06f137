// Summary of a run for users: the lines that are printed and the JSON that is written.
#include "flangeway/recording/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace flangeway::recording {
namespace {

using nlohmann::json;
using simulate::RunStatus;
using simulate::Summary;
using simulate::WheelSummary;
using ::testing::HasSubstr;
using ::testing::Not;

Summary completed() {
  Summary summary;
  summary.status = RunStatus::completed;
  summary.method = "kec";
  summary.integrator = "abm4, step 0.001 s";
  summary.time = 2, summary.distance = 40, summary.wall_time = 0.5, summary.real_time_factor = 4;
  summary.counts.steps = 2000, summary.counts.evaluations = 4000, summary.looks = 12;
  summary.counts.smallest_step = summary.counts.largest_step = 1e-3;
  summary.position_drift = 1.5e-12, summary.velocity_drift = 2.5e-11;
  summary.final_state = {{"wheelset", {40, 0.001, -0.002, 0.003, 0.004, 0.005}}};
  WheelSummary wheel;
  wheel.name = "wheelset.left";
  wheel.q_mean = 61234, wheel.q_max = 65432, wheel.y_max = 4321, wheel.yq_max = 0.1234;
  wheel.contact_angle_max = 0.1;
  summary.wheels = {wheel};
  return summary;
}

TEST(SummaryText, TellsStepsTimesAndWheels) {
  EXPECT_EQ(
      summary_text(completed()),
      "completed: 40.0 m in 2.00 s, method kec, abm4, step 0.001 s\n"
      "2000 steps, 4012 evaluations, wall time 0.50 s, 4 times real time; largest drift 1.5e-12 m, "
      "2.5e-11 m/s\n"
      "wheel                Q mean/kN  Q max/kN    |Y|/kN     Y/Q angle/deg  Nadal  flange/s  pull/s\n"
      "wheelset.left            61.23     65.43      4.32   0.123       5.7      -      0.00    0.00\n");
}

// `flangeway results --summary` prints what the run has printed.
TEST(ReadSummary, GivesTheSameText) {
  Summary summary = completed();
  EXPECT_EQ(summary_text(*read_summary(summary_json(summary))), summary_text(summary));
  summary.status = RunStatus::derailed;
  summary.derailment.emplace();
  summary.derailment->wheel = "wheelset.left", summary.derailment->angle = 0.6;
  summary.joint_drift.emplace();
  summary.joint_drift->position = 1e-9, summary.joint_drift->velocity = 2e-9;
  integrate::StepCounts& c = summary.counts;
  c.smallest_step = 2.5e-4, c.rejected_steps = 4, c.failed_attempts = 1, c.nonlinear_iterations = 9;
  c.nonlinear_failures = 2, c.jacobians = 5, c.jacobian_evaluations = 55, c.steps_of_order[2] = 8;
  summary.events.first.push_back({0.25, 5.5, "wheelset.left", "lost contact"});
  summary.events.more = 20;
  summary.warnings = {"it pulled"};
  WheelSummary& wheel = summary.wheels[0];
  wheel.flange_time = 0.4, wheel.nadal_limit = 0.512, wheel.tensile_time = 0.1;
  wheel.force_discontinuity_max = 1234, wheel.force_discontinuity_max_distance = 7;
  EXPECT_EQ(summary_text(*read_summary(summary_json(summary))), summary_text(summary));
  summary.derailment.reset();
  summary.status = RunStatus::failed, summary.failure = "the step failed";
  summary.halvings = 3;
  wheel.yq_max = std::nan("");
  EXPECT_EQ(summary_text(*read_summary(summary_json(summary))), summary_text(summary));
}

// The cross-check of a run, as `results --summary` reads it again.
TEST(ReadSummary, KeepsTheCrossCheck) {
  Summary summary = completed();
  assess::CrossCheck& check = summary.cross_check.emplace();
  check.method = "elastic", check.status = "completed", check.distance = 40, check.tolerance = 0.05;
  check.compared = 12;
  EXPECT_THAT(
      summary_text(summary),
      HasSubstr("cross-check with elastic: completed, 12 values compared over 40.0 m, none differs by "
                "more than 5 %\n"));
  check.differences = {{"Q", "wheelset.left", "N", 0, 20, 61e3, std::nan(""), 2}};
  EXPECT_THAT(summary_text(summary),
              HasSubstr("over 40.0 m, 1 quantity of a wheel, wheelset or body differs"));
  EXPECT_EQ(summary_text(*read_summary(summary_json(summary))), summary_text(summary));
  const json written = json::parse(summary_json(summary))["cross_check"];
  EXPECT_EQ(written["differences"][0]["value"], 61e3);
  EXPECT_TRUE(written["differences"][0]["other"].is_null());
  const auto again = read_summary(summary_json(summary))->cross_check;
  ASSERT_TRUE(again);
  EXPECT_EQ(again->differences.at(0).item, "wheelset.left");
  EXPECT_TRUE(std::isnan(again->differences.at(0).other));
  check = {.method = "elastic", .status = "stopped", .failure = {}, .problem = "no rows", .differences = {}};
  EXPECT_THAT(summary_text(summary), HasSubstr("cross-check with elastic: stopped, nothing was compared\n"));
}

TEST(ReadSummary, KnowsNoOtherDocument) {
  EXPECT_FALSE(read_summary("{}"));
  EXPECT_FALSE(read_summary("no JSON"));
  EXPECT_FALSE(read_summary(R"({"status": "completed", "steps": "many"})"));
}

TEST(SummaryText, CountsWhatTheIntegratorDid) {
  Summary summary = completed();
  summary.halvings = 3, summary.counts.smallest_step = 2.5e-4;
  EXPECT_THAT(summary_text(summary),
              HasSubstr("step halved 3 times, down to 0.00025 s, where it was too long\n"));
  summary.halvings = 0;
  integrate::StepCounts& c = summary.counts;
  c.rejected_steps = 4, c.failed_attempts = 1;
  EXPECT_THAT(summary_text(summary),
              HasSubstr("steps of 0.00025 to 0.001 s, 4 rejected, 1 evaluations failed\n"));
  c.nonlinear_iterations = 9, c.nonlinear_failures = 2, c.jacobians = 5, c.jacobian_evaluations = 55;
  c.steps_of_order[1] = 7, c.steps_of_order[2] = 8;
  EXPECT_THAT(summary_text(summary),
              HasSubstr("1 evaluations failed; 9 iterations, 2 without convergence, 5 Jacobians with 55 "
                        "evaluations; orders 1: 7 2: 8\n"));
}

TEST(SummaryText, SaysADerailmentWithTimePlaceWheelAndTheRatioOfForces) {
  Summary summary = completed();
  summary.status = RunStatus::derailed;
  summary.derailment.emplace();
  simulate::Derailment& d = *summary.derailment;
  d.time = 1.5, d.distance = 30.25, d.wheel = "wheelset.left", d.kind = "flange climbed the rail";
  d.yq = 0.75, d.angle = 0.6, d.nadal = 0.5;
  summary.wheels[0].flange_time = 0.4, summary.wheels[0].nadal_limit = 0.512;
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("derailed: 40.0 m"));
  EXPECT_THAT(text, HasSubstr("  0.512      0.40"));
  EXPECT_THAT(text,
              HasSubstr("derailed at t = 1.500 s, distance 30.25 m: wheelset.left, flange climbed the rail\n"
                        "  its Y/Q there 0.750, contact angle 34.4 deg, Nadal's limit for it 0.500\n"));
  const json written = json::parse(summary_json(summary));
  EXPECT_EQ(written["status"], "derailed");
  EXPECT_TRUE(written["failure"].is_null());
  EXPECT_EQ(written["derailment"], json({{"time", 1.5},
                                         {"distance", 30.25},
                                         {"wheel", "wheelset.left"},
                                         {"kind", "flange climbed the rail"},
                                         {"YQ", 0.75},
                                         {"contact_angle", 0.6},
                                         {"nadal_limit", 0.5}}));
}

TEST(SummaryText, ListsEventsWarningsJointsAndTheFailure) {
  Summary summary = completed();
  summary.status = RunStatus::failed;
  for (int i = 0; i < 14; ++i)
    summary.events.first.push_back({0.25 + i, 5.5, "wheelset.left", "lost contact"});
  summary.events.more = 3;
  summary.warnings = {"it pulled"};
  summary.failure = "the step failed";
  summary.joint_drift.emplace();
  summary.joint_drift->position = 1e-9;
  summary.wheels[0].force_discontinuity_max = 1234, summary.wheels[0].force_discontinuity_max_distance = 7;
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("stopped: "));
  EXPECT_THAT(text, HasSubstr("largest error of a joint 1.0e-09 m, 0.0e+00 m/s\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "largest discontinuity of a wheel's force between steps: 1.23 kN, wheelset.left at "
          "7.0 m\nwheelset.left, lost contact: 14 times, from t = 0.250 s, 5.5 m to t = 13.250 s, 5.5 m\n"));
  EXPECT_THAT(text, HasSubstr("and 3 more events\nwarning: it pulled\nfailure: the step failed\n"));
}

TEST(SummaryText, ListsAFewEventsOneByOne) {
  Summary summary = completed();
  for (int i = 0; i < 12; ++i)
    summary.events.first.push_back({0.25 + i, 5.5, "wheelset.left", "lost contact"});
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("t = 0.250000 s, distance 5.500 m: wheelset.left, lost contact\n"));
  EXPECT_THAT(text, HasSubstr("t = 11.250000 s"));
  EXPECT_THAT(text, Not(HasSubstr("more events")));
}

TEST(SummaryText, FoldsManyEventsByWheelAndKind) {
  Summary summary = completed();
  for (int i = 0; i < 112; ++i)
    summary.events.first.push_back(
        {0.5 * i, 10.0 * i, i % 2 == 0 ? "wheelset.left" : "wheelset.right", "flange touches"});
  const std::string text = summary_text(summary);
  EXPECT_THAT(
      text,
      HasSubstr(
          "wheelset.left, flange touches: 56 times, from t = 0.000 s, 0.0 m to t = 55.000 s, 1100.0 m\n"));
  EXPECT_THAT(text, HasSubstr("wheelset.right, flange touches: 56 times"));
  EXPECT_THAT(text, Not(HasSubstr("t = 0.500000 s")));
}

TEST(SummaryJson, HasEveryNumber) {
  Summary summary = completed();
  summary.wheels[0].tensile_time = 0.5, summary.wheels[0].pull_max = 2000;
  const json written = json::parse(summary_json(summary));
  EXPECT_EQ(written["admissible"], false);
  EXPECT_EQ(written["steps"], 2000);
  EXPECT_EQ(written["evaluations"], 4012);
  EXPECT_EQ(written["integration"]["output_evaluations"], 12);
  for (const char* key :
       {"rejected_steps", "nonlinear_failures", "jacobians", "jacobian_evaluations", "halvings"})
    EXPECT_EQ(written["integration"][key], 0) << key;
  EXPECT_TRUE(written["integration"]["steps_of_order"].is_array());
  EXPECT_EQ(written["wheels"]["wheelset.left"]["pull_max"], 2000);
  EXPECT_EQ(written["wheels"]["wheelset.left"].size(), 20u);
  EXPECT_EQ(written["final"]["wheelset"]["yaw"], 0.005);
  EXPECT_EQ(written["drift"]["velocity"], 2.5e-11);
  EXPECT_TRUE(written["track"].is_null());
  EXPECT_FALSE(written.contains("joint_drift"));
  summary.coupling = "tight", summary.track_steps = 5, summary.track_unknowns = 60;
  summary.joint_drift.emplace();
  const json flexible = json::parse(summary_json(summary));
  EXPECT_EQ(flexible["track"], json({{"steps", 5}, {"degrees_of_freedom", 60}, {"wall_time", 0.0}}));
  EXPECT_EQ(flexible["joint_drift"], json({{"position", 0.0}, {"velocity", 0.0}}));
}

// Messages of another program may be in any encoding.
TEST(SummaryJson, AFailureThatIsNoUtf8IsShown) {
  Summary summary = completed();
  summary.failure = "the unit \xFF failed";
  EXPECT_EQ(json::parse(summary_json(summary))["failure"], "the unit \uFFFD failed");
}

}  // namespace
}  // namespace flangeway::recording
