#include "flangeway/integrate/amplification.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::integrate {
namespace {

using Complex = std::complex<double>;

// y' = μ y in real numbers, with a rate on both components.
struct Mode {
  Complex mu;
  double rate;
  static EvalStatus derivative(void* user, double, const double* y, double* f) {
    const Complex slope = static_cast<Mode*>(user)->mu * Complex(y[0], y[1]);
    f[0] = slope.real(), f[1] = slope.imag();
    return EvalStatus::ok;
  }
  static void damping(void* user, double, const double*, double* rate) {
    rate[0] = rate[1] = static_cast<Mode*>(user)->rate;
  }
};

// |y| of the stepper itself, from step to step after the first ones have died out.
double measured(FixedMethod method, Mode mode, double step) {
  FixedStepper stepper;
  stepper.init({2, &mode, &Mode::derivative, nullptr, &Mode::damping}, method, step);
  double y[2] = {1, 0}, before = 0;
  const int steps = 200, first = 100;
  for (int n = 0; n < steps; ++n) {
    if (n == first) before = std::hypot(y[0], y[1]);
    EXPECT_EQ(stepper.step(n * step, y), EvalStatus::ok);
  }
  return std::pow(std::hypot(y[0], y[1]) / before, 1.0 / (steps - first));
}

TEST(Amplification, IsThatOfTheStepper) {
  const double step = 1e-3;
  for (const FixedMethod method : {FixedMethod::abm4, FixedMethod::rk4}) {
    for (const double frequency : {0.0, 300.0, 900.0, 1500.0}) {
      for (const double damping : {100.0, 800.0}) {
        for (const double rate : {0.0, 1000.0, 5000.0}) {
          const Mode mode{{-damping, frequency}, rate};
          const double factor = amplification(method, mode.mu, rate, step);
          EXPECT_NEAR(measured(method, mode, step), factor, 0.02 * factor)  // it beats
              << static_cast<int>(method) << ' ' << mode.mu << ' ' << rate;
        }
      }
    }
  }
}

// The textbooks' limits of RK4: 2.785 on the negative real axis, 2√2 on the imaginary one.
TEST(Amplification, OfRungeKuttaEndsWhereTheTextbooksSay) {
  const auto of = [](Complex z) { return amplification(FixedMethod::rk4, z, 0, 1); };
  EXPECT_LT(of(-2.785), 1);
  EXPECT_GT(of(-2.786), 1);
  EXPECT_LT(of({0, 2.828}), 1);
  EXPECT_GT(of({0, 2.829}), 1);
}

// Each step of the PECE form lets an undamped oscillation grow by 0.0980 (ω h)⁶ at first: 6.1 1/s at ω h =
// 0.5 with steps of 0.25 ms, which is an axlebox on its rubber at 318 Hz. On the negative real axis it ends
// at 1.285.
TEST(Amplification, OfAdamsMethodsLetsUndampedModesGrow) {
  const auto of = [](Complex z) { return amplification(FixedMethod::abm4, z, 0, 1); };
  EXPECT_NEAR(of({0, 0.1}) - 1, 1.59e-7, 1e-9);
  EXPECT_NEAR(std::log(of({0, 0.5})) / 2.5e-4, 6.1, 0.1);
  EXPECT_LT(amplification(FixedMethod::rk4, {0, 0.5}, 0, 1), 1);
  EXPECT_LT(of(-1.284), 1);
  EXPECT_GT(of(-1.286), 1);
}

// The integrator has the exact rate: nothing is left to extrapolate, however fast the mode decays.
TEST(Amplification, OfTheExponentialFormIsExactWithTheExactRate) {
  for (const double z : {0.5, 5.0, 50.0}) {
    EXPECT_NEAR(amplification(FixedMethod::abm4, -z, z, 1), std::exp(-z), 1e-4) << z;
    EXPECT_NEAR(amplification(FixedMethod::rk4, -z, z, 1), std::exp(-z), 1e-12) << z;
  }
}

}  // namespace
}  // namespace flangeway::integrate
