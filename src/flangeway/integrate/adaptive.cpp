#include "flangeway/integrate/adaptive.hpp"

#include <cmath>

namespace flangeway::integrate {

void tolerated_errors(const Problem& problem, const Tolerances& tolerances, const double* y, double* errors) {
  for (std::size_t i = 0; i < problem.size; ++i) {
    const ErrorScale scale = problem.scale == nullptr ? ErrorScale{} : problem.scale[i];
    errors[i] =
        scale.unit * tolerances.absolute + scale.relative_share * tolerances.relative * std::abs(y[i]);
  }
}

}  // namespace flangeway::integrate
