// The numbers of a step of the BDF in Nordsieck form. Private to the room.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate {

/// By order: entry 0 belongs to y itself.
using BdfPolynomial = std::array<double, highest_order + 2>;
/// Lengths of past steps in s, the newest in entry 1.
using BdfSteps = std::array<double, highest_order + 2>;

/// Coefficients of a step of length h at an order, after unequal steps. [Hindmarsh2005, section 2.1]
struct BdfCoefficients {
  /// How the Nordsieck array takes up the difference of corrector and predictor, and that of a projection.
  BdfPolynomial correction{}, projection{};
  // Norm of the difference, times this, is the error …
  double error = 0;        // … of the step
  double error_below = 0;  // … that the order below would have made, of the highest column of the array
  double error_above = 0;  // … that the order above would have made, of the change of the difference
  /// From the difference to the derivative of order q + 2.
  double high_derivative = 0;
};
/// `other_orders`: error_below and error_above are wanted.
[[nodiscard]] BdfCoefficients bdf_coefficients(std::size_t order, double h, const BdfSteps& steps,
                                               bool other_orders);

/// Changes of columns 2 … order of the array when the order goes up: by the new column times these.
/// `first`: the new column, of the difference that was kept for it.
[[nodiscard]] BdfPolynomial bdf_raise(std::size_t order, double h, const BdfSteps& steps, double& first);
/// … when it goes down: by the highest column times these.
[[nodiscard]] BdfPolynomial bdf_lower(std::size_t order, double h, const BdfSteps& steps);

}  // namespace flangeway::integrate
