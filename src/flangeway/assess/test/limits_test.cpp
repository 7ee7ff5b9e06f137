#include "flangeway/assess/limits.hpp"

#include <gtest/gtest.h>

#include "flangeway/assess/wear.hpp"

namespace flangeway::assess {
namespace {

// The wheel stands on an inclined plane: tan(δ − φ), φ being the angle of friction.
TEST(NadalLimit, IsTheTangentOfTheAngleAboveThatOfFriction) {
  for (const double angle : {0.2, 0.9, 1.2217})
    for (const double friction : {0.0, 0.1, 0.36, 0.6})
      EXPECT_NEAR(nadal_limit(angle, friction), std::tan(angle - std::atan(friction)), 1e-12);
  EXPECT_NEAR(nadal_limit(70 * M_PI / 180, 0.36), 1.2003, 1e-4);
}

TEST(PrudhommeLimit, OfAnAxleOf225kN) {
  EXPECT_DOUBLE_EQ(prudhomme_limit(225e3), 85e3);
  EXPECT_DOUBLE_EQ(prudhomme_limit(225e3, 0.85), 72.25e3);
}

TEST(ForceRatio, IsZeroWithoutLoad) {
  EXPECT_DOUBLE_EQ(force_ratio(-20e3, 50e3), -0.4);
  EXPECT_EQ(force_ratio(20e3, 0), 0);
  EXPECT_EQ(force_ratio(20, 90, 100), 0);
}

// Full sliding under the angle β to the rail at the creepage ν dissipates μNν, whatever β.
TEST(WearNumber, IsTheEnergyOfSlidingPerDistance) {
  const double bound = 0.3 * 60e3, creepage = 0.004;
  for (const double beta : {0.0, 0.5, 2.0, 4.0}) {
    const double c = std::cos(beta), s = std::sin(beta);
    EXPECT_NEAR(wear_number(-bound * c, -bound * s, creepage * c, creepage * s), bound * creepage, 1e-9);
  }
  EXPECT_DOUBLE_EQ(wear_number(0, 0, 0, 0, -20, 1.5), 30);
}

}  // namespace
}  // namespace flangeway::assess
