#include "flangeway/simulate/advance.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/run_texts.hpp"
#include "support/allocation_guard.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;
using Sets = std::vector<std::string>;

constexpr const char* manchester = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular.toml";

// Rows of a run, by channel.
test::Rows record(const vehicle_case::CaseModel& model, Summary& summary) {
  test::Rows values;
  RunOptions options;
  test::record_rows(model, values, options);
  summary = run(model, options);
  return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

class Wheelset : public test::WheelsetCase {};

// Jacobian of the parts against central differences of all columns, in the variables of the integrator.
struct Jacobians {
  Eigen::MatrixXd parts, all;
  std::uint64_t evaluations = 0;

  explicit Jacobians(const vehicle_case::CaseModel& model) {
    Simulation simulation(model);
    const integrate::Problem problem = simulation.problem();
    const auto n = static_cast<Eigen::Index>(problem.size);
    integrate::DormandPrince method;
    method.init(problem, {}, 0, simulation.integrated());
    while (method.time() < 0.3) EXPECT_EQ(method.step(), EvalStatus::ok);
    Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(method.state(), n), f(n), plus(n), minus(n);
    all.resize(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double h = 1e-6, at = y(j);
      y(j) = at + h;
      EXPECT_EQ(problem.derivative(problem.user, method.time(), y.data(), plus.data()), EvalStatus::ok);
      y(j) = at - h;
      EXPECT_EQ(problem.derivative(problem.user, method.time(), y.data(), minus.data()), EvalStatus::ok);
      y(j) = at;
      all.col(j) = (plus - minus) / (2 * h);
    }
    EXPECT_EQ(problem.derivative(problem.user, method.time(), y.data(), f.data()), EvalStatus::ok);
    parts = Eigen::MatrixXd::Zero(n, n);
    EXPECT_EQ(problem.jacobian(problem.user, method.time(), y.data(), f.data(), parts.data(), &evaluations),
              EvalStatus::ok);
  }
};

// Contraction of Newton's method by the difference at a step of 5 ms: (I − γJ)⁻¹ γ ΔJ, which multiplies the
// error from one iteration to the next.
double contraction(const Jacobians& j) {
  const double gamma = 5e-3;
  const auto n = j.all.rows();
  const Eigen::MatrixXd newton = Eigen::MatrixXd::Identity(n, n) - gamma * j.parts;
  const Eigen::MatrixXd rest = newton.partialPivLu().solve(gamma * (j.all - j.parts));
  return rest.eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Jacobian, OfAWagonFromItsPartsMakesNewtonConverge) {
  for (const char* method : {"kec", "lut"}) {
    const Jacobians j(test::load_case(manchester, {std::string("contact.method=") + method}));
    EXPECT_EQ(j.evaluations, 11u);  // of 101 for all columns
    EXPECT_LT(contraction(j), 0.03) << method;
    // A Jacobian without the suspension would not: the test can fail.
    Jacobians without = j;
    without.parts.bottomRows(16).setZero();
    EXPECT_GT(contraction(without), 0.5);
  }
}

TEST_F(Wheelset, TheJacobianOfAWheelsetAloneMakesNewtonConverge) {
  for (const char* drive : {"prescribed", "free"}) {
    const Jacobians j(load({std::string("drive=") + drive}));
    EXPECT_EQ(j.evaluations, 11u);
    EXPECT_LT(contraction(j), 0.03) << drive;
  }
}

TEST_F(Wheelset, TheJacobianOfWheelsThatTurnAgainstEachOtherMakesNewtonConverge) {
  for (const char* axle : {"independent", "torsion"}) {
    std::vector<std::string> sets{std::string("vehicle.wheelsets[0].rotation=") + axle};
    if (sets[0].ends_with("torsion")) sets.push_back("vehicle.wheelsets[0].torsional_stiffness=1e5");
    const Jacobians j(load(sets));
    EXPECT_EQ(j.evaluations, 12u);
    EXPECT_LT(contraction(j), 0.03) << axle;
    Jacobians without = j;
    without.parts.bottomRows(1).setZero();
    without.parts.row(12).setZero();
    EXPECT_GT(contraction(without), 0.5) << axle;
  }
}

// Axleboxes on joints that Baumgarte's terms hold: what is left out besides is how these turn with the
// positions.
TEST(Jacobian, OfAWagonWithAxleboxesMakesNewtonConverge) {
  const Jacobians j(test::load_case(
      FLANGEWAY_SOURCE_DIR "/models/cases/flexible_r500_rigid.toml",
      {"contact.method=kec", "integration.method=bdf", "integration.joint_stabilisation=baumgarte"}));
  EXPECT_EQ(j.evaluations, 11u);
  EXPECT_LT(contraction(j), 0.03);
}

TEST(Advance, ADormandPrinceStepOfAWagonAllocatesNothing) {
  const auto model = test::load_case(manchester, {"integration.method=dormand_prince"});
  Simulation simulation(model);
  Advance advance(simulation);
  std::vector<double> y = simulation.state().y;
  ASSERT_EQ(advance.step(), EvalStatus::ok);
  const ::flangeway::test::AllocationGuard guard;
  for (int n = 0; n < 20; ++n) {
    ASSERT_EQ(advance.step(), EvalStatus::ok);
    ASSERT_EQ(advance.look_at((advance.step_start() + advance.time()) / 2, y.data()), EvalStatus::ok);
  }
  EXPECT_EQ(guard.count(), 0u);
}

// The leading wheelset passes from the wing rail to the nose.
TEST(Advance, StepsOverACrossingAllocateNothing) {
  const auto model = test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/turnout.toml", {"initial.s=47.3"});
  Simulation simulation(model);
  Advance advance(simulation);
  for (int n = 0; n < 4; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const ::flangeway::test::AllocationGuard guard;
  for (int n = 0; n < 80; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
  EXPECT_EQ(guard.count(), 0u);
}

// Five seconds and a bit of irregular track, through the first contact of a flange: five methods, one motion.
// BDF and NDF of order 2 have the largest errors, some ten times its tolerance.
TEST(Advance, FiveMethodsAgreeOnAWagon) {
  test::Rows reference;
  std::vector<Event> events;
  for (const char* method : {"dormand_prince", "bdf", "ndf", "abm4", "rk4"}) {
    Summary summary;
    const auto rows = record(test::load_case(manchester, {std::string("integration.method=") + method,
                                                          "integration.duration=5.4"}),
                             summary);
    ASSERT_EQ(summary.status, RunStatus::completed) << method << summary.failure;
    EXPECT_NEAR(summary.time, 5.4, 1e-9);
    ASSERT_EQ(rows.at("t").size(), 541u);
    ASSERT_EQ(summary.events.first.size(), 1u) << method;
    const Event& event = summary.events.first[0];
    EXPECT_EQ(event.wheel, "wheelset1.right");
    EXPECT_EQ(event.kind, event_kind::flange_begins);
    if (reference.empty()) {
      reference = rows;
      events = summary.events.first;
      EXPECT_NEAR(event.distance, 20 * event.time, 1e-3);
      continue;
    }
    // At one tolerance ndf takes longer steps than bdf: by 26 % for the same estimate at order 2
    // [Shampine1997].
    const bool ndf = std::string(method) == "ndf", implicit = ndf || std::string(method) == "bdf";
    EXPECT_NEAR(event.time, events[0].time, implicit ? 1e-4 : 1e-6) << method;
    for (const char* channel : {"wheelset1.y", "wheelset4.y", "carbody.y", "carbody.z", "wheelset2.yaw"}) {
      EXPECT_LT(largest_difference(rows.at(channel), reference.at(channel)), ndf        ? 2e-5
                                                                             : implicit ? 1e-5
                                                                                        : 2e-6)
          << method << ' ' << channel;
    }
    EXPECT_LT(largest_difference(rows.at("t"), reference.at("t")), 1e-9);
    EXPECT_LT(largest_difference(rows.at("wheelset1.right.Q"), reference.at("wheelset1.right.Q")), ndf ? 600
                                                                                                   : implicit
                                                                                                       ? 300
                                                                                                       : 100)
        << method;
  }
}

// Against ten times smaller tolerances, the error falls with the tolerance.
TEST_F(Wheelset, TheErrorFollowsTheTolerance) {
  const auto end = [&](const char* method, const char* tolerance) {
    Summary summary;
    const std::string t = tolerance;
    return record(load({std::string("integration.method=") + method, "integration.duration=4",
                        "integration.relative_tolerance=" + t, "integration.absolute_tolerance=" + t,
                        "output.interval=0.05"}),
                  summary)
        .at("wheelset.y");
  };
  const auto exact = end("dormand_prince", "1e-10");
  for (const char* method : {"dormand_prince", "bdf", "ndf"}) {
    double previous = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const double error = largest_difference(end(method, fmt::format("{}", tolerance).c_str()), exact);
      EXPECT_LT(error, 500 * tolerance) << method;  // its lateral motion grows by itself
      EXPECT_LT(error, previous / 2) << method;
      previous = error;
    }
  }
}

// Rows lie at the requested times, whatever the steps, and steps are not shortened for them.
TEST_F(Wheelset, RowsComeFromDenseOutput) {
  for (const char* method : {"abm4", "rk4", "dormand_prince", "bdf", "ndf"}) {
    Summary few, many;
    const Sets sets{std::string("integration.method=") + method, "integration.duration=2"};
    Sets dense = sets;
    dense.push_back("output.interval=0.0017");
    const auto coarse = record(load(sets), few), fine = record(load(dense), many);
    EXPECT_EQ(few.counts.steps, many.counts.steps) << method;
    ASSERT_EQ(fine.at("t").size(), 1177u) << method;
    for (std::size_t i = 0; i < fine.at("t").size(); ++i)
      ASSERT_NEAR(fine.at("t")[i], 0.0017 * static_cast<double>(i), 1e-12);
    // 17 rows of 0.01 s are 100 of 0.0017.
    EXPECT_NEAR(fine.at("wheelset.y")[1000], coarse.at("wheelset.y")[170], 1e-12);
    EXPECT_NEAR(fine.at("wheelset.s")[3], 10 * 0.0017 * 3, 1e-12) << method;
  }
}

// A component of the state may be a velocity, a coordinate, or the elongation of a damper in series with a
// spring.
TEST(DescribeJump, NamesWhateverJumped) {
  const vehicle_case::CaseModel model = test::load_case(manchester, {});
  const multibody::Model& vehicle = model.vehicle.bodies;
  const std::size_t body = model.contact.wheelsets[0].body;
  const std::string name = vehicle.bodies[body].name;
  const auto words = [&](std::size_t component) {
    const JumpWords told = describe_jump(vehicle, {component, 0.1, 1e-3, 2.0});
    return told.what + " by " + told.size;
  };
  const std::size_t q = 6 * body, velocity = vehicle.velocity_offset() + q;
  EXPECT_EQ(words(velocity + 1), "the lateral velocity of " + name + " by 0.1 m/s");
  EXPECT_EQ(words(velocity + 5), "the yaw velocity of " + name + " by 0.1 rad/s");
  // 0.1 m/s is 0.01 as a share of its unit; of a coordinate that is 1 cm in 1 ms.
  EXPECT_EQ(words(q + 1), "the lateral velocity of " + name + " by 10 m/s");
  EXPECT_EQ(words(q + 4), "the spin velocity of " + name + " by 1e+02 rad/s");
  ASSERT_GT(vehicle.auxiliary_count, 0u);
  const auto& dampers = multibody::elements_of<multibody::MaxwellDamper>(vehicle);
  EXPECT_EQ(words(vehicle.auxiliary_offset() + dampers.back().auxiliary[0]),
            "the elongation of the damper in " + dampers.back().name + " by 0.01 m");
}

// A flange with Hertz's stiffness strikes: 1 ms is too long. Halved where it is, the run goes on, comes back
// to its step, and is where Dormand–Prince is.
TEST_F(Wheelset, StepsAreHalvedWhereAFlangeStrikes) {
  const Sets hard{"contact.method=lut", "contact.lookup.flange_stiffness=7e13", "integration.duration=8"};
  const auto with = [&](Sets more) {
    more.insert(more.end(), hard.begin(), hard.end());
    Summary summary;
    const auto rows = record(load(more), summary);
    return std::pair(summary, rows.at("wheelset.y"));
  };
  const auto [stopped, y_stopped] = with({"integration.method=abm4"});
  EXPECT_EQ(stopped.status, RunStatus::failed);
  EXPECT_THAT(
      stopped.failure,
      ::testing::MatchesRegex(
          "the step failed at t = [0-9.]+ s, distance [0-9.]+ m: the [a-z]+ velocity of wheelset would jump "
          "by "
          "[0-9.e+]+ (m|rad)/s within a step of 0.001 s, as when a flange strikes. Set "
          "integration.step_failure = \"halve\" or integration.method = \"bdf\", shorten "
          "integration.step, soften contact.lookup.flange_stiffness, or use contact.method = \"kec\"\\. .*"));
  const auto [halved, y_halved] = with({"integration.method=abm4", "integration.step_failure=halve"});
  ASSERT_EQ(halved.status, RunStatus::completed) << halved.failure;
  EXPECT_GT(halved.halvings, 0u);
  EXPECT_LT(halved.counts.smallest_step, 1e-3);
  EXPECT_EQ(halved.counts.largest_step, 1e-3);
  const auto [explicit_one, y_explicit] = with({"integration.method=dormand_prince"});
  ASSERT_EQ(explicit_one.status, RunStatus::completed) << explicit_one.failure;
  // Every bounce of the wheelset on its flange doubles the difference: one tenth of a millimetre after
  // twenty.
  EXPECT_LT(largest_difference(y_halved, y_explicit), 3e-4);
  // The hard flange is among the modes that a step has to follow.
  const auto [automatic, y_automatic] = with({});
  EXPECT_EQ(automatic.status, RunStatus::completed) << automatic.failure;
  EXPECT_THAT(automatic.integrator, HasSubstr("would not follow "));
  EXPECT_THAT(automatic.integrator, HasSubstr(", a wheelset on its elastic flange)"));
  ASSERT_GE(halved.events.first.size(), 2u);
  EXPECT_NEAR(halved.events.first[0].time, explicit_one.events.first[0].time, 1e-4);
  EXPECT_NEAR(halved.events.first[1].time, explicit_one.events.first[1].time, 1e-4);
}

TEST_F(Wheelset, KeysWithoutEffectAreFindings) {
  const char* at = "integration.";
  for (const auto& [method, key, value, methods] :
       {std::array{"abm4", "relative_tolerance", "1e-5", "auto, dormand_prince, bdf or ndf"},
        {"rk4", "absolute_tolerance", "1e-5", "auto, dormand_prince, bdf or ndf"},
        {"abm4", "max_step", "0.01", "auto, dormand_prince, bdf or ndf"},
        {"dormand_prince", "max_order", "3", "auto, bdf or ndf"},
        {"bdf", "step_failure", "halve", "auto, abm4 or rk4"},
        {"dormand_prince", "stiff_creep", "false", "auto, abm4 or rk4"}}) {
    const std::string text =
        finding({std::string("integration.method=") + method, std::string(at) + key + "=" + value});
    EXPECT_THAT(text,
                HasSubstr(std::string("integration.") + key + ": has no effect with integration.method = \"" +
                          method + "\". Leave it out, or set integration.method to " + methods));
  }
  EXPECT_THAT(
      finding({"integration.method=bdf", "contact.normal_force=previous_step"}),
      HasSubstr("contact.normal_force: makes the forces depend on the previous evaluation, which bdf cannot "
                "follow (got previous_step; allowed solved)"));
  EXPECT_THAT(finding({"integration.method=dormand_prince", "contact.lift_off=true"}),
              HasSubstr("contact.lift_off: adds and removes constraints at the ends of fixed steps, which "
                        "dormand_prince cannot follow (got true; allowed false)"));
}

TEST_F(Wheelset, TheSummaryCountsWhatTheMethodDid) {
  const Summary summary = run(load({"integration.method=bdf", "integration.duration=3"}), {});
  ASSERT_EQ(summary.status, RunStatus::completed);
  const integrate::StepCounts& c = summary.counts;
  EXPECT_EQ(c.jacobian_evaluations, 11 * c.jacobians);
  EXPECT_EQ(summary.integrator,
            "bdf, relative tolerance 1e-06, absolute tolerance 1e-06, order up to 2, step up to 0.02 s");
  EXPECT_GT(c.jacobians, 0u);
  EXPECT_GT(c.steps_of_order[1], 0u);
  EXPECT_GT(summary.looks, 0u);
  EXPECT_EQ(summary.halvings, 0u);
}

// A run that ends with the track ends there, between two steps.
TEST_F(Wheelset, AdaptiveRunsEndWhereTheTrackEnds) {
  for (const char* method : {"dormand_prince", "bdf", "ndf"}) {
    const Summary summary = run(load({std::string("integration.method=") + method}), {});
    ASSERT_EQ(summary.status, RunStatus::completed) << summary.failure;
    EXPECT_NEAR(summary.distance, 110, 1e-5);
    EXPECT_NEAR(summary.time, 11, 1e-6);
  }
}

}  // namespace
}  // namespace flangeway::simulate
