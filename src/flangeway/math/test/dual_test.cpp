#include "flangeway/math/dual.hpp"

#include <gtest/gtest.h>

namespace flangeway::math {
namespace {

template <typename T>
T every_function(const T& x, const T& y) {
  using std::abs, std::atan, std::cos, std::exp, std::log, std::sin, std::sqrt;
  return sqrt(x * x + exp(y)) / (2.0 + sin(x)) - atan(x * y) * cos(y) + abs(-x) * log(x) - y;
}

TEST(Dual, DerivativesEqualCentralDifferences) {
  const double x = 0.7, y = -1.3, h = 1e-6;
  const auto result = every_function(Dual<2>::variable(x, 0), Dual<2>::variable(y, 1));
  EXPECT_DOUBLE_EQ(result.value, every_function(x, y));
  EXPECT_NEAR(result.derivative[0], (every_function(x + h, y) - every_function(x - h, y)) / (2 * h), 1e-8);
  EXPECT_NEAR(result.derivative[1], (every_function(x, y + h) - every_function(x, y - h)) / (2 * h), 1e-8);
}

}  // namespace
}  // namespace flangeway::math
