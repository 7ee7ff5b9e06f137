// Dry friction in series with a spring. Theory: docs/theory/friction.md.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "flangeway/math/dual.hpp"

namespace flangeway::multibody {

/// The larger of x and 0.
template <typename T>
[[nodiscard]] T positive_part(const T& x) {
  using math::select;
  return select(x > T(0.0), x, T(0.0));
}

/// How a friction surface slips under the forces of the springs that hold it, and what it bears of them.
template <typename T, std::size_t N>
struct Slip {
  std::array<T, N> rate;   ///< m/s
  std::array<T, N> lead;   ///< m/s, the rate without rounding: how far it will slip over the friction time
  std::array<T, N> force;  ///< friction, N: those of the springs, up to the limit
  T share;                 ///< of the springs' forces that it bears, 0 to 1
};

/// `over` where it is positive, rounded over the first thousandth of the limit so that the slope is
/// continuous.
template <typename T>
[[nodiscard]] T rounded_excess(const T& over, const T& limit) {
  using math::select;
  constexpr double rounding = 1e-3, smallest = 1e-6;  // share of the limit; N
  const T width = rounding * limit + smallest, half = 0.5;
  return select(over > width, over - half * width, half * positive_part(over) * positive_part(over) / width);
}

/// Sticks up to the limit of |F|; beyond it slips in the direction of F, against a small viscosity in N s/m
/// [eq. 1 and 2 of the theory page].
template <typename P, typename T, std::size_t N>
[[nodiscard]] Slip<T, N> slip_of(const std::array<T, N>& force, const T& limit, const P& viscosity) {
  using math::select;
  using std::sqrt;
  T square = 1e-12;  // N²: a force of zero has no direction, and needs none
  for (const T& f : force) square += f * f;
  const T size = sqrt(square), over = size - limit, beyond = positive_part(over);
  const T mobility = rounded_excess(over, limit) / (viscosity * size), lead = beyond / (viscosity * size);
  Slip<T, N> slip{{}, {}, {}, select(over > T(0.0), limit, size) / size};
  for (std::size_t k = 0; k < N; ++k) {
    slip.rate[k] = mobility * force[k];
    slip.lead[k] = lead * force[k];
    slip.force[k] = slip.share * force[k];
  }
  return slip;
}

}  // namespace flangeway::multibody
