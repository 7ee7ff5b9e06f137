#include "flangeway/simulate/choose_integrator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/steppers.hpp"
#include "support/load_case.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;
using vehicle_case::IntegratorMethod;

class ChooseIntegrator : public test::WheelsetCase {
 protected:
  // A box of 30 kg that oscillates at 315 Hz on its rubber without damping: √(k/m)/2π.
  void add_box() {
    folder_.write("vehicle.toml",
                  "name = \"box\"\n" + test::wheelset_text(test::wheelset_mass) + R"([[bodies]]
name = "box"
role = "axlebox"
mass = 30.0
inertia = [1.0, 1.0, 1.0]
position = [0.0, 0.0, 0.457]
[[bushings]]
name = "rubber"
body_i = "box"
body_j = "wheelset"
position = [0.0, 0.0, 0.457]
stiffness = [1e6, 1e6, 1.1752e8]
rotational_stiffness = [1e4, 1e4, 1e4]
)");
  }
  vehicle_case::CaseModel chosen(const std::vector<std::string>& sets) {
    vehicle_case::CaseModel model = load(sets);
    choose_integrator(model);
    return model;
  }
};

TEST_F(ChooseIntegrator, TakesTheUsualMethodAndStepForAWheelset) {
  const vehicle_case::IntegrationSettings taken = chosen({}).integration;
  EXPECT_EQ(taken.method, IntegratorMethod::abm4);
  EXPECT_EQ(taken.step, 1e-3);
  EXPECT_FALSE(taken.choice.open);
  EXPECT_THAT(integrator_text(taken), HasSubstr("abm4, step 0.001 s (auto: it follows the fastest mode, "));
  EXPECT_THAT(integrator_text(taken),
              HasSubstr(" Hz, damping ratio 0.01, a wheelset between tread and flange)"));
  EXPECT_EQ(taken.choice.warning, "");
}

TEST_F(ChooseIntegrator, LeavesAMethodThatIsGiven) {
  const vehicle_case::IntegrationSettings taken = chosen({"integration.method=rk4"}).integration;
  EXPECT_EQ(taken.method, IntegratorMethod::rk4);
  EXPECT_EQ(integrator_text(taken), "rk4, step 0.001 s");
}

TEST_F(ChooseIntegrator, KeepsAStepThatIsStable) {
  const vehicle_case::IntegrationSettings taken = chosen({"integration.step=5e-4"}).integration;
  EXPECT_EQ(taken.method, IntegratorMethod::abm4);
  EXPECT_EQ(taken.step, 5e-4);
  EXPECT_EQ(taken.choice.warning, "");
}

TEST_F(ChooseIntegrator, StepsNoLongerThanTheRowsOfTheResult) {
  EXPECT_EQ(chosen({"output.interval=2e-4"}).integration.step, 2e-4);
}

TEST_F(ChooseIntegrator, TakesAnotherMethodWhereAnUndampedBoxWouldGrow) {
  add_box();
  const vehicle_case::CaseModel model = chosen({"integration.duration=1"});
  EXPECT_THAT(model.integration.choice.reason,
              HasSubstr("abm4 with steps of 1 ms would not follow 315 Hz, damping ratio"));
  EXPECT_THAT(model.integration.choice.reason, HasSubstr(", box (vertical), element rubber"));
  EXPECT_FALSE(model.integration.method == IntegratorMethod::abm4 && model.integration.step > 1e-4);
  const Summary summary = run(model, {});
  EXPECT_EQ(summary.status, RunStatus::completed);
  EXPECT_TRUE(summary.warnings.empty());
  EXPECT_THAT(summary.integrator, HasSubstr("(auto: "));
  EXPECT_NEAR(summary.final_state[1].second[2], summary.final_state[0].second[2], 1e-6);  // box, wheelset
}

TEST_F(ChooseIntegrator, WarnsOfAStepTooLongForEveryMethod) {
  add_box();
  const vehicle_case::CaseModel model = chosen({"integration.step=2e-3", "integration.duration=0.1"});
  EXPECT_THAT(model.integration.choice.warning,
              HasSubstr("integration.step = 0.002 s is not stable for 315 Hz"));
  EXPECT_LT(model.integration.step, 2e-3 + (model.integration.method == IntegratorMethod::bdf ? 1 : 0));
  const Summary summary = run(model, {});
  ASSERT_EQ(summary.warnings.size(), 1u);
  EXPECT_EQ(summary.warnings[0], model.integration.choice.warning);
}

TEST_F(ChooseIntegrator, TakesFixedStepsWhereTheCaseNeedsThem) {
  add_box();
  const vehicle_case::IntegrationSettings taken = chosen({"contact.lift_off=true"}).integration;
  EXPECT_TRUE(has_fixed_steps(taken.method));
}

TEST_F(ChooseIntegrator, ARunThatFailsNamesTheModeTheBodyAndTheElement) {
  add_box();
  const Summary summary = run(load({"integration.method=abm4", "initial.y=0.001"}), {});
  ASSERT_EQ(summary.status, RunStatus::failed);
  EXPECT_THAT(summary.failure, HasSubstr("Steps of 0.001 s let a mode grow there: 315 Hz, damping ratio"));
  EXPECT_THAT(summary.failure, HasSubstr(", box (vertical), element rubber"));
}

