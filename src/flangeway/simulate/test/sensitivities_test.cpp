// Derivatives of runs against closed forms and against the linearised equations of motion.
#include "flangeway/simulate/sensitivities.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

class Sensitivities : public test::WheelsetCase {
 protected:
  Sensitivities() : WheelsetCase(40) {}

  std::vector<KeySensitivity> differentiate(const std::vector<std::string>& sets,
                                            const std::vector<std::string>& requests) {
    model_ = load(sets);
    choose_fixed_steps(*model_);
    const auto source = vehicle_case::source_of(folder_.path() / "case.toml", document::Assignments(sets));
    Findings findings;
    const auto keys =
        vehicle_case::varied_keys(source, requests, sensitivity_step, "--sensitivities", findings);
    EXPECT_TRUE(findings.empty()) << findings.all().front().text();
    return sensitivities_of(*model_, source, keys, {.jobs = 2});
  }
  double value(const KeySensitivity& one, std::size_t row, const std::string& channel) const {
    const auto all = channels(*model_);
    return one.derivatives[row * all.size() + results::place_of(all, channel)];
  }

  std::optional<vehicle_case::CaseModel> model_;
};

TEST_F(Sensitivities, SpeedAndDistanceOfADrivenWheelsetFollowItsSpeed) {
  const auto found = differentiate({"speed=10", "integration.duration=1"}, {"speed"});
  ASSERT_EQ(found.size(), 1u);
  ASSERT_GT(found[0].times.size(), 10u);
  for (std::size_t row = 0; row < found[0].times.size(); ++row) {
    EXPECT_NEAR(value(found[0], row, "wheelset.vs"), 1, 1e-9);
    EXPECT_NEAR(value(found[0], row, "distance"), found[0].times[row], 1e-9);
  }
  EXPECT_FALSE(found[0].disagreement);
}

// δx(t) = exp(A t) δx(0) on straight track about the centre.
TEST_F(Sensitivities, DisplacementMovesAsTheLinearisedEquations) {
  const auto found = differentiate(
      {"speed=10", "integration.duration=1", "integration.step=5e-4", "initial.y=0"}, {"initial.y:1e-6"});
  ReducedEquations equations(centred(*model_), RollingAngles::left_out);
  const auto size = static_cast<Eigen::Index>(equations.size());
  const Eigen::MatrixXd matrix = equations.jacobian(10, Eigen::VectorXd::Zero(size));
  Eigen::Index lateral = -1;
  for (Eigen::Index i = 0; i < size; ++i) {
    const ReducedComponent& component = equations.components()[static_cast<std::size_t>(i)];
    if (component.kind == ReducedComponent::Kind::position && component.coordinate == 1) lateral = i;
  }
  ASSERT_GE(lateral, 0);
  Eigen::VectorXd start = Eigen::VectorXd::Zero(size);
  start(lateral) = 1;
  // The start is moved onto the constraints of the contacts, which changes y by some percent.
  const double at_start = value(found[0], 0, "wheelset.y");
  EXPECT_NEAR(at_start, 1, 0.05);
  start *= at_start;
  double largest = 0;
  for (std::size_t row = 0; row < found[0].times.size(); row += 10) {
    const Eigen::MatrixXd moved = (matrix * found[0].times[row]).exp();
    EXPECT_NEAR(value(found[0], row, "wheelset.y"), (moved * start)(lateral), 2e-4) << found[0].times[row];
    largest = std::max(largest, std::abs(value(found[0], row, "wheelset.y") - 1));
  }
  EXPECT_GT(largest, 0.1);  // it moves
}

TEST_F(Sensitivities, ReportsWhereAFlangeContactLeavesNoDerivative) {
  const auto smooth =
      differentiate({"speed=10", "initial.s=45", "integration.duration=1"}, {"vehicle.wheelsets[0].mass"});
  EXPECT_NE(value(smooth[0], smooth[0].times.size() - 1, "wheelset.y"), 0);
  EXPECT_FALSE(smooth[0].disagreement) << smooth[0].disagreement->channel;
  // The patch of this light wheelset is ten samples wide: its semi-axes are not smooth enough over 0.1 mm.
  const auto hard = differentiate({"speed=10", "integration.duration=9", "contact.friction.coefficient=0.4",
                                   "initial.y=0", "contact.kec.geometry=points"},
                                  {"initial.y:1e-4"});
  ASSERT_TRUE(hard[0].disagreement);
  EXPECT_GT(hard[0].disagreement->time, 4);  // on the straight nothing switches
  EXPECT_THAT(sensitivity_warnings(*model_, hard, 2),
              testing::ElementsAre(testing::HasSubstr("contacts switch, or the motion is not smooth"),
                                   testing::StartsWith("the last 2 rows are left out")));
}

TEST_F(Sensitivities, NamesTheValueThatDoesNotFit) {
  EXPECT_THROW(
      (void)differentiate({"speed=10", "integration.duration=1"}, {"vehicle.wheelsets[0].mass:1000"}),
      BadInput);
}

TEST_F(Sensitivities, RowsGetTheirDerivativesAndExtremes) {
  const auto found =
      differentiate({"speed=10", "integration.duration=0.1", "initial.y=0"}, {"speed", "initial.y:1e-6"});
  const auto all = channels(*model_);
  DerivativeRows rows(all.size(), found);
  std::vector<double> row(all.size());
  for (std::size_t i = 0; i < found[0].times.size(); ++i) {
    row[0] = found[0].times[i];
    const double* extended = rows.extended(row.data());
    ASSERT_NE(extended, nullptr);
    EXPECT_EQ(extended[all.size() + results::place_of(all, "wheelset.vs")],
              value(found[0], i, "wheelset.vs"));
  }
  row[0] += 1;
  EXPECT_EQ(rows.extended(row.data()), nullptr);
  EXPECT_EQ(rows.left_out(), 1u);
  EXPECT_NEAR(rows.of_key(0)[results::place_of(all, "wheelset.vs")].mean, 1, 1e-9);
  const auto names = derivative_channels(*model_, {found[0].key});
  EXPECT_EQ(names[results::place_of(all, "wheelset.y")].name, "d(wheelset.y)_d(speed)");
  EXPECT_EQ(names[results::place_of(all, "wheelset.y")].unit, "m per unit of speed");
}

}  // namespace
}  // namespace flangeway::simulate
