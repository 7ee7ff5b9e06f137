// Amplification by fixed steps of one mode of a linear system. Theory: docs/theory/integrators.md, "auto".
#pragma once

#include <complex>

#include "flangeway/integrate/fixed_stepper.hpp"

namespace flangeway::integrate {

/// The factor by which a step of `step` s multiplies |y| in the long run where y' = μ y is integrated as y' =
/// −rate y + (μ + rate) y, the first part exactly. The exact factor is e^(step Re μ). μ and rate in 1/s.
[[nodiscard]] double amplification(FixedMethod method, std::complex<double> mu, double rate, double step);

}  // namespace flangeway::integrate
