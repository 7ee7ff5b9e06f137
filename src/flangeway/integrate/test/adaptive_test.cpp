#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "flangeway/integrate/bdf.hpp"
#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/integrate/ndf.hpp"
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
using Methods = ::testing::Types<DormandPrince, Bdf, Ndf>;
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

// y' = −30 (y − cos t), and a second component that follows the first one at a rate of 1.
struct Follower {
  static EvalStatus derivative(void*, double t, const double* y, double* f) {
    f[0] = -30 * (y[0] - std::cos(t));
    f[1] = y[0] - y[1];
    return EvalStatus::ok;
  }
  static EvalStatus jacobian(void*, double, const double*, const double*, double* j, std::uint64_t*) {
    j[0] = -30, j[1] = 1, j[3] = -1;
    return EvalStatus::ok;
  }
  static Problem problem() {
    Problem p;
    p.size = 2;
    p.derivative = &derivative;
    p.jacobian = &jacobian;
    return p;
  }
};

// [Shampine1997, eq. 3]: with equal steps, the sum of the backward differences ∇^m y/m up to the order, less
// h f, is κ γ (y − predicted), with the prediction by the polynomial through the past.
TEST(Ndf, StepsObeyTheFormulasOfEachOrder) {
  constexpr double kappas[] = {-37.0 / 200, -1.0 / 9, -0.0823, -0.0415, 0}, h = 0.01;
  for (const int order : {1, 2, 3, 4, 5}) {
    // The step is the longest one at this order, and too long for the order below.
    Tolerances tolerances;
    tolerances.relative = 0;
    tolerances.absolute = 10 * std::pow(h, order + 1);
    tolerances.max_step = h;
    tolerances.max_order = order;
    Ndf method;
    const double start[] = {1, 0};
    method.init(Follower::problem(), tolerances, 0, start);
    std::vector<double> past;
    double gamma = 0, rate[2];
    for (int m = 1; m <= order; ++m) gamma += 1.0 / m;
    for (int n = 0; n < 500; ++n) {
      ASSERT_EQ(method.step(), EvalStatus::ok);
      if (std::abs(method.time() - method.step_start() - h) > 1e-12) past.clear();
      past.push_back(method.state()[0]);
    }
    ASSERT_GT(past.size(), 100u) << order;
    ASSERT_GT(method.counts().steps_of_order[static_cast<std::size_t>(order)], 100u);
    ASSERT_EQ(Follower::derivative(nullptr, method.time(), method.state(), rate), EvalStatus::ok);
    std::vector<double> differences(past.end() - order - 2, past.end());
    double left = -h * rate[0], last = 0;
    for (int m = 1; m <= order + 1; ++m) {
      for (std::size_t i = 0; i + 1 < differences.size(); ++i)
        differences[i] = differences[i + 1] - differences[i];
      differences.pop_back();
      last = differences.back();
      if (m <= order) left += last / m;
    }
    // y less its prediction is the difference of the next order.
    EXPECT_NEAR(left, kappas[order - 1] * gamma * last, 1e-12) << order;
    EXPECT_GT(std::abs(last), order < 4 ? 1e-9 : 0) << order;
  }
}

// Error of component 0 at constant steps h of the highest order, once the start has decayed: its largest
// value over a period. y = (900 cos t + 30 sin t)/901.
template <typename Method>
double steady_error(int order, double h) {
  Tolerances tolerances;
  tolerances.relative = 0;
  tolerances.absolute = std::pow(h, order);  // lets the order below take shorter steps only
  tolerances.first_step = 1e-4 * h;
  tolerances.max_step = h;
  tolerances.max_order = order;
  Method method;
  const double start[] = {1, 0};
  method.init(Follower::problem(), tolerances, 0, start);
  double error = 0;
  while (method.time() < 14) {
    EXPECT_EQ(method.step(), EvalStatus::ok);
    const double t = method.time();
    if (t < 7) continue;
    EXPECT_NEAR(t - method.step_start(), h, 1e-12) << order;
    error = std::max(error, std::abs(method.state()[0] - (900 * std::cos(t) + 30 * std::sin(t)) / 901));
  }
  EXPECT_GT(method.counts().steps_of_order[static_cast<std::size_t>(order)], 7 / h - 1) << order;
  return error;
}

