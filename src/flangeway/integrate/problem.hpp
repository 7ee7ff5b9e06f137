// An ordinary differential equation as an integrator sees it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::integrate {

/// How the error of one component is measured by methods with error control.
struct ErrorScale {
  double unit = 1;            ///< the absolute tolerance is for this much of the component
  double relative_share = 1;  ///< 0: no relative tolerance, as for a distance that grows without end
};

/// y' = f(t, y). The functions get `user` back; they neither throw nor allocate. Optional ones may be null.
struct Problem {
  std::size_t size = 0;  ///< components of y
  void* user = nullptr;
  EvalStatus (*derivative)(void* user, double t, const double* y, double* dydt) = nullptr;
  /// Optional: brings an accepted y back onto its constraints, before the derivative there is evaluated.
  EvalStatus (*project)(void* user, double t, double* y) = nullptr;
  /// Optional, once per step: rate[i] in 1/s so that f_i ≈ −rate_i y_i + something slow. 0 (or less) where
  /// a component is not stiff: those use the classical formulas bit for bit. `rate` comes in filled with
  /// zeros. Where stiff components are coupled, give the sum of the absolute values of the row of the stiff
  /// part of −∂f/∂y (of rates, in variables scaled to one unit): an overestimate is stable, an underestimate
  /// by 2 may not be (docs/theory/integrators.md).
  void (*damping)(void* user, double t, const double* y, double* rate) = nullptr;
  const ErrorScale* scale = nullptr;  ///< optional [size]: all 1
  /// Optional, for implicit methods: ∂f/∂y in `matrix`, column-major size × size, which comes in zeroed; dydt
  /// is f(t, y), and the last evaluation of the derivative was that one. Adds its cost to `evaluations`.
  /// Without it methods take differences of all columns.
  EvalStatus (*jacobian)(void* user, double t, const double* y, const double* dydt, double* matrix,
                         std::uint64_t* evaluations) = nullptr;
  /// Optional: updates f(t, y) in `dydt` after a change outside of y.
  EvalStatus (*renew)(void* user, double t, const double* y, double* dydt) = nullptr;
};

}  // namespace flangeway::integrate
