#include "flangeway/math/uniform_spline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::math {
namespace {

double cubic(double x) {
  return 1 + x * (2 + x * (-3 + 0.5 * x));
}

UniformSpline sampled(double step) {
  std::vector<std::vector<double>> values(2);
  for (double x = -1; x <= 2 + step / 2; x += step) {
    values[0].push_back(cubic(x));
    values[1].push_back(std::sin(3 * x));
  }
  return {-1, step, values};
}

TEST(UniformSpline, ReproducesACubicWithItsDerivativesInsideAndOutside) {
  const UniformSpline spline = sampled(0.25);
  for (const double x : {-1.5, -1.0, -0.3, 0.8, 2.0, 2.4}) {
    double value[2], first[2], second[2];
    spline.evaluate(x, value, first, second);
    EXPECT_NEAR(value[0], cubic(x), 1e-12);
    EXPECT_NEAR(first[0], 2 + x * (-6 + 1.5 * x), 1e-11);
    EXPECT_NEAR(second[0], -6 + 3 * x, 1e-10);
    EXPECT_DOUBLE_EQ(spline.value(0, x), value[0]);
  }
}

TEST(UniformSpline, ErrorFallsWithTheFourthPowerOfTheStep) {
  const auto error = [](double step) {
    const UniformSpline spline = sampled(step);
    double worst = 0;
    for (double x = -0.5; x < 1.5; x += 0.0137)
      worst = std::max(worst, std::abs(spline.value(1, x) - std::sin(3 * x)));
    return worst;
  };
  EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), 4, 0.3);
}

TEST(UniformSpline, SecondDerivativeIsContinuousAcrossNodes) {
  const UniformSpline spline = sampled(0.25);
  double value[2], first[2], left[2], right[2];
  spline.evaluate(0.5 - 1e-9, value, first, left);
  spline.evaluate(0.5 + 1e-9, value, first, right);
  EXPECT_NEAR(left[1], right[1], 1e-6);
}

}  // namespace
}  // namespace flangeway::math