// At the start no flange touches. Later abm4 with 1 ms made the outer wheels chatter at 114 Hz: Y of -61 kN
// in place of -41.8 kN.
TEST(ChooseIntegratorForAFlange, StepsShortEnoughForTheHandoverFromTreadToFlange) {
  const std::vector<std::string> sets{"coupling.method=none", "integration.duration=9"};
  vehicle_case::CaseModel model =
      test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/mass_spring_r500.toml", sets);
  choose_integrator(model);
  EXPECT_EQ(model.integration.method, IntegratorMethod::abm4);
  EXPECT_EQ(model.integration.step, 5e-4);
  EXPECT_THAT(model.integration.choice.reason, HasSubstr("abm4 with steps of 1 ms would not follow "));
  EXPECT_THAT(model.integration.choice.reason,
              HasSubstr(" Hz, damping ratio 0.01, a wheelset between tread and "
                        "flange"));
  const Summary summary = run(model, {});
  EXPECT_EQ(summary.status, RunStatus::completed);
  EXPECT_THAT(summary.warnings, ::testing::IsEmpty());
  EXPECT_NEAR(summary.wheels[1].y_max, 42.1e3, 0.2e3);  // bdf: 42.13 kN
}

// At the start no flange touches. On tread and flange of the curve, where the fastest mode is 1.27 times as
// fast, abm4 with 0.5 ms made the leading wheels chatter by more than 100 kN.
TEST(ChooseIntegratorForElasticContact, StepsShortEnoughForTreadAndFlangeUnderALoadedWagon) {
  const auto ran = [](const std::vector<std::string>& by) {
    std::vector<std::string> sets{"contact.method=elastic", "initial.s=110", "integration.duration=2.5"};
    sets.insert(sets.end(), by.begin(), by.end());
    vehicle_case::CaseModel model =
        test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/three_piece_r500.toml", sets);
    choose_integrator(model);
    return std::pair(model.integration, run(model, {}));
  };
  const auto [given, chattered] = ran({});
  EXPECT_EQ(given.step, 5e-4);  // contact.elastic.max_step
  EXPECT_THAT(chattered.warnings, ::testing::Contains(HasSubstr("with a standard deviation of 1")));
  const auto [adaptive, by_bdf] = ran({"integration.method=auto", "integration.step=0"});
  EXPECT_EQ(adaptive.method, IntegratorMethod::bdf);
  EXPECT_LT(by_bdf.wheels[1].q_max, 175e3);
  const auto [taken, summary] =
      ran({"integration.method=auto", "integration.step=0", "integration.step_failure=halve"});
  EXPECT_EQ(taken.method, IntegratorMethod::abm4);
  EXPECT_EQ(taken.step, 2.5e-4);
  EXPECT_THAT(taken.choice.reason, HasSubstr("abm4 with steps of 0.5 ms would not follow 215 Hz"));
  EXPECT_THAT(summary.warnings, ::testing::ElementsAre(HasSubstr("the run starts in a curve")));
  EXPECT_TRUE(summary.wheels[1].flange_time > 1);
  EXPECT_LT(summary.wheels[1].q_max, 175e3);  // 303 kN with chatter
}

// Short features and fixed steps exclude bdf.
TEST(ChooseIntegratorForElasticContact, FixedStepsForWhatBdfWouldStepOver) {
  const auto method_of = [](const char* name, const std::vector<std::string>& sets) {
    vehicle_case::CaseModel model =
        test::load_case(std::string(FLANGEWAY_SOURCE_DIR "/models/cases/") + name + ".toml", sets);
    choose_integrator(model);
    return model.integration.method;
  };
  EXPECT_EQ(method_of("wheel_flat", {"integration={}"}), IntegratorMethod::abm4);
  EXPECT_EQ(method_of("turnout", {"integration={}"}), IntegratorMethod::abm4);
  EXPECT_EQ(method_of("manchester_r500_irregular_strip", {"integration={}"}), IntegratorMethod::abm4);
  EXPECT_EQ(method_of("manchester_r500_irregular_elastic", {"integration={step=5e-4}"}),
            IntegratorMethod::abm4);
  EXPECT_EQ(method_of("manchester_r500_irregular_elastic", {"integration={}"}), IntegratorMethod::bdf);
}

// The choice is that of the checkpoint, even if it would be made otherwise now. Contacts are looked for as
// the choice needs it.
void expect_to_go_on(const vehicle_case::CaseModel& model, const vehicle_case::CaseModel& open, int stop) {
  const Summary whole = run(model, {});
  std::vector<std::byte> bytes;
  RunOptions options;
  int steps = 0;
  options.stop = [&] { return ++steps > stop; };
  options.checkpoint = [&](std::span<const std::byte> state) {
    bytes.assign(state.begin(), state.end());
    return true;
  };
  EXPECT_EQ(run(model, options).status, RunStatus::stopped);
  RunOptions continued;
  continued.continue_from = bytes;
  ASSERT_TRUE(open.integration.choice.open);
  const Summary rest = run(open, continued);
  EXPECT_EQ(rest.status, RunStatus::completed);
  EXPECT_EQ(rest.counts.steps, whole.counts.steps);
  EXPECT_EQ(rest.integrator, whole.integrator);
  EXPECT_EQ(rest.final_state, whole.final_state);
}

TEST_F(ChooseIntegrator, ARunGoesOnWithTheChoiceThatItWasBegunWith) {
  vehicle_case::CaseModel model = chosen({"integration.duration=0.4"});
  model.integration.step = 5e-4;
  expect_to_go_on(model, load({"integration.duration=0.4"}), 300);
  const std::vector<std::string> elastic{"contact.method=elastic", "initial.y=0.004",
                                         "integration.duration=2"};
  expect_to_go_on(chosen(elastic), load(elastic), 40);
}

}  // namespace
}  // namespace flangeway::simulate
