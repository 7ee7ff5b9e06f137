// x^n for x > 0 over the scalars of laws.
#pragma once

#include <cmath>

#include "flangeway/math/dual.hpp"

namespace flangeway::multibody {

[[nodiscard]] inline double power(double x, double n) {
  return std::pow(x, n);
}
[[nodiscard]] inline math::Batch power(const math::Batch& x, const math::Batch& n) {
  return {std::pow(x[0], n[0]), std::pow(x[1], n[1]), std::pow(x[2], n[2]), std::pow(x[3], n[3])};
}
template <std::size_t N>
[[nodiscard]] math::Dual<N> power(const math::Dual<N>& x, double n) {
  const double value = std::pow(x.value, n);
  return x.chain(value, n * value / x.value);
}
/// For an expression.
template <typename T>
[[nodiscard]] T power(const T& x, double n) {
  return exp(n * log(x));
}

}  // namespace flangeway::multibody
