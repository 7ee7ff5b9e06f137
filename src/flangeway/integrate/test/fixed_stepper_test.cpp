#include "flangeway/integrate/fixed_stepper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "support/allocation_guard.hpp"

namespace flangeway::integrate {
namespace {

constexpr FixedMethod methods[] = {FixedMethod::rk4, FixedMethod::abm4};

/// Lotka–Volterra with a forced third component: smooth and nonlinear. With `rates`, the exponential form is
/// used on two of the three, with a rate that changes from step to step.
struct Smooth {
  bool rates = false;
  static EvalStatus derivative(void*, double t, const double* y, double* f) {
    f[0] = y[0] * (1.5 - y[1]);
    f[1] = y[1] * (y[0] - 2);
    f[2] = -3 * y[2] + std::sin(2 * t) * y[0];
    return EvalStatus::ok;
  }
  static void damping(void* user, double, const double* y, double* rate) {
    if (!static_cast<Smooth*>(user)->rates) return;
    rate[1] = 2 + y[1];
    rate[2] = 3;
  }
  Problem problem() { return {3, this, &derivative, nullptr, &damping}; }
};

std::vector<double> integrate(const Problem& problem, FixedMethod method, std::vector<double> y, double end,
                              int steps) {
  FixedStepper stepper;
  const double h = end / steps;
  stepper.init(problem, method, h);
  for (int n = 0; n < steps; ++n) EXPECT_EQ(stepper.step(n * h, y.data()), EvalStatus::ok);
  return y;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

TEST(FixedStepper, HasOrderFourWithAndWithoutRates) {
  Smooth reference_system;
  const auto reference = integrate(reference_system.problem(), FixedMethod::rk4, {1, 1, 0.5}, 2, 20000);
  for (const FixedMethod method : methods) {
    for (const bool rates : {false, true}) {
      Smooth smooth{rates};
      const double coarse = distance(integrate(smooth.problem(), method, {1, 1, 0.5}, 2, 200), reference);
      const double fine = distance(integrate(smooth.problem(), method, {1, 1, 0.5}, 2, 400), reference);
      EXPECT_NEAR(std::log2(coarse / fine), 4, 0.3) << static_cast<int>(method) << rates;
      EXPECT_LT(fine, 1e-6);
    }
  }
}

TEST(FixedStepper, WithoutRatesIsBitForBitClassical) {
  for (const FixedMethod method : methods) {
    Smooth smooth;
    Problem plain = smooth.problem();
    plain.damping = nullptr;
    const auto with = integrate(smooth.problem(), method, {1, 1, 0.5}, 2, 100);
    const auto without = integrate(plain, method, {1, 1, 0.5}, 2, 100);
    EXPECT_EQ(std::memcmp(with.data(), without.data(), 3 * sizeof(double)), 0);
  }
}

TEST(FixedStepper, ComponentsWithoutRateAreClassicalNextToStiffOnes) {
  struct Pair {
    static EvalStatus derivative(void*, double t, const double* y, double* f) {
      f[0] = std::cos(t) - y[0] * y[0];
      f[1] = -5000 * y[1];
      return EvalStatus::ok;
    }
    static void damping(void*, double, const double*, double* rate) { rate[1] = 5000; }
  };
  for (const FixedMethod method : methods) {
    const auto pair =
        integrate({2, nullptr, &Pair::derivative, nullptr, &Pair::damping}, method, {1, 0}, 3, 300);
    const auto alone = integrate({2, nullptr, &Pair::derivative, nullptr, nullptr}, method, {1, 0}, 3, 300);
    EXPECT_EQ(pair[0], alone[0]);
  }
}

TEST(FixedStepper, TinyRatesChangeNothing) {
  struct Tiny : Smooth {
    static void damping(void*, double, const double*, double* rate) { rate[0] = rate[1] = rate[2] = 1e-9; }
  } tiny;
  for (const FixedMethod method : methods) {
    Problem problem = tiny.problem();
    const auto plain = integrate(problem, method, {1, 1, 0.5}, 2, 100);
    problem.damping = &Tiny::damping;
    EXPECT_LT(distance(integrate(problem, method, {1, 1, 0.5}, 2, 100), plain), 1e-13);
  }
}

// One step of classical RK4 and of ABM4 written out for y' = y, from exact starting values of RK4.
TEST(FixedStepper, IsTheTextbookMethod) {
  struct Growth {
    static EvalStatus derivative(void*, double, const double* y, double* f) {
      f[0] = y[0];
      return EvalStatus::ok;
    }
  };
  const Problem problem{1, nullptr, &Growth::derivative, nullptr, nullptr};
  const double h = 0.1, factor = 1 + h + h * h / 2 + h * h * h / 6 + h * h * h * h / 24;
  EXPECT_NEAR(integrate(problem, FixedMethod::rk4, {1}, h, 1)[0], factor, 1e-15);
  const double y0 = 1, y1 = factor, y2 = y1 * factor, y3 = y2 * factor;
  const double predicted = y3 + h / 24 * (55 * y3 - 59 * y2 + 37 * y1 - 9 * y0);
  const double corrected = y3 + h / 24 * (9 * predicted + 19 * y3 - 5 * y2 + y1);
  EXPECT_NEAR(integrate(problem, FixedMethod::abm4, {1}, 4 * h, 4)[0], corrected, 1e-14);
}

TEST(FixedStepper, CountsItsWork) {
  Smooth smooth{true};
  FixedStepper stepper;
  std::vector<double> y{1, 1, 0.5};
  stepper.init(smooth.problem(), FixedMethod::rk4, 0.01);
  for (int n = 0; n < 10; ++n) ASSERT_EQ(stepper.step(n * 0.01, y.data()), EvalStatus::ok);
  EXPECT_EQ(stepper.counts().steps, 10u);
  EXPECT_EQ(stepper.counts().evaluations, 41u);  // four per step, and the first point
  stepper.init(smooth.problem(), FixedMethod::abm4, 0.01);
  for (int n = 0; n < 10; ++n) ASSERT_EQ(stepper.step(n * 0.01, y.data()), EvalStatus::ok);
  EXPECT_EQ(stepper.counts().evaluations,
            1u + 3 * 4 + 7 * 2);  // first point, three starting steps, seven of Adams
}

TEST(FixedStepper, AStepAllocatesNothing) {
  for (const FixedMethod method : methods) {
    Smooth smooth{true};
    FixedStepper stepper;
    double y[] = {1, 1, 0.5};
    stepper.init(smooth.problem(), method, 0.01);
    const flangeway::test::AllocationGuard guard;
    bool ok = true;
    for (int n = 0; n < 20; ++n) ok = ok && stepper.step(n * 0.01, y) == EvalStatus::ok;
    stepper.reset();
    ok = ok && stepper.step(0.2, y) == EvalStatus::ok;
    EXPECT_EQ(guard.count(), 0u);
    EXPECT_TRUE(ok);
  }
}

TEST(FixedStepper, IsDeterministic) {
  for (const FixedMethod method : methods) {
    Smooth smooth{true};
    const auto first = integrate(smooth.problem(), method, {1, 1, 0.5}, 2, 137);
    const auto again = integrate(smooth.problem(), method, {1, 1, 0.5}, 2, 137);
    EXPECT_EQ(std::memcmp(first.data(), again.data(), 3 * sizeof(double)), 0);
  }
}

TEST(FixedStepper, ResetGivesTheStartOfAFreshRun) {
  Smooth smooth{true};
  FixedStepper used, fresh;
  used.init(smooth.problem(), FixedMethod::abm4, 0.02);
  std::vector<double> y{1, 1, 0.5};
  for (int n = 0; n < 9; ++n) ASSERT_EQ(used.step(n * 0.02, y.data()), EvalStatus::ok);
  std::vector<double> a{2, 1, 0.1}, b = a;
  used.reset();
  fresh.init(smooth.problem(), FixedMethod::abm4, 0.02);
  for (int n = 0; n < 9; ++n) {
    ASSERT_EQ(used.step(n * 0.02, a.data()), EvalStatus::ok);
    ASSERT_EQ(fresh.step(n * 0.02, b.data()), EvalStatus::ok);
  }
  EXPECT_EQ(std::memcmp(a.data(), b.data(), 3 * sizeof(double)), 0);
}

/// Fails on demand at the n-th call.
struct Failing {
  int calls = 0, fail_at = -1;
  EvalStatus answer = EvalStatus::retry;
  double poison = 0;
  bool bad_rate = false, fail_projection = false;
  static EvalStatus derivative(void* user, double, const double* y, double* f) {
    auto& self = *static_cast<Failing*>(user);
    f[0] = y[1];
    f[1] = -y[0];
    if (self.calls++ != self.fail_at) return EvalStatus::ok;
    f[1] += self.poison;
    return self.answer;
  }
  static EvalStatus project(void* user, double, double*) {
    return static_cast<Failing*>(user)->fail_projection ? EvalStatus::retry : EvalStatus::ok;
  }
  static void damping(void* user, double, const double*, double* rate) {
    rate[1] = static_cast<Failing*>(user)->bad_rate ? std::numeric_limits<double>::quiet_NaN() : 1;
  }
  Problem problem() { return {2, this, &derivative, &project, &damping}; }
};

// Every call of six steps fails once; the step is then repeated. y must not have moved, and the run ends
// where an undisturbed one ends.
TEST(FixedStepper, AFailedStepLeavesStateAndHistoryUntouched) {
  for (const FixedMethod method : methods) {
    Failing good;
    const auto expected = integrate(good.problem(), method, {1, 0}, 0.6, 6);
    for (int fail_at = 0; fail_at < good.calls; ++fail_at) {
      for (const EvalStatus answer : {EvalStatus::retry, EvalStatus::fatal}) {
        Failing failing{.fail_at = fail_at, .answer = answer};
        FixedStepper stepper;
        stepper.init(failing.problem(), method, 0.6 / 6);
        double y[] = {1, 0};
        int failures = 0;
        for (int n = 0; n < 6; ++n) {
          const double before[] = {y[0], y[1]};
          const EvalStatus status = stepper.step(n * 0.1, y);
          if (status == EvalStatus::ok) continue;
          EXPECT_EQ(status, answer);
          EXPECT_EQ(std::memcmp(y, before, sizeof y), 0);
          ++failures;
          --n;
        }
        EXPECT_EQ(failures, 1);
        EXPECT_EQ(stepper.counts().failed_steps, 1u);
        EXPECT_EQ(y[0], expected[0]);
        EXPECT_EQ(y[1], expected[1]);
      }
    }
  }
}

TEST(FixedStepper, NonFiniteValuesAreFatal) {
  for (const FixedMethod method : methods) {
    for (const double poison :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (int fail_at = 0; fail_at < 4; ++fail_at) {
        Failing failing{.fail_at = fail_at, .answer = EvalStatus::ok, .poison = poison};
        FixedStepper stepper;
        stepper.init(failing.problem(), method, 0.1);
        double y[] = {1, 0};
        EXPECT_EQ(stepper.step(0, y), EvalStatus::fatal);
        EXPECT_EQ(y[0], 1);
      }
    }
    Failing failing{.bad_rate = true};
    FixedStepper stepper;
    stepper.init(failing.problem(), method, 0.1);
    double y[] = {1, 0};
    EXPECT_EQ(stepper.step(0, y), EvalStatus::fatal);
    failing.bad_rate = false;
    failing.fail_projection = true;
    EXPECT_EQ(stepper.step(0, y), EvalStatus::retry);
  }
}

// A pendulum kept on its circle: the projection acts on the start of the next step.
TEST(FixedStepper, ProjectsAcceptedStates) {
  struct Circle {
    static EvalStatus derivative(void*, double, const double* y, double* f) {
      f[0] = -y[1];
      f[1] = y[0];
      return EvalStatus::ok;
    }
    static EvalStatus project(void*, double, double* y) {
      const double radius = std::hypot(y[0], y[1]);
      y[0] /= radius;
      y[1] /= radius;
      return EvalStatus::ok;
    }
  };
  for (const FixedMethod method : methods) {
    const auto y =
        integrate({2, nullptr, &Circle::derivative, &Circle::project, nullptr}, method, {1, 0}, 10, 50);
    EXPECT_NEAR(std::hypot(y[0], y[1]), 1, 1e-15);
    EXPECT_NEAR(std::remainder(std::atan2(y[1], y[0]) - 10, 2 * std::acos(-1.0)), 0, 5e-3);
  }
}

// Both methods end a step with the derivative there: the cubic between two ends errs by h⁴.
TEST(FixedStepper, InterpolatesWithinAStep) {
  for (const FixedMethod method : methods) {
    double errors[2];
    for (int i = 0; i < 2; ++i) {
      const double h = 0.02 / (1 << i);
      Failing circle;
      Problem problem = circle.problem();
      problem.project = nullptr;
      problem.damping = nullptr;
      problem.derivative = [](void*, double, const double* y, double* f) {
        f[0] = -y[1];
        f[1] = y[0];
        return EvalStatus::ok;
      };
      FixedStepper stepper;
      stepper.init(problem, method, h);
      double y[] = {1, 0};
      errors[i] = 0;
      for (int n = 0; n * h < 0.995; ++n) {
        ASSERT_EQ(stepper.step(n * h, y), EvalStatus::ok);
        double at_end[2], between[2];
        stepper.interpolate(n * h, (n + 1) * h, at_end);
        EXPECT_NEAR(at_end[0], y[0], 1e-15);
        stepper.interpolate(n * h, (n + 0.4) * h, between);
        errors[i] = std::max(errors[i], std::abs(between[0] - std::cos((n + 0.4) * h)));
      }
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.3);
  }
}

// A wall of stiffness k at y = 0: the step in which the velocity would jump by more than the limit fails and
// leaves all as it was; a shorter one passes.
TEST(FixedStepper, AStepInWhichADerivativeJumpsFails) {
  for (const FixedMethod method : methods) {
    Problem problem;
    problem.size = 2;
    const ErrorScale scale[] = {{1, 1}, {10, 1}};
    problem.scale = scale;
    problem.derivative = [](void*, double, const double* y, double* f) {
      f[0] = y[1];
      f[1] = y[0] < 0 ? -1e6 * y[0] : 0;
      return EvalStatus::ok;
    };
    FixedStepper stepper;
    stepper.init(problem, method, 1e-3);
    stepper.set_jump_limit(0.01);  // 0.1 m/s
    double y[] = {5.5e-3, -1};
    for (int n = 0; n < 5; ++n) ASSERT_EQ(stepper.step(n * 1e-3, y), EvalStatus::ok);
    const double before[] = {y[0], y[1]};
    EXPECT_EQ(stepper.step(5e-3, y), EvalStatus::retry);
    EXPECT_EQ(std::memcmp(y, before, sizeof y), 0);
    EXPECT_EQ(stepper.jump_component(), 1u);
    EXPECT_GT(stepper.jump(), 0.01);
    stepper.set_step(1e-4);
    EXPECT_EQ(stepper.step(5e-3, y), EvalStatus::ok);
  }
}

}  // namespace
}  // namespace flangeway::integrate
