// Purpose of the exponential forms: damping far beyond the stability bound of the classical
// stepping_methods.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "flangeway/integrate/fixed_stepper.hpp"

namespace flangeway::integrate {
namespace {

constexpr FixedMethod stepping_methods[] = {FixedMethod::rk4, FixedMethod::abm4};

/// y' = −rate (y − p(t)) with p a polynomial: exact solutions are known.
struct Relaxation {
  double rate, given;          // true λ and the one told to the integrator
  double p[4] = {0, 0, 0, 0};  // p(t) = Σ p_k t^k
  double target(double t) const { return p[0] + t * (p[1] + t * (p[2] + t * p[3])); }
  static EvalStatus derivative(void* user, double t, const double* y, double* f) {
    const auto& self = *static_cast<Relaxation*>(user);
    f[0] = -self.rate * (y[0] - self.target(t));
    return EvalStatus::ok;
  }
  static void damping(void* user, double, const double*, double* rate) {
    rate[0] = static_cast<Relaxation*>(user)->given;
  }
  Problem problem() { return {1, this, &derivative, nullptr, &damping}; }
  /// p − p'/λ + p''/λ² − p'''/λ³: the particular solution without a transient.
  double slow_solution(double t) const {
    const double d1 = p[1] + t * (2 * p[2] + 3 * p[3] * t), d2 = 2 * p[2] + 6 * p[3] * t, d3 = 6 * p[3];
    return target(t) - (d1 - (d2 - d3 / rate) / rate) / rate;
  }
  double solution(double t, double start) const {
    return slow_solution(t) + (start - slow_solution(0)) * std::exp(-rate * t);
  }
};

double run(Relaxation system, FixedMethod method, double h, int steps, double y) {
  FixedStepper stepper;
  stepper.init(system.problem(), method, h);
  for (int n = 0; n < steps; ++n) EXPECT_EQ(stepper.step(n * h, &y), EvalStatus::ok);
  return y;
}

TEST(StiffStepping, DecaysExactlyWithTheRightRate) {
  for (const FixedMethod method : stepping_methods) {
    for (const double z : {0.01, 1.0, 10.0}) {
      const double h = 1e-3, rate = z / h;
      for (const int steps : {1, 3, 4, 10}) {
        const double y = run({rate, rate}, method, h, steps, 2);
        EXPECT_NEAR(y, 2 * std::exp(-z * steps), 1e-15) << z << " " << steps;
      }
    }
  }
}

// The corrector is exact for N of degree 3, Krogstad's form for degree 2; ABM4 is started by the latter, so
// its first three steps are taken with degree 2 here, and its memory of them decays.
TEST(StiffStepping, IsExactForPolynomialTargets) {
  const double h = 1e-3;
  for (const double z : {0.5, 2.0, 10.0, 200.0}) {
    Relaxation quadratic{z / h, z / h, {1, -40, 3e4, 0}};
    for (const FixedMethod method : stepping_methods) {
      EXPECT_NEAR(run(quadratic, method, h, 20, 3), quadratic.solution(20 * h, 3), 1e-13) << z;
    }
    Relaxation cubic{z / h, z / h, {1, -40, 3e4, 2e6}};
    const int steps = z < 1 ? 90 : 40;
    const double exact = cubic.solution(steps * h, 3);
    EXPECT_NEAR(run(cubic, FixedMethod::abm4, h, steps, 3) / exact, 1, 1e-13) << z;
  }
}

// Classical forms diverge there; this is why the exponential ones exist.
TEST(StiffStepping, ClassicalFormsAreUnstableWhereExponentialOnesAreNot) {
  const double h = 1e-3;
  for (const FixedMethod method : stepping_methods) {
    EXPECT_GT(std::abs(run({1e4, 0}, method, h, 60, 1)), 1e6);
    EXPECT_LT(std::abs(run({1e4, 1e4}, method, h, 60, 1)), 1e-12);
  }
}

TEST(StiffStepping, ABM4ToleratesARateWrongByAFactorOfTwo) {
  const double h = 1e-3;
  for (const double z : {0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 30.0}) {
    for (const double ratio : {0.5, 0.7, 1.5, 2.0, 5.0}) {
      const double y = run({z / h, ratio * z / h}, FixedMethod::abm4, h, 400, 1);
      EXPECT_LT(std::abs(y), 1e-10) << z << " " << ratio;
    }
  }
}

/// Mean growth of |y| per step over 60 steps of y' = −λ y, z = λh, with ratio·λ told to the integrator.
double growth(FixedMethod method, double z, double ratio) {
  const double h = 1e-3;
  const int steps = 120;
  const double middle = run({z / h, ratio * z / h}, method, h, steps / 2, 1);
  const double last = run({z / h, ratio * z / h}, method, h, steps, 1);
  return std::pow(std::abs(last / middle), 2.0 / steps);
}

// The table of docs/theory/integrators.md.
TEST(StiffStepping, GrowthFactorsAreThoseOfTheTheoryPage) {
  struct Row {
    double z, half, twice, five;
  };
  const auto expect_rows = [](FixedMethod method, std::initializer_list<Row> rows) {
    for (const Row& row : rows) {
      EXPECT_NEAR(growth(method, row.z, 0.5), row.half, 0.01) << row.z;
      EXPECT_NEAR(growth(method, row.z, 2), row.twice, 0.01) << row.z;
      EXPECT_NEAR(growth(method, row.z, 5), row.five, 0.01) << row.z;
    }
  };
  expect_rows(FixedMethod::abm4, {{0.5, 0.605, 0.603, 0.503},
                                  {1, 0.406, 0.316, 0.639},
                                  {2, 0.579, 0.348, 0.720},
                                  {4, 0.554, 0.451, 0.762},
                                  {10, 0.691, 0.486, 0.777},
                                  {30, 0.895, 0.496, 0.777}});
  expect_rows(FixedMethod::rk4, {{0.5, 0.607, 0.606, 0.610},
                                 {1, 0.368, 0.366, 0.394},
                                 {2, 0.142, 0.117, 0.212},
                                 {4, 0.104, 0.057, 0.103},
                                 {10, 0.886, 0.168, 0.029},
                                 {30, 2.935, 0.222, 0.007}});
}

TEST(StiffStepping, RK4ToleratesOverestimatesAndModerateUnderestimates) {
  const double h = 1e-3;
  for (const double z : {0.5, 1.0, 2.0, 5.0, 10.0, 30.0}) {
    for (const double ratio : {0.7, 1.5, 2.0, 5.0}) {
      EXPECT_LT(std::abs(run({z / h, ratio * z / h}, FixedMethod::rk4, h, 400, 1)), 1e-10)
          << z << " " << ratio;
    }
  }
  EXPECT_LT(std::abs(run({1e4, 0.5e4}, FixedMethod::rk4, h, 400, 1)), 1e-10);
}

/// Spin and forward speed of a free wheelset coupled by creep: u' = −λ(u − v), v' = +m λ (u − v) + force(t).
/// m u + v changes with the force alone, the difference decays with λ(1 + m). The rates are only the
/// diagonal.
struct Wheelset {
  double rate, mass_ratio, factor, force;
  double force_at(double t) const { return force * std::pow(std::sin(15 * t), 4); }
  static EvalStatus derivative(void* user, double t, const double* y, double* f) {
    const auto& self = *static_cast<Wheelset*>(user);
    f[0] = -self.rate * (y[0] - y[1]);
    f[1] = self.mass_ratio * self.rate * (y[0] - y[1]) + self.force_at(t);
    return EvalStatus::ok;
  }
  static void damping(void* user, double, const double*, double* rate) {
    const auto& self = *static_cast<Wheelset*>(user);
    rate[0] = self.factor * self.rate;
    rate[1] = self.factor * self.mass_ratio * self.rate;
  }
  Problem problem() { return {2, this, &derivative, nullptr, &damping}; }
};

TEST(StiffStepping, SpinCoupledToForwardSpeedSettlesAfterAJump) {
  for (const FixedMethod method : stepping_methods) {
    for (const double z : {2.0, 5.0, 10.0, 50.0}) {
      // Twice the diagonal is the sum of absolute values of a row here: needed for very stiff coupling.
      const double factor = z <= 10 ? 1 : 2;
      Wheelset wheelset{z / 1e-3, 0.29, factor, 0};
      FixedStepper stepper;
      stepper.init(wheelset.problem(), method, 1e-3);
      double y[] = {1, 0};
      for (int n = 0; n < 3000; ++n) ASSERT_EQ(stepper.step(n * 1e-3, y), EvalStatus::ok);
      EXPECT_NEAR(y[0], y[1], 1e-9) << z;
      EXPECT_LT(std::abs(y[0]), 1.2) << z;  // the start's 1, and no growth
    }
  }
}

// ∫ sin⁴(15 t) dt = 3t/8 − sin(30 t)/60 + sin(60 t)/480; m u + v is its multiple exactly.
TEST(StiffStepping, ABM4KeepsTheMomentumOfACoupledPair) {
  for (const double z : {0.5, 2.0, 4.0}) {
    Wheelset wheelset{z / 1e-3, 0.29, 1, 1};
    FixedStepper stepper;
    stepper.init(wheelset.problem(), FixedMethod::abm4, 1e-3);
    double y[] = {0, 0};
    for (int n = 0; n < 1000; ++n) ASSERT_EQ(stepper.step(n * 1e-3, y), EvalStatus::ok);
    const double impulse = 3.0 / 8 - std::sin(30.0) / 60 + std::sin(60.0) / 480;
    EXPECT_NEAR((0.29 * y[0] + y[1]) / impulse, 1, 3e-4) << z;
  }
}

// Prothero–Robinson: y' = −λ(y − sin t) + cos t with λh from 1 to 100, rate right and wrong by ±30 %. With a
// wrong rate RK4 falls to first order, its stages being of low order; ABM4 does not.
TEST(StiffStepping, FollowsASlowSolution) {
  struct Slow {
    double rate, given;
    static EvalStatus derivative(void* user, double t, const double* y, double* f) {
      const auto& self = *static_cast<Slow*>(user);
      f[0] = -self.rate * (y[0] - std::sin(t)) + std::cos(t);
      return EvalStatus::ok;
    }
    static void damping(void* user, double, const double*, double* rate) {
      rate[0] = static_cast<Slow*>(user)->given;
    }
  };
  for (const FixedMethod method : stepping_methods) {
    for (const double z : {1.0, 10.0, 100.0}) {
      for (const double ratio : {0.7, 1.0, 1.3}) {
        const double h = 0.01;
        Slow slow{z / h, ratio * z / h};
        FixedStepper stepper;
        stepper.init({1, &slow, &Slow::derivative, nullptr, &Slow::damping}, method, h);
        double y = 0;
        for (int n = 0; n < 300; ++n) ASSERT_EQ(stepper.step(n * h, &y), EvalStatus::ok);
        EXPECT_NEAR(y, std::sin(300 * h), method == FixedMethod::abm4 ? 2e-5 : 4e-3) << z << " " << ratio;
      }
    }
  }
}

}  // namespace
}  // namespace flangeway::integrate
