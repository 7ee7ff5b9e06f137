// Dual numbers for forward-mode derivatives: a value and its derivatives with respect to N directions.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>

#include "flangeway/math/batch_functions.hpp"

namespace flangeway::math {

/// value + Σ derivative[i] ε_i, ε_i ε_j = 0. A leaf template instantiated with Dual gives exact derivatives.
/// Scalar is double or Batch.
template <std::size_t N, typename Scalar = double>
struct Dual {
  Scalar value = 0;
  std::array<Scalar, N> derivative;

  Dual() : Dual(0.0) {}
  template <std::convertible_to<Scalar> T>
  explicit(!std::same_as<T, Scalar>) Dual(const T& v) : value(v) {
    derivative.fill(0.0);
  }
  static Dual variable(const Scalar& v, std::size_t direction) {
    Dual result(v);
    result.derivative[direction] = 1;
    return result;
  }
  /// f(value), f'(value)
  [[nodiscard]] Dual chain(const Scalar& f, const Scalar& slope) const {
    Dual result(f);
    for (std::size_t i = 0; i < N; ++i) result.derivative[i] = slope * derivative[i];
    return result;
  }

  /// Another value with the same derivatives.
  [[nodiscard]] Dual with(const Scalar& v) const {
    Dual result = *this;
    result.value = v;
    return result;
  }

  friend Dual operator-(const Dual& a) { return a.chain(-a.value, -1); }
  friend Dual operator+(const Dual& a, const Dual& b) { return combine(a, b, a.value + b.value, 1, 1); }
  friend Dual operator-(const Dual& a, const Dual& b) { return combine(a, b, a.value - b.value, 1, -1); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return combine(a, b, a.value * b.value, b.value, a.value);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const Scalar inverse = 1 / b.value, q = a.value * inverse;
    return combine(a, b, q, inverse, -q * inverse);
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  // With plain numbers, whose derivative need not be multiplied by zero.
  friend Dual operator+(const Scalar& a, const Dual& b) { return b.with(a + b.value); }
  friend Dual operator+(const Dual& a, const Scalar& b) { return a.with(a.value + b); }
  friend Dual operator-(const Dual& a, const Scalar& b) { return a.with(a.value - b); }
  friend Dual operator-(const Scalar& a, const Dual& b) { return b.chain(a - b.value, -1); }
  friend Dual operator*(const Scalar& a, const Dual& b) { return b.chain(a * b.value, a); }
  friend Dual operator*(const Dual& a, const Scalar& b) { return a.chain(a.value * b, b); }
  friend Dual operator/(const Dual& a, const Scalar& b) { return a * (1 / b); }
  friend Dual operator/(const Scalar& a, const Dual& b) {
    const Scalar inverse = 1 / b.value, q = a * inverse;
    return b.chain(q, -q * inverse);
  }
  // A bool, or a mask of a Batch.
  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }

  friend Dual select(const auto& choice, const Dual& yes, const Dual& no) {
    Dual result(select(choice, yes.value, no.value));
    for (std::size_t i = 0; i < N; ++i) {
      result.derivative[i] = select(choice, yes.derivative[i], no.derivative[i]);
    }
    return result;
  }

  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const Scalar root = sqrt(a.value);
    return a.chain(root, select(root > 0, 0.5 / root, Scalar(0)));
  }
  friend Dual cbrt(const Dual& a) {
    using std::cbrt;
    const Scalar root = cbrt(a.value);
    return a.chain(root, 1 / (3 * root * root));
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const Scalar power = exp(a.value);
    return a.chain(power, power);
  }
  friend Dual atan_ratio(const Dual& a) {
    const Scalar ratio = atan_ratio(a.value), square = a.value * a.value;
    // The closed form loses its digits near 0; the next term of the series is below 1e-12 there.
    const Scalar slope = select(square < 1e-6, a.value * (square * 0.8 - 2.0 / 3),
                                (1 / (1 + square) - ratio) / select(square < 1e-6, Scalar(1), a.value));
    return a.chain(ratio, slope);
  }
  friend Dual abs(const Dual& a) { return select(a.value < 0, -a, a); }

 private:
  static Dual combine(const Dual& a, const Dual& b, const Scalar& value, const Scalar& da, const Scalar& db) {
    Dual result(value);
    for (std::size_t i = 0; i < N; ++i) result.derivative[i] = da * a.derivative[i] + db * b.derivative[i];
    return result;
  }
};

/// The plain number type beneath: double or Batch.
template <typename T>
struct ScalarOf {
  using type = T;
};
template <std::size_t N, typename Scalar>
struct ScalarOf<Dual<N, Scalar>> {
  using type = Scalar;
};
template <typename T>
using scalar_of = typename ScalarOf<T>::type;

/// The value of a scalar, whatever its type.
template <typename T>
[[nodiscard]] const T& value_of(const T& x) {
  return x;
}
template <std::size_t N, typename Scalar>
[[nodiscard]] const Scalar& value_of(const Dual<N, Scalar>& x) {
  return x.value;
}

}  // namespace flangeway::math