// At equal steps of order k the error is h^k times 1/(k + 1) + κ γ for NDF and 1/(k + 1) for BDF
// [Shampine1997, section 2.1]: NDF need fewer steps up to order 4.
TEST(Ndf, ConvergesWithItsOrderAndFallsBelowBdf) {
  constexpr double below_bdf[] = {0.63, 0.5, 0.3965, 0.5677, 1};  // 1 + (k + 1) κ γ
  for (const int order : {1, 2, 3, 4, 5}) {
    const double coarse = steady_error<Ndf>(order, 0.05), fine = steady_error<Ndf>(order, 0.025);
    // Terms of the next order are h of it.
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.1) << order;
    EXPECT_NEAR(fine / steady_error<Bdf>(order, 0.025), below_bdf[order - 1], 0.05) << order;
  }
}

// The maximum norm is of errors over max(absolute, relative · |y|), whatever the units of components.
TYPED_TEST(Adaptive, TheMaximumNormIgnoresUnits) {
  Kepler kepler;
  const auto steps = [&](ErrorNorm norm, double relative, const std::vector<ErrorScale>& scale) {
    Tolerances tolerances = tolerance(1e-6);
    tolerances.relative = relative;
    tolerances.norm = norm;
    Problem problem = kepler.problem();
    problem.scale = scale.data();
    TypeParam method;
    method.init(problem, tolerances, 0, kepler.start().data());
    std::vector<double> y(4);
    EXPECT_TRUE(run_to(method, 3, y));
    return method.counts().steps;
  };
  const std::vector<ErrorScale> plain(4), coarse(4, ErrorScale{1000, 0});
  EXPECT_EQ(steps(ErrorNorm::maximum, 1e-6, plain), steps(ErrorNorm::maximum, 1e-6, coarse));
  EXPECT_GT(steps(ErrorNorm::maximum, 1e-6, plain), steps(ErrorNorm::root_mean_square, 1e-6, plain));
  EXPECT_LT(steps(ErrorNorm::maximum, 1e-3, plain), steps(ErrorNorm::maximum, 1e-6, plain));
}

TEST(Ndf, SolvesRobertsonsReactionsWithAndWithoutAJacobian) {
  for (const bool with_jacobian : {false, true}) {
    Robertson robertson;
    Ndf method;
    const double start[] = {1, 0, 0};
    Tolerances tolerances = tolerance(1e-7);
    tolerances.absolute = 1e-10;
    method.init(robertson.problem(with_jacobian), tolerances, 0, start);
    std::vector<double> y(3);
    ASSERT_TRUE(run_to(method, 40, y));
    EXPECT_NEAR(y[0], 0.7158270688, 2e-5);
    EXPECT_NEAR(y[1], 0.9185534765e-5, 2e-9);
    EXPECT_NEAR(y[2], 0.2841637457, 2e-5);
    EXPECT_LT(method.counts().steps, 500u);
  }
}

// A method that was saved and loaded goes on to the last bit.
TEST(Ndf, GoesOnAsItWasSaved) {
  Pendulum pendulum;
  Ndf method, loaded;
  method.init(pendulum.problem(), tolerance(1e-7), 0, Pendulum::start().data());
  for (int n = 0; n < 60; ++n) ASSERT_EQ(method.step(), EvalStatus::ok);
  StateEncoder encoder;
  method.save(encoder);
  loaded.init(pendulum.problem(), tolerance(1e-7), 0, Pendulum::start().data());
  StateDecoder decoder(encoder.bytes());
  ASSERT_TRUE(loaded.load(decoder));
  for (int n = 0; n < 60; ++n) {
    ASSERT_EQ(method.step(), EvalStatus::ok);
    ASSERT_EQ(loaded.step(), EvalStatus::ok);
    ASSERT_EQ(loaded.time(), method.time());
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(loaded.state()[i], method.state()[i]);
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
