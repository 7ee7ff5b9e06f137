// Steady running and the equations that it is a root of, against bushings in place of joints, friction at
// rest and vehicles that no track holds. Theory: docs/theory/stability.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <regex>
#include <string>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/reduced_equations.hpp"
#include "flangeway/simulate/relax.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::simulate {
namespace {

using Sets = std::vector<std::string>;

const std::string model_files = std::string(FLANGEWAY_SOURCE_DIR) + "/models/";

vehicle_case::CaseModel load_curve(const std::string& name, Sets sets) {
  sets.emplace_back("initial.s=250");
  return test::load_case(model_files + "cases/" + name, sets);
}

Eigen::VectorXd steady(ReducedEquations& equations, double speed) {
  return steady_running(equations, speed, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size())));
}

std::string failure_of(const std::string& name, const Sets& sets) {
  const vehicle_case::CaseModel model = load_curve(name, sets);
  ReducedEquations equations(model, RollingAngles::left_out);
  try {
    (void)steady(equations, model.drive.speed);
  } catch (const NumericalFailure& failure) {
    return failure.what();
  }
  return "";
}

// The shipped train with a stiff bushing at each ball joint, beside the parts that it is made of.
std::string write_train_with_bushings(const test::TemporaryFolder& folder) {
  const std::filesystem::path vehicles = model_files + "vehicles";
  for (const char* beside : {"parts", "shapes"})
    std::filesystem::copy(vehicles / beside, folder.path() / beside);
  const std::string text = test::read_file(vehicles / "articulated_train.toml");
  return folder
      .write("train.toml", std::regex_replace(text, std::regex(R"(\[\[spherical_joints\]\])"),
                                              "[[bushings]]\nstiffness = [1e10, 1e10, 1e10]"))
      .string();
}

double nearest(const std::vector<Mode>& modes, std::complex<double> eigenvalue) {
  double least = HUGE_VAL;
  for (const Mode& mode : modes) least = std::min(least, std::abs(mode.eigenvalue - eigenvalue));
  return least;
}

// Four ball joints in a row that move two cars each. Springs of 1e10 N/m yield by 3e-5 of the deflection of
// the train's softest springs; differences with steps of 1e-6 m leave as much.
TEST(ReducedEquations, ATrainOnJointsHasTheModesOfOneOnStiffBushings) {
  const test::TemporaryFolder folder;
  const std::string file = write_train_with_bushings(folder);
  const std::string shipped = model_files + "cases/articulated_r500.toml";
  const std::vector<Mode> joints = modes(test::load_case(shipped, {}), true);
  const std::vector<Mode> bushings = modes(test::load_case(shipped, {"vehicle=" + file}), true);
  std::size_t oscillations = 0;
  for (const Mode& mode : joints) {
    if (mode.frequency < 0.5 || mode.frequency > 20) continue;
    ++oscillations;
    EXPECT_LT(nearest(bushings, mode.eigenvalue), 5e-4 * std::abs(mode.eigenvalue)) << mode.eigenvalue;
  }
  EXPECT_GT(oscillations, 40u);
}

// A train on a straight runs in the middle, at the speed of the case and at any other.
TEST(SteadyRunning, OfATrainOnJointsIsInTheMiddleAtAnySpeed) {
  const vehicle_case::CaseModel model = test::load_case(model_files + "cases/articulated_r500.toml", {});
  ReducedEquations equations(model, RollingAngles::left_out);
  for (const double speed : {model.drive.speed, 5.0, 10.0}) {
    const Eigen::VectorXd x = steady(equations, speed);
    for (std::size_t i = 0; i < equations.size(); ++i) {
      const ReducedComponent& component = equations.components()[i];
      if (component.kind != ReducedComponent::Kind::position || component.coordinate != 1) continue;
      EXPECT_LT(std::abs(x(static_cast<Eigen::Index>(i))), 1e-7) << speed;  // m; it has no side
    }
  }
}

// A flange that is loaded, and wheelsets that run slowly: Newton's method alone fails from the middle.
TEST(SteadyRunning, IsFoundInASlowCurve) {
  for (const char* speed : {"speed=3", "speed=5"}) {
    const vehicle_case::CaseModel model = load_curve("manchester_r500.toml", {speed});
    ReducedEquations equations(model, RollingAngles::left_out);
    const Eigen::VectorXd x = steady(equations, model.drive.speed);
    Eigen::VectorXd rate(x.size());
    ASSERT_EQ(equations.derivative(model.drive.speed, x.data(), rate.data()), EvalStatus::ok);
    // m/s, m/s²: what rounding of 1e-14 m in springs of 1e9 N/m gives to 1 kg.
    EXPECT_LT(rate.cwiseAbs().maxCoeff(), 1e-5) << speed;
    EXPECT_EQ(equations.largest_pull().force, 0) << speed;
  }
}

// Links with dry friction stick at one of many places.
TEST(SteadyRunning, IsFoundWhereFrictionHolds) {
  const vehicle_case::CaseModel model = load_curve("y25_r500.toml", {});
  ReducedEquations equations(model, RollingAngles::left_out);
  const Eigen::VectorXd x = steady(equations, model.drive.speed);
  Eigen::VectorXd rate(x.size());
  ASSERT_EQ(equations.derivative(model.drive.speed, x.data(), rate.data()), EvalStatus::ok);
  EXPECT_LT(rate.cwiseAbs().maxCoeff(), 1e-5);
}

// At 100 m/s in R 500 m the unbalanced acceleration is 20 m/s²; half the gauge over the height of the centre
// of gravity allows half of that.
TEST(SteadyRunning, IsNoneWhereARailWouldHaveToPull) {
  EXPECT_THAT(
      failure_of("manchester_r500.toml", {"speed=100"}),
      testing::ContainsRegex("No steady running was found at 100 m/s: wheelset[1-4].left would have to "
                             "be held down with 1[0-9.]+ kN, which a rail cannot"));
}

// Cones without flanges run off the rail.
TEST(SteadyRunning, IsNoneWhereNothingGuides) {
  EXPECT_EQ(
      failure_of("manchester_r500.toml", {"profiles.wheel=cone_1_20", "speed=20"}),
      "No steady running was found at 20 m/s: neither Newton's method nor steps in time end in one from "
      "the start of the case. A run shows whether the vehicle comes to rest there");
}

}  // namespace
}  // namespace flangeway::simulate
