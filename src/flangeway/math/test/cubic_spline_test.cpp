#include "flangeway/math/cubic_spline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::math {
namespace {

TEST(CubicSpline, PassesThroughItsPoints) {
  const std::vector<double> x{0, 0.4, 1.5, 1.7, 3}, y{1, -1, 2, 0, 5};
  for (const auto ends : {SplineEnds::not_a_knot, SplineEnds::natural}) {
    const CubicSpline spline(x, y, ends);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(spline.value(x[i]), y[i], 1e-13);
  }
}

TEST(CubicSpline, NotAKnotReproducesACubicOnUnevenNodes) {
  const auto f = [](double x) { return x * x * x - 2 * x + 1; };
  std::vector<double> x{-2, -1.1, 0.3, 0.5, 2, 4}, y;
  for (const double node : x) y.push_back(f(node));
  const CubicSpline spline(x, y);
  for (double at = -2.5; at < 4.5; at += 0.17) {
    EXPECT_NEAR(spline.value(at), f(at), 1e-11);
    EXPECT_NEAR(spline.first(at), 3 * at * at - 2, 1e-10);
    EXPECT_NEAR(spline.second(at), 6 * at, 1e-9);
  }
}

TEST(CubicSpline, NaturalEndsAreNotCurved) {
  const CubicSpline spline({0, 1, 2, 3}, {0, 1, 0, 1}, SplineEnds::natural);
  EXPECT_NEAR(spline.second(0), 0, 1e-12);
  EXPECT_NEAR(spline.second(3), 0, 1e-12);
}

TEST(CubicSpline, TwoPointsGiveALineAndThreeAParabola) {
  EXPECT_NEAR(CubicSpline({0, 2}, {1, 5}).value(1), 3, 1e-15);
  EXPECT_NEAR(CubicSpline({0, 1, 3}, {0, 1, 9}).value(2), 4, 1e-14);
}

}  // namespace
}  // namespace flangeway::math
