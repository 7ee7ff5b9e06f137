// Forward-mode derivatives: a value and its derivatives with respect to N directions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace flangeway::math {

/// value + Σ derivative[i] ε_i, ε_i ε_j = 0. A leaf template instantiated with Dual gives exact derivatives.
template <std::size_t N>
struct Dual {
  double value = 0;
  std::array<double, N> derivative{};

  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT: constants mix freely with duals
  static Dual variable(double v, std::size_t direction) {
    Dual result(v);
    result.derivative[direction] = 1;
    return result;
  }
  /// f(value), f'(value)
  [[nodiscard]] Dual chain(double f, double slope) const {
    Dual result(f);
    for (std::size_t i = 0; i < N; ++i) result.derivative[i] = slope * derivative[i];
    return result;
  }

  friend Dual operator-(const Dual& a) { return a.chain(-a.value, -1); }
  friend Dual operator+(const Dual& a, const Dual& b) { return combine(a, b, a.value + b.value, 1, 1); }
  friend Dual operator-(const Dual& a, const Dual& b) { return combine(a, b, a.value - b.value, 1, -1); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return combine(a, b, a.value * b.value, b.value, a.value);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return combine(a, b, q, 1 / b.value, -q / b.value);
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return a.chain(root, root > 0 ? 0.5 / root : 0);
  }
  friend Dual exp(const Dual& a) { return a.chain(std::exp(a.value), std::exp(a.value)); }
  friend Dual log(const Dual& a) { return a.chain(std::log(a.value), 1 / a.value); }
  friend Dual sin(const Dual& a) { return a.chain(std::sin(a.value), std::cos(a.value)); }
  friend Dual cos(const Dual& a) { return a.chain(std::cos(a.value), -std::sin(a.value)); }
  friend Dual atan(const Dual& a) { return a.chain(std::atan(a.value), 1 / (1 + a.value * a.value)); }
  friend Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }

 private:
  static Dual combine(const Dual& a, const Dual& b, double value, double da, double db) {
    Dual result(value);
    for (std::size_t i = 0; i < N; ++i) result.derivative[i] = da * a.derivative[i] + db * b.derivative[i];
    return result;
  }
};

/// The value of a scalar, whatever its type.
[[nodiscard]] inline double value_of(double x) {
  return x;
}
template <std::size_t N>
[[nodiscard]] double value_of(const Dual<N>& x) {
  return x.value;
}

}  // namespace flangeway::math
