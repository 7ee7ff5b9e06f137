// Settings of the adaptive integrators, and counters of every integrator.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "flangeway/integrate/problem.hpp"

namespace flangeway::integrate {

/// Highest order of any method here.
inline constexpr std::size_t highest_order = 5;

/// Work since init. Counters that a method does not use stay zero.
struct StepCounts {
  std::uint64_t steps = 0;                     ///< accepted
  std::uint64_t evaluations = 0;               ///< of the derivative, those for Jacobians included
  std::uint64_t failed_steps = 0;              ///< fixed steps that returned retry or fatal
  std::uint64_t halvings = 0;                  ///< of fixed steps
  double smallest_step = 0, largest_step = 0;  ///< s, of the accepted ones
  // adaptive steps
  std::uint64_t rejected_steps = 0;   ///< error larger than the tolerance
  std::uint64_t failed_attempts = 0;  ///< the derivative could not be evaluated, or was not finite
  // implicit methods
  std::uint64_t nonlinear_iterations = 0, nonlinear_failures = 0;
  std::uint64_t jacobians = 0, jacobian_evaluations = 0;  ///< evaluations of the derivative for them
  std::uint64_t factorisations = 0;
  std::array<std::uint64_t, highest_order + 1> steps_of_order{};  ///< methods of variable order
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<StepCounts> counts) {
  codec(counts.steps, counts.evaluations, counts.failed_steps, counts.halvings, counts.smallest_step,
        counts.largest_step, counts.rejected_steps, counts.failed_attempts, counts.nonlinear_iterations,
        counts.nonlinear_failures, counts.jacobians, counts.jacobian_evaluations, counts.factorisations,
        counts.steps_of_order);
}
/// Counts an accepted step.
void count_step(double step, StepCounts& counts);

/// How the errors of all components make one number.
enum class ErrorNorm {
  root_mean_square,  ///< of the errors in shares of unit · absolute + relative_share · relative · |y|
  maximum            ///< of the errors in shares of max(absolute, relative · |y|), as in Matlab
};

struct Tolerances {
  double relative = 1e-6;
  double absolute = 1e-6;  ///< of a component with unit 1, see ErrorScale
  double first_step = 0;   ///< s; 0: found from the derivative
  double max_step = 0;     ///< s; 0: no limit
  int max_order = 5;       ///< of methods of variable order
  ErrorNorm norm = ErrorNorm::root_mean_square;
};

/// The error that a component may have in a step, as the norm says.
void tolerated_errors(const Problem& problem, const Tolerances& tolerances, const double* y, double* errors);

/// Norm of n errors in shares of the tolerated ones: share(i) is the i-th.
template <typename Share>
[[nodiscard]] double norm_of(ErrorNorm norm, std::size_t n, const Share& share) {
  double result = 0;
  if (norm == ErrorNorm::maximum) {
    for (std::size_t i = 0; i < n; ++i) result = std::max(result, std::abs(share(i)));
    return result;
  }
  for (std::size_t i = 0; i < n; ++i) result += share(i) * share(i);
  return std::sqrt(result / static_cast<double>(n));
}

/// Step lengths to begin with, from sizes relative to the tolerated errors [Hairer1993, section II.4]: one to
/// look along, from y and y'; and the first step of a method of this order, from y' and y'' found with it.
[[nodiscard]] double trial_step(double of_y, double of_rate);
[[nodiscard]] double first_step(int order, double trial, double of_rate, double of_second_rate);

}  // namespace flangeway::integrate
