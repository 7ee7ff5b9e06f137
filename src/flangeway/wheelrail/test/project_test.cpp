// The projection onto the constraints: both positions and velocities meet them afterwards, and nothing was
// moved that the constraints do not ask for.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail {
namespace {

class Projection : public ::testing::TestWithParam<Method> {
 protected:
  static Model made(Method method) {
    Settings settings;
    settings.method = method;
    return test::make_model(settings);
  }
  // The residuals before are in the workspace.
  void project(std::array<double, 12>& y) {
    multibody::evaluate_kinematics(bodies_, track_, y.data(), body_);
    ASSERT_EQ(
        wheelrail::project(model_, track_, {}, 6, make_contact_state(model_), body_, workspace_, y.data()),
        EvalStatus::ok);
  }

  track::TrackModel track_ = test::straight_track(test::harmonic("vertical_profile", 0.002, 7) +
                                                  test::harmonic("cross_level", 0.0015, 11));
  Model model_ = made(GetParam());
  multibody::Model bodies_ = test::one_wheelset();
  multibody::Workspace body_ = multibody::make_workspace(bodies_);
  Workspace workspace_ = make_workspace(model_);
};

TEST_P(Projection, MeetsTheConstraintsInPositionAndVelocity) {
  std::array<double, 12> y{61.3, 0.002, 0.4575, 0.0006, 3, 0.002, 20, 0.05, -0.02, 0.03, 43, 0.01};
  project(y);
  const WheelsetResult before = workspace_.wheelsets[0];
  const std::array<double, 12> once = y;
  project(y);
  const WheelsetResult& after = workspace_.wheelsets[0];
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GT(std::abs(before.residual[i]), 1e-5) << i;
    EXPECT_GT(std::abs(before.rate_residual[i]), 1e-3) << i;
    EXPECT_LT(std::abs(after.residual[i]), 1e-12) << i;
    EXPECT_LT(std::abs(after.rate_residual[i]), 1e-10) << i;
  }
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(y[i], once[i], 1e-10) << i;
}

// The smallest change in the kinetic energy's sense is M⁻¹Bᵀ times two numbers: free coordinates take no
// momentum from it. The pitch about the own axis and the yaw are in no row of the knife edges.
class KnifeProjection : public Projection {};

TEST_P(KnifeProjection, TakesNoMomentumFromFreeCoordinates) {
  const std::array<double, 12> start{61.3, 0.002, 0.4575, 0.0006, 3, 0.002, 20, 0.05, -0.02, 0.03, 43, 0.01};
  std::array<double, 12> y = start;
  project(y);
  for (const std::size_t i : {4u, 5u, 10u, 11u}) EXPECT_NEAR(y[i], start[i], 1e-9) << i;
  EXPECT_GT(std::abs(y[8] - start[8]), 1e-3);
}

// At all displacements from flange to flange, from a roll that is as far off as on twisted track (36 mm over
// 1.5 m): over the kink between tread and flange whole steps of Newton's method leave the contact table.
TEST_P(KnifeProjection, SeatsAWheelsetAtEachDisplacement) {
  constexpr double max_shift = 9.5e-3, step = 2e-6;  // m
  int found = 0, all = 0;
  for (double shift = -max_shift; shift <= max_shift; shift += step, ++all) {
    std::array<double, 12> y{61.3, shift, 0.4575, 0.024, 3, 0, 20, 0, 0, 0, 43, 0};
    multibody::evaluate_kinematics(bodies_, track_, y.data(), body_);
    if (seat(model_, track_, {}, 6, make_contact_state(model_), body_, workspace_, y.data()) !=
        EvalStatus::ok)
      continue;
    ++found;
    ASSERT_EQ(y[1], shift);
    for (const double residual : workspace_.wheelsets[0].residual) ASSERT_LT(std::abs(residual), 1e-10);
  }
  EXPECT_EQ(found, all);
}
INSTANTIATE_TEST_SUITE_P(Methods, KnifeProjection, ::testing::Values(Method::kec));
INSTANTIATE_TEST_SUITE_P(Methods, Projection, ::testing::Values(Method::kec, Method::lut));

}  // namespace
}  // namespace flangeway::wheelrail
