#include "flangeway/math/dual.hpp"

#include <gtest/gtest.h>

namespace flangeway::math {
namespace {

template <typename T>
T every_function(const T& x, const T& y) {
  using std::abs, std::cbrt, std::exp, std::sqrt;
  return sqrt(x * x + exp(y)) / (2.0 + cbrt(x)) - atan_ratio(x * y) * abs(y) + select(x < y, x, y) - y;
}

TEST(Dual, DerivativesEqualCentralDifferences) {
  const double x = 0.7, y = -1.3, h = 1e-6;
  const auto result = every_function(Dual<2>::variable(x, 0), Dual<2>::variable(y, 1));
  EXPECT_DOUBLE_EQ(result.value, every_function(x, y));
  EXPECT_NEAR(result.derivative[0], (every_function(x + h, y) - every_function(x - h, y)) / (2 * h), 1e-8);
  EXPECT_NEAR(result.derivative[1], (every_function(x, y + h) - every_function(x, y - h)) / (2 * h), 1e-8);
}

TEST(Dual, OfBatchesEqualsThatOfNumbers) {
  const double x[] = {0.7, 2, 0.1, 5}, y[] = {-1.3, 0.2, 1e-5, 3};
  const auto batch = every_function(Dual<2, Batch>::variable(Batch(x[0], x[1], x[2], x[3]), 0),
                                    Dual<2, Batch>::variable(Batch(y[0], y[1], y[2], y[3]), 1));
  for (std::size_t lane = 0; lane < batch_size; ++lane) {
    const auto one = every_function(Dual<2>::variable(x[lane], 0), Dual<2>::variable(y[lane], 1));
    EXPECT_NEAR(batch.value[lane], one.value, 1e-14);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(batch.derivative[i][lane], one.derivative[i], 1e-10);
  }
}

}  // namespace
}  // namespace flangeway::math
