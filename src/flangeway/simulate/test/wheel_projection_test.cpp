// Runs that leave wheels where accelerations take them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/simulation.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using test::operator+;
using testing::HasSubstr;
using Sets = std::vector<std::string>;

class WheelProjection : public test::WheelsetCase {
 protected:
  Sets with(const std::string& method, bool projection, double step) const {
    return {"contact.method=" + method, "contact.lift_off=false", "integration.method=rk4",
            "integration.step=" + std::to_string(step),
            std::string("integration.wheel_projection=") + (projection ? "true" : "false")};
  }

  // How far a wheel is from its rail at the end, and how far the run says that wheels have been.
  struct Drift {
    double at_end, said;
    std::vector<double> y;
  };
  Drift drift_after(double duration, const Sets& sets) {
    const vehicle_case::CaseModel model = load(sets);
    Simulation simulation(model);
    Advance advance(simulation);
    while (advance.time() < duration * (1 - 1e-9)) {
      if (advance.step() != EvalStatus::ok) ADD_FAILURE() << advance.time();
    }
    Drift drift{0, simulation.state().position_drift, simulation.state().y};
    std::vector<double> on_rails = drift.y;
    EXPECT_EQ(simulation.equations().put_on_rails(advance.time(), on_rails.data()), EvalStatus::ok);
    for (const auto& wheelset : simulation.equations().workspace().contacts.wheelsets)
      for (const double residual : wheelset.residual)
        drift.at_end = std::max(drift.at_end, std::abs(residual));
    return drift;
  }
};

TEST_F(WheelProjection, LeftOutLetsWheelsDrift) {
  for (const std::string method : {"kec", "lut"}) {
    const Drift held = drift_after(5, with(method, true, 2e-3)),
                left = drift_after(5, with(method, false, 2e-3));
    EXPECT_LT(held.at_end, 1e-9) << method;  // what a projection leaves
    // Without projection the errors of thousands of steps accumulate.
    EXPECT_GT(left.at_end, 10 * held.said) << method;
    EXPECT_GE(left.said, left.at_end) << method;
    // The motion is the same otherwise.
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(left.y[i], held.y[i], 100 * left.said + 1e-9) << method << i;
  }
}

TEST_F(WheelProjection, LeftOutIsReported) {
  const Summary summary = run(load(with("kec", false, 1e-3) + Sets{"integration.duration=3"}), {});
  ASSERT_EQ(summary.status, RunStatus::completed) << summary.failure;
  bool said = false;
  for (const std::string& warning : summary.warnings)
    said =
        said || (warning.find("wheels drifted by up to ") == 0 &&
                 warning.find(" mm from their rails: integration.wheel_projection = false leaves them where "
                              "accelerations take them") != std::string::npos);
  EXPECT_TRUE(said);
}

TEST_F(WheelProjection, NeedsConstraintsAndNoJoints) {
  EXPECT_THAT(
      finding(with("elastic", false, 1e-3)),
      HasSubstr("integration.wheel_projection: has no effect with contact.method = \"elastic\", which "
                "holds wheels by forces (got false; allowed true). Leave it out"));
  EXPECT_THAT(test::case_findings(FLANGEWAY_SOURCE_DIR "/models/cases/articulated_r500.toml",
                                  {"integration.wheel_projection=false"}),
              HasSubstr("integration.wheel_projection: cannot be switched off for a vehicle with joints (got "
                        "false; allowed true). Leave it out"));
}

}  // namespace
}  // namespace flangeway::simulate
