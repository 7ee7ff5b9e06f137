#include "flangeway/integrate/newton_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/finite.hpp"

namespace flangeway::integrate {
namespace {

EvalStatus differentiate_columns(const Problem& problem, double t, const std::vector<double>& y,
                                 const std::vector<double>& rate, JacobianScratch& scratch,
                                 std::vector<double>& jacobian, StepCounts& counts) {
  const std::size_t n = problem.size;
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  std::vector<double>& moved = scratch.moved;
  moved = y;
  for (std::size_t j = 0; j < n; ++j) {
    moved[j] = y[j] + std::max(root * std::abs(y[j]), 1e-2 * scratch.tolerated[j]);
    const double increment = moved[j] - y[j];
    const EvalStatus status = evaluate_derivative(problem, t, moved, scratch.moved_rate, counts);
    ++counts.jacobian_evaluations;
    if (status != EvalStatus::ok) return status;
    for (std::size_t i = 0; i < n; ++i) jacobian[i + j * n] = (scratch.moved_rate[i] - rate[i]) / increment;
    moved[j] = y[j];
  }
  return EvalStatus::ok;
}

}  // namespace

EvalStatus evaluate_derivative(const Problem& problem, double t, const std::vector<double>& y,
                               std::vector<double>& dydt, StepCounts& counts) {
  ++counts.evaluations;
  EvalStatus status = problem.derivative(problem.user, t, y.data(), dydt.data());
  if (status == EvalStatus::ok && !all_finite(dydt)) status = EvalStatus::retry;
  if (status != EvalStatus::ok) ++counts.failed_attempts;
  return status;
}

void resize(std::size_t size, JacobianScratch& scratch) {
  for (std::vector<double>* buffer : {&scratch.tolerated, &scratch.moved, &scratch.moved_rate})
    buffer->assign(size, 0.0);
}

EvalStatus evaluate_jacobian(const Problem& problem, const Tolerances& tolerances, double t,
                             const std::vector<double>& y, const std::vector<double>& rate,
                             JacobianScratch& scratch, std::vector<double>& jacobian, StepCounts& counts) {
  ++counts.jacobians;
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  if (problem.jacobian == nullptr) {
    tolerated_errors(problem, tolerances, y.data(), scratch.tolerated.data());
    return differentiate_columns(problem, t, y, rate, scratch, jacobian, counts);
  }
  std::uint64_t evaluations = 0;
  const EvalStatus status =
      problem.jacobian(problem.user, t, y.data(), rate.data(), jacobian.data(), &evaluations);
  counts.evaluations += evaluations;
  counts.jacobian_evaluations += evaluations;
  return status;
}

void set_newton_matrix(double gamma, const std::vector<double>& jacobian, std::size_t n,
                       std::vector<double>& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = -gamma * jacobian[i];
  for (std::size_t i = 0; i < n; ++i) matrix[i * (n + 1)] += 1;
}

}  // namespace flangeway::integrate
