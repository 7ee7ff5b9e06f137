#include "reference/wheelset_motion.hpp"

#include <gtest/gtest.h>

namespace flangeway::reference {
namespace {

TEST(RollingWavelength, IsKlingelsOnKnifeEdges) {
  EXPECT_DOUBLE_EQ(rolling_wavelength(0.46, 0.75, 0.05, 0), klingel_wavelength(0.46, 0.75, 0.05));
}

// Recomputed here with 40 digits: r0 0.46 m, b 0.75 m, Rr 0.3 m.
TEST(RollingWavelength, HasTheValuesOfTheNotes) {
  EXPECT_NEAR(rolling_wavelength(0.46, 0.75, 0.025, 0.3), 23.22275, 5e-6);
  EXPECT_NEAR(rolling_wavelength(0.46, 0.75, 0.05, 0.3), 16.33522, 5e-6);
  EXPECT_NEAR(rolling_wavelength(0.46, 0.75, 0.1, 0.3), 11.42513, 5e-6);
}

// Rolling without slip: u' = ψ and ψ' = −Δr/(2 r0 b), by plain steps of the two wheels over one wave.
TEST(RollingWavelength, IsThatOfRollingStepByStep) {
  const double r0 = 0.46, b = 0.75, delta = 0.05, rail = 0.3;
  const double wave = rolling_wavelength(r0, b, delta, rail);
  const int steps = 200000;
  const double h = wave / steps;
  double u = 1e-3, psi = 0;
  for (int i = 0; i < steps; ++i) {
    const double roll = u * std::tan(delta) / b;
    const double left = r0 + std::tan(delta) * (u + rail * std::cos(delta) * roll);
    const double right = r0 - std::tan(delta) * (u + rail * std::cos(delta) * roll);
    psi -= h * (left - right) / (2 * b * r0);
    u += h * psi;
  }
  EXPECT_NEAR(u, 1e-3, 1e-7);
}

TEST(SuspendedWheelset, CriticalSpeedHasAnImaginaryRootThatCrosses) {
  const SuspendedWheelset w;
  const CriticalSpeed critical = critical_speed(w);
  const std::complex<double> at(0, two_pi * critical.frequency);
  EXPECT_NEAR(root_near(w, critical.speed, at).real(), 0, 1e-7);
  EXPECT_LT(root_near(w, 0.99 * critical.speed, at).real(), -0.01);
  EXPECT_GT(root_near(w, 1.01 * critical.speed, at).real(), 0.01);
}

TEST(SuspendedWheelset, HasTheValuesOfTheNotes) {
  const CriticalSpeed critical = critical_speed({});
  EXPECT_NEAR(critical.speed, 76.395741, 5e-7);
  EXPECT_NEAR(critical.frequency, 6.530145, 5e-7);
}

}  // namespace
}  // namespace flangeway::reference
