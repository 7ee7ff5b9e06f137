#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "flangeway/integrate/bdf.hpp"
#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/integrate/test/adaptive_problems.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::integrate {
namespace {

using test::Kepler;
using test::Pendulum;
using test::Robertson;
using test::run_to;

template <typename Method>
class Adaptive : public ::testing::Test {};
using Methods = ::testing::Types<DormandPrince, Bdf>;
TYPED_TEST_SUITE(Adaptive, Methods);

Tolerances tolerance(double value) {
  Tolerances result;
  result.relative = result.absolute = value;
  return result;
}

// Constant step with any error tolerated: error control out of the way.
Tolerances constant_step(double step) {
  Tolerances result;
  result.relative = 0;
  result.absolute = 1e9;
  result.first_step = result.max_step = step;
  return result;
}

TEST(DormandPrince, HasOrderFiveAndItsDenseOutputOrderFour) {
  Kepler kepler;
  double ends[3], betweens[3];
  for (int i = 0; i < 3; ++i) {
    const double h = 0.04 / (1 << i);
    DormandPrince method;
    method.init(kepler.problem(), constant_step(h), 0, kepler.start().data());
    std::vector<double> y(4);
    betweens[i] = 0;
    while (method.time() < 2 - h / 2) {
      ASSERT_EQ(method.step(), EvalStatus::ok);
      ASSERT_NEAR(method.time() - method.step_start(), h, 1e-12);
      // Error that the interpolation adds to the solution.
      for (const double part : {0.2, 0.5, 0.8}) {
        const double t = method.step_start() + part * h;
        method.interpolate(t, y.data());
        betweens[i] = std::max(betweens[i], kepler.error(t, y.data()));
      }
    }
    ends[i] = kepler.error(method.time(), method.state());
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(std::log2(ends[i] / ends[i + 1]), 5, 0.6);  // the errors of one orbit cancel in part
    EXPECT_GT(std::log2(betweens[i] / betweens[i + 1]), 3.8);
  }
}

// The interpolant meets both ends in value and slope.
TEST(DormandPrince, DenseOutputIsSmoothAcrossSteps) {
  Kepler kepler;
  DormandPrince method;
  method.init(kepler.problem(), tolerance(1e-5), 0, kepler.start().data());
  std::vector<double> before = kepler.start(), y(4), f(4), near(4);
  for (int n = 0; n < 5; ++n) {
    ASSERT_EQ(method.step(), EvalStatus::ok);
    const double h = method.time() - method.step_start(), d = 1e-6 * h;
    method.interpolate(method.step_start(), y.data());
    EXPECT_EQ(y, before);
    method.interpolate(method.time(), y.data());
    method.interpolate(method.time() - d, near.data());
    (void)Kepler::derivative(nullptr, 0, method.state(), f.data());
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(y[i], method.state()[i], 1e-14);
      EXPECT_NEAR((y[i] - near[i]) / d, f[i], 1e-5);
    }
    before.assign(method.state(), method.state() + 4);
  }
}

// Three orbits; the error at the end is the sum of those of all steps, so that it follows the tolerance from
// a distance.
TYPED_TEST(Adaptive, ErrorFollowsTheTolerance) {
  Kepler kepler;
  double previous = std::numeric_limits<double>::infinity();
  for (const double tol : {1e-5, 1e-7, 1e-9}) {
    TypeParam method;
    method.init(kepler.problem(), tolerance(tol), 0, kepler.start().data());
    std::vector<double> y(4);
    const double end = 2 * std::acos(-1.0);
    ASSERT_TRUE(run_to(method, end, y));
    const double error = kepler.error(end, y.data());
    EXPECT_LT(error, 2000 * tol);
    EXPECT_LT(error, previous / 15);
    previous = error;
  }
}

TYPED_TEST(Adaptive, StepsStayWithinTheirLimits) {
  Kepler kepler;
  TypeParam method;
  Tolerances limits = tolerance(1e-4);
  limits.first_step = 1e-5;
  limits.max_step = 0.01;
  method.init(kepler.problem(), limits, 0, kepler.start().data());
  ASSERT_EQ(method.step(), EvalStatus::ok);
  EXPECT_LE(method.time(), 1e-5 * (1 + 1e-9));
  std::vector<double> y(4);
  ASSERT_TRUE(run_to(method, 1, y));
  EXPECT_NEAR(method.counts().largest_step, 0.01, 1e-12);
  EXPECT_LE(method.counts().smallest_step, 1e-5 * (1 + 1e-9));
}

