// Dry friction in series with a spring. Theory: docs/theory/friction.md.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace flangeway::multibody {

/// The larger of x and 0.
template <typename T>
[[nodiscard]] T positive_part(const T& x) {
  using math::select;
  return select(x > T(0.0), x, T(0.0));
}

/// How a friction surface slips under the forces of the springs that hold it.
template <typename T, std::size_t N>
struct Slip {
  std::array<T, N> rate;  ///< m/s
  T loss;                 ///< W
};

/// |F| − limit where that is positive, rounded over the first thousandth of the limit so that the slope is
/// continuous.
template <typename T>
[[nodiscard]] T excess_of(const T& force, const T& limit) {
  using math::select;
  constexpr double rounding = 1e-3, smallest = 1e-6;  // share of the limit; N
  const T width = rounding * limit + smallest, over = force - limit, half = 0.5;
  return select(over > width, over - half * width, half * positive_part(over) * positive_part(over) / width);
}

/// Sticks up to the limit of |F|; beyond it slips in the direction of F, against a small viscosity in N s/m
/// [eq. 2 and 3 of the theory page].
template <typename P, typename T, std::size_t N>
[[nodiscard]] Slip<T, N> slip_of(const std::array<T, N>& force, const T& limit, const P& viscosity) {
  using std::sqrt;
  T square = 1e-12;  // N²: a force of zero has no direction, and needs none
  for (const T& f : force) square += f * f;
  const T size = sqrt(square), excess = excess_of(size, limit), mobility = excess / (viscosity * size);
  Slip<T, N> slip{{}, mobility * square};
  for (std::size_t k = 0; k < N; ++k) slip.rate[k] = mobility * force[k];
  return slip;
}

}  // namespace flangeway::multibody
