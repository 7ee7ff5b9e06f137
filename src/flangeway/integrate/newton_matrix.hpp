// Derivatives, Jacobians and matrices of Newton's iteration, for the implicit methods.
#pragma once

#include <vector>

#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate {

/// dydt = f(t, y), counted. `retry` if it is not finite.
EvalStatus evaluate_derivative(const Problem& problem, double t, const std::vector<double>& y,
                               std::vector<double>& dydt, StepCounts& counts);

/// Scratch memory of a Jacobian by finite differences.
struct JacobianScratch {
  std::vector<double> tolerated, moved, moved_rate;
};
void resize(std::size_t size, JacobianScratch& scratch);

/// The Jacobian, column-major, at y with the derivative `rate`: the problem's own, or column by column
/// by finite differences.
EvalStatus evaluate_jacobian(const Problem& problem, const Tolerances& tolerances, double t,
                             const std::vector<double>& y, const std::vector<double>& rate,
                             JacobianScratch& scratch, std::vector<double>& jacobian, StepCounts& counts);

/// matrix = I − γJ of n states.
void set_newton_matrix(double gamma, const std::vector<double>& jacobian, std::size_t n,
                       std::vector<double>& matrix);

}  // namespace flangeway::integrate