// A component of unit 1000 may err a thousand times as much.
TYPED_TEST(Adaptive, UnitsOfTheComponentsScaleTheTolerance) {
  Kepler kepler;
  Problem problem = kepler.problem();
  const std::vector<ErrorScale> coarse(4, ErrorScale{1000, 0});
  TypeParam fine_method, coarse_method;
  Tolerances absolute = tolerance(1e-8);
  fine_method.init(problem, absolute, 0, kepler.start().data());
  problem.scale = coarse.data();
  coarse_method.init(problem, absolute, 0, kepler.start().data());
  std::vector<double> y(4);
  ASSERT_TRUE(run_to(fine_method, 3, y));
  ASSERT_TRUE(run_to(coarse_method, 3, y));
  EXPECT_LT(coarse_method.counts().steps * 2, fine_method.counts().steps);
}

// With projection the pendulum stays on its circle to rounding, and the error still follows the tolerance.
TYPED_TEST(Adaptive, ProjectionKeepsThePendulumOnItsCircle) {
  double previous = std::numeric_limits<double>::infinity();
  for (const double tol : {1e-4, 1e-6, 1e-8}) {
    Pendulum pendulum;
    TypeParam method;
    method.init(pendulum.problem(), tolerance(tol), 0, Pendulum::start().data());
    const double end = Pendulum::period();
    std::vector<double> y(4);
    while (method.time() < end) {
      ASSERT_EQ(method.step(), EvalStatus::ok);
      ASSERT_LT(Pendulum::residual(method.state()), 1e-14);
    }
    method.interpolate(end, y.data());
    // At rest at its turning point; y(t) is linear in the phase, x is not.
    const double error = std::hypot(y[0] - 1, y[1]) + std::hypot(y[2], y[3]);
    EXPECT_LT(error, 2000 * tol);
    EXPECT_LT(error, previous / 10);
    previous = error;
    Pendulum loose{false};
    TypeParam drifting;
    drifting.init(loose.problem(), tolerance(tol), 0, Pendulum::start().data());
    ASSERT_TRUE(run_to(drifting, end, y));
    EXPECT_GT(Pendulum::residual(y.data()), 1e-12);
  }
}

// [HairerWanner1996] print y at t = 40 to ten digits in their test set.
TEST(Bdf, SolvesRobertsonsReactionsWithAndWithoutAJacobian) {
  for (const bool with_jacobian : {false, true}) {
    Robertson robertson;
    Bdf method;
    const double start[] = {1, 0, 0};
    method.init(robertson.problem(with_jacobian), tolerance(1e-7), 0, start);
    std::vector<double> y(3);
    ASSERT_TRUE(run_to(method, 40, y));
    EXPECT_NEAR(y[0], 0.7158270688, 2e-5);
    EXPECT_NEAR(y[1], 0.9185534765e-5, 2e-9);
    EXPECT_NEAR(y[2], 0.2841637457, 2e-5);
    const StepCounts& counts = method.counts();
    EXPECT_LT(counts.steps, 500u);  // an explicit method needs some 40 · 2200/3 of them
    EXPECT_EQ(counts.jacobian_evaluations, with_jacobian ? 0 : 3 * counts.jacobians);
    EXPECT_GT(counts.nonlinear_iterations, 0u);
    EXPECT_GE(counts.evaluations, counts.nonlinear_iterations + counts.jacobian_evaluations);
  }
}

TEST(Bdf, KeepsToTheHighestOrderAndCountsTheOrders) {
  Kepler kepler;
  for (const int order : {1, 2, 5}) {
    Tolerances limited = tolerance(1e-7);
    limited.max_order = order;
    Bdf method;
    method.init(kepler.problem(), limited, 0, kepler.start().data());
    std::vector<double> y(4);
    ASSERT_TRUE(run_to(method, 1, y));
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k <= highest_order; ++k) {
      sum += method.counts().steps_of_order[k];
      EXPECT_TRUE(static_cast<int>(k) <= order || method.counts().steps_of_order[k] == 0);
    }
    EXPECT_EQ(sum, method.counts().steps);
    EXPECT_GT(method.counts().steps_of_order[static_cast<std::size_t>(order)], method.counts().steps / 2);
  }
}

