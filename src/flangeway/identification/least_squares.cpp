#include "flangeway/identification/least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/dense.hpp"

namespace flangeway::identification {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double first_damping = 1e-4, max_damping = 1e8;
// Singular values below belong to directions that the measurement says nothing about.
constexpr double min_singular_value = 1e-8;

// The problem over parameters that are scaled to 0 … 1 between their bounds.
class Scaled {
 public:
  Scaled(const Model& model, const Measurement& measured, const std::vector<Parameter>& parameters)
      : model_(model), measured_(measured), parameters_(parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (parameters[i].prior) with_prior_.push_back(i);
  }

  [[nodiscard]] Index size() const { return static_cast<Index>(parameters_.size()); }
  [[nodiscard]] double range(std::size_t i) const { return parameters_[i].highest - parameters_[i].lowest; }

  [[nodiscard]] VectorXd start() const {
    VectorXd x(size());
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      x(static_cast<Index>(i)) = (parameters_[i].start - parameters_[i].lowest) / range(i);
    return x;
  }

  [[nodiscard]] VectorXd values(const VectorXd& x) const {
    VectorXd values(size());
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      values(static_cast<Index>(i)) = parameters_[i].lowest + range(i) * x(static_cast<Index>(i));
    return values;
  }

  // Residuals of the measurement, then of the priors.
  [[nodiscard]] std::optional<VectorXd> residuals(const VectorXd& x) const {
    const VectorXd theta = values(x);
    const std::optional<VectorXd> computed = model_.compute(theta);
    if (!computed || !computed->allFinite()) return std::nullopt;
    VectorXd rest(computed->size() + static_cast<Index>(with_prior_.size()));
    rest.head(computed->size()) = (measured_.values - *computed).cwiseQuotient(measured_.noise);
    for (std::size_t k = 0; k < with_prior_.size(); ++k) {
      const Prior& prior = *parameters_[with_prior_[k]].prior;
      rest(computed->size() + static_cast<Index>(k)) =
          (prior.mean - theta(static_cast<Index>(with_prior_[k]))) / prior.deviation;
    }
    return rest;
  }

  // −∂residuals/∂x
  [[nodiscard]] std::optional<MatrixXd> slopes(const VectorXd& x) const {
    std::optional<MatrixXd> jacobian = model_.jacobian(values(x));
    if (!jacobian || !jacobian->allFinite()) return std::nullopt;
    MatrixXd all = MatrixXd::Zero(jacobian->rows() + static_cast<Index>(with_prior_.size()), size());
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const auto column = static_cast<Index>(i);
      all.col(column).head(jacobian->rows()) =
          range(i) * jacobian->col(column).cwiseQuotient(measured_.noise);
    }
    for (std::size_t k = 0; k < with_prior_.size(); ++k) {
      const std::size_t i = with_prior_[k];
      all(jacobian->rows() + static_cast<Index>(k), static_cast<Index>(i)) =
          range(i) / parameters_[i].prior->deviation;
    }
    return all;
  }

 private:
  const Model& model_;
  const Measurement& measured_;
  const std::vector<Parameter>& parameters_;
  std::vector<std::size_t> with_prior_;
};

// Parameters that may move: all but those that press against their bound.
std::vector<Index> free_parameters(const VectorXd& x, const VectorXd& descent) {
  std::vector<Index> free;
  for (Index i = 0; i < x.size(); ++i)
    if (!(x(i) <= 0 && descent(i) < 0) && !(x(i) >= 1 && descent(i) > 0)) free.push_back(i);
  return free;
}

VectorXd damped_step(const MatrixXd& slopes, const VectorXd& rest, const std::vector<Index>& free,
                     double damping) {
  VectorXd step = VectorXd::Zero(slopes.cols());
  if (free.empty()) return step;
  const auto count = static_cast<Index>(free.size());
  MatrixXd system = MatrixXd::Zero(slopes.rows() + count, count);
  VectorXd right = VectorXd::Zero(slopes.rows() + count), scale(count);
  right.head(rest.size()) = rest;
  for (Index k = 0; k < count; ++k) {
    const VectorXd column = slopes.col(free[static_cast<std::size_t>(k)]);
    scale(k) = std::max(column.norm(), 1e-12);
    system.col(k).head(slopes.rows()) = column / scale(k);
    system(slopes.rows() + k, k) = std::sqrt(damping);
  }
  const VectorXd moved = math::least_squares(system, right).cwiseQuotient(scale);
  for (Index k = 0; k < count; ++k) step(free[static_cast<std::size_t>(k)]) = moved(k);
  return step;
}

Estimate estimate_of(const Scaled& problem, const std::vector<Parameter>& parameters, const VectorXd& x,
                     const VectorXd& rest, const MatrixXd& slopes, Index measured) {
  Estimate result;
  const math::SymmetricEigenpairs pairs = math::symmetric_eigenpairs(slopes.transpose() * slopes);
  const VectorXd inverse = pairs.values.cwiseMax(min_singular_value * min_singular_value).cwiseInverse();
  result.covariance = pairs.vectors * inverse.asDiagonal() * pairs.vectors.transpose();
  const VectorXd values = problem.values(x);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto index = static_cast<Index>(i);
    result.covariance.row(index) *= problem.range(i);
    result.covariance.col(index) *= problem.range(i);
    const double deviation = std::sqrt(result.covariance(index, index));
    result.parameters.push_back({parameters[i], values(index), deviation, x(index) <= 0 || x(index) >= 1,
                                 deviation < problem.range(i) / std::sqrt(12.0)});
  }
  result.residuals = rest.head(measured);
  result.chi_square = rest.squaredNorm();
  result.degrees = rest.size() - problem.size();
  return result;
}

}  // namespace

Estimate fit(const Model& model, const Measurement& measured, const std::vector<Parameter>& parameters,
             const FitSettings& settings) {
  const Scaled problem(model, measured, parameters);
  VectorXd x = problem.start();
  std::optional<VectorXd> rest = problem.residuals(x);
  std::optional<MatrixXd> slopes = rest ? problem.slopes(x) : std::nullopt;
  Estimate failed;
  failed.failure = "the model fails at the start values";
  if (!rest || !slopes) return failed;
  double damping = 0;
  std::size_t count = 0;
  bool converged = false;
  while (count < settings.max_iterations && !converged && damping <= max_damping) {
    ++count;
    const VectorXd descent = slopes->transpose() * *rest;
    const VectorXd wanted = damped_step(*slopes, *rest, free_parameters(x, descent), damping);
    const VectorXd moved = (x + wanted).cwiseMax(0.0).cwiseMin(1.0);
    const VectorXd step = moved - x;
    std::optional<VectorXd> next = step.isZero(0) ? rest : problem.residuals(moved);
    const bool better = next && next->squaredNorm() <= rest->squaredNorm() * (1 + 1e-12);
    std::optional<MatrixXd> next_slopes = better ? problem.slopes(moved) : std::nullopt;
    if (!next_slopes) {
      damping = std::max(10 * damping, first_damping);
      continue;
    }
    x = moved, rest = std::move(next), slopes = std::move(next_slopes);
    damping = damping > 1e-6 ? damping / 10 : 0;
    converged = (*slopes * step).norm() <=
                settings.tolerance * std::max(1.0, std::sqrt(static_cast<double>(x.size())));
  }
  Estimate result = estimate_of(problem, parameters, x, *rest, *slopes, measured.values.size());
  result.iterations = count, result.converged = converged;
  return result;
}

}  // namespace flangeway::identification
