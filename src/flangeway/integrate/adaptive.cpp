#include "flangeway/integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::integrate {

void tolerated_errors(const Problem& problem, const Tolerances& tolerances, const double* y, double* errors) {
  if (tolerances.norm == ErrorNorm::maximum) {
    for (std::size_t i = 0; i < problem.size; ++i)
      errors[i] = std::max(tolerances.absolute, tolerances.relative * std::abs(y[i]));
    return;
  }
  for (std::size_t i = 0; i < problem.size; ++i) {
    const ErrorScale scale = problem.scale == nullptr ? ErrorScale{} : problem.scale[i];
    errors[i] =
        scale.unit * tolerances.absolute + scale.relative_share * tolerances.relative * std::abs(y[i]);
  }
}

void count_step(double step, StepCounts& counts) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  ++counts.steps;
  counts.smallest_step = counts.steps == 1 ? step : std::min(counts.smallest_step, step);
  counts.largest_step = std::max(counts.largest_step, step);
}

double trial_step(double of_y, double of_rate) {
  return of_y < 1e-5 || of_rate < 1e-5 ? 1e-6 : 0.01 * of_y / of_rate;
}

double first_step(int order, double trial, double of_rate, double of_second_rate) {
  FLANGEWAY_ASSERT(order >= 1, "a method has an order");
  const double steepest = std::max(of_rate, of_second_rate);
  const double step =
      steepest <= 1e-15 ? std::max(1e-6, trial * 1e-3) : std::pow(0.01 / steepest, 1.0 / order);
  return std::min(100 * trial, step);
}

}  // namespace flangeway::integrate