// Local error ~ h^(k+1): the number of steps grows as tolerance^(−1/(k+1)).
TEST(Bdf, StepsFollowTheOrder) {
  Kepler kepler{0.1};
  for (const int order : {1, 2, 3}) {
    double steps[2];
    for (int i = 0; i < 2; ++i) {
      Tolerances limited = tolerance(i == 0 ? 1e-5 : 1e-7);
      limited.max_order = order;
      Bdf method;
      method.init(kepler.problem(), limited, 0, kepler.start().data());
      std::vector<double> y(4);
      ASSERT_TRUE(run_to(method, 3, y));
      steps[i] = static_cast<double>(method.counts().steps);
    }
    EXPECT_NEAR(std::log10(steps[1] / steps[0]), 2.0 / (order + 1), 0.12) << order;
  }
}

TEST(DormandPrince, AStepAllocatesNothing) {
  Pendulum pendulum;
  DormandPrince method;
  method.init(pendulum.problem(), tolerance(1e-6), 0, Pendulum::start().data());
  std::vector<double> y(4);
  const ::flangeway::test::AllocationGuard guard;
  for (int n = 0; n < 50; ++n) {
    ASSERT_EQ(method.step(), EvalStatus::ok);
    method.interpolate(method.step_start(), y.data());
  }
  EXPECT_EQ(guard.count(), 0u);
}

// Falls until the derivative cannot be evaluated: beyond y = 1 it answers `retry`, or is not a number.
struct Wall {
  EvalStatus answer = EvalStatus::retry;
  double value = 1;
  static EvalStatus derivative(void* user, double, const double* y, double* f) {
    const Wall& wall = *static_cast<Wall*>(user);
    f[0] = y[0] > 1 ? wall.value : 1;
    return y[0] > 1 ? wall.answer : EvalStatus::ok;
  }
  Problem problem() {
    Problem p;
    p.size = 1;
    p.user = this;
    p.derivative = &derivative;
    return p;
  }
};

TYPED_TEST(Adaptive, StepsShortenBeforeAWallAndThenFail) {
  for (const double value : {1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Wall wall{value == 1 ? EvalStatus::retry : EvalStatus::ok, value};
    TypeParam method;
    const double start = 0;
    method.init(wall.problem(), tolerance(1e-6), 0, &start);
    EvalStatus status = EvalStatus::ok;
    int steps = 0;
    while (status == EvalStatus::ok && ++steps < 10000) status = method.step();
    EXPECT_EQ(status, EvalStatus::retry);
    EXPECT_GT(method.time(), 0.9);
    EXPECT_LE(method.time(), 1 + 1e-9);
    EXPECT_NEAR(method.state()[0], method.time(), 1e-9);
    EXPECT_GT(method.counts().failed_attempts, 0u);
  }
}

TYPED_TEST(Adaptive, AFatalEvaluationEndsAtOnce) {
  Wall wall{EvalStatus::fatal, 1};
  TypeParam method;
  const double start = 0;
  method.init(wall.problem(), tolerance(1e-6), 0, &start);
  EvalStatus status = EvalStatus::ok;
  while (status == EvalStatus::ok) status = method.step();
  EXPECT_EQ(status, EvalStatus::fatal);
  EXPECT_LE(method.counts().failed_attempts, 1u);
}

TYPED_TEST(Adaptive, IsDeterministic) {
  Kepler kepler;
  std::vector<double> ends;
  for (int i = 0; i < 2; ++i) {
    TypeParam method;
    method.init(kepler.problem(), tolerance(1e-6), 0, kepler.start().data());
    std::vector<double> y(4);
    ASSERT_TRUE(run_to(method, 2, y));
    ends.insert(ends.end(), y.begin(), y.end());
  }
  EXPECT_TRUE(std::equal(ends.begin(), ends.begin() + 4, ends.begin() + 4));
}

}  // namespace
}  // namespace flangeway::integrate
