// FASTSIM on an elliptic patch as a creep law: evaluated anew for every force, without a table.
// docs/theory/creep_forces.md (6)
#pragma once

#include <array>
#include <cmath>

#include "flangeway/math/dual.hpp"

namespace flangeway::contact::detail {

/// Forces over μN and moment over μN, of tractions on 10 × 10 elements. [Kalker1982]
template <typename T>
struct FastsimForces {
  T longitudinal{}, lateral{}, moment{};
};

/// `along`, `across` and `spin` are how the traction over its bound in the middle grows from the leading
/// edge, per semi-axis; `width` is b/a. Places are X = x/a and Y = y/b, the bound is 1 − X² − Y². Moment in
/// semi-axes a.
template <typename T, typename S>
[[nodiscard]] FastsimForces<T> fastsim_forces(const T& along, const T& across, const T& spin,
                                              const S& width) {
  using math::select;
  using std::sqrt;
  constexpr int elements = 10;
  constexpr double two_over_pi = 0.63661977236758134308;
  FastsimForces<T> sum;
  for (int row = 0; row < elements; ++row) {
    const double y = (2.0 * row + 1) / elements - 1, edge = std::sqrt(1 - y * y), step = 2 * edge / elements;
    const T slip_x = along - spin * (width * y);
    T traction_x(0.0), traction_y(0.0), sum_x(0.0), sum_y(0.0), first_y(0.0);
    double before = edge;
    for (int column = 0; column < elements; ++column) {
      const double x = edge - (column + 0.5) * step, path = before - x;
      traction_x = traction_x - path * slip_x;
      traction_y = traction_y - path * (across + spin * S(0.5 * (before + x)));
      const double bound = 1 - x * x - y * y;
      const T square = traction_x * traction_x + traction_y * traction_y;
      const auto slips = square > T(bound * bound);
      const T factor = select(slips, bound / sqrt(select(slips, square, T(1.0))), T(1.0));
      traction_x = factor * traction_x, traction_y = factor * traction_y;
      sum_x = sum_x + traction_x, sum_y = sum_y + traction_y, first_y = first_y + x * traction_y;
      before = x;
    }
    const double area = two_over_pi * step * (2.0 / elements);
    sum.longitudinal = sum.longitudinal + area * sum_x;
    sum.lateral = sum.lateral + area * sum_y;
    sum.moment = sum.moment + area * (first_y - (width * y) * sum_x);
  }
  return sum;
}

}  // namespace flangeway::contact::detail
