// Newton's iteration of a BDF step, its Jacobian, and the projection of its result.
#include <algorithm>
#include <cmath>

#include "flangeway/integrate/bdf.hpp"

namespace flangeway::integrate {
namespace {

constexpr double accuracy = 0.1;  // of the solution, in shares of the error that a step may have
constexpr int max_iterations = 3;
constexpr double forgetting = 0.3;  // of the rate of convergence
constexpr double divergence = 2;    // growth of a correction that ends the iteration
constexpr std::uint64_t factors_last = 20, jacobian_lasts = 51;  // steps
constexpr double max_gamma_change = 0.3;                         // with the same factors
constexpr double jacobian_to_blame = 0.2;  // a smaller change of γ cannot be why it did not converge

}  // namespace

// The difference of corrector and predictor: difference_, with its norm.
bool Bdf::solve(Attempt attempt) {
  bool setup = attempt == Attempt::after_newton || attempt == Attempt::after_error || h_.steps_made == 0 ||
               h_.steps_made >= h_.setup_step + factors_last || std::abs(gamma_ratio_ - 1) > max_gamma_change;
  for (bool bad_jacobian = false;; setup = bad_jacobian = true) {
    std::fill(difference_.begin(), difference_.end(), 0.0);
    if (residual() != EvalStatus::ok || (setup && !set_up(attempt, bad_jacobian))) break;
    const Outcome outcome = newton();
    if (outcome == Outcome::done) {
      fresh_jacobian_ = false;
      for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] = h_.columns[0][i] + difference_[i];
      return true;
    }
    if (fatal_ || fresh_jacobian_) break;
    ++counts_.nonlinear_failures;
  }
  ++counts_.nonlinear_failures;
  return false;
}

// change_ ← residual of the equation rl y' … at the present difference.
EvalStatus Bdf::residual() {
  for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] = h_.columns[0][i] + difference_[i];
  const EvalStatus status = derivative(h_.t, trial_, rate_);
  if (status != EvalStatus::ok) return status;
  const double first = 1 / c_.correction[1];
  for (std::size_t i = 0; i < change_.size(); ++i) {
    const double linear = first * h_.columns[1][i] + difference_[i];
    change_[i] = -gamma_ * rate_[i] + linear;
  }
  return EvalStatus::ok;
}

Bdf::Outcome Bdf::newton() {
  const double tolerance = accuracy / c_.error;
  double before = 0;
  for (int iteration = 0;;) {
    ++counts_.nonlinear_iterations;
    for (double& value : change_) value = -value;
    lu_.solve(change_.data());
    if (gamma_ratio_ != 1) {
      const double factor = 2 / (1 + gamma_ratio_);
      for (double& value : change_) value *= factor;
    }
    for (std::size_t i = 0; i < change_.size(); ++i) difference_[i] += change_[i];
    const double size = norm(change_);
    if (iteration > 0) h_.convergence = std::max(forgetting * h_.convergence, size / before);
    if (size * std::min(1.0, h_.convergence) / tolerance <= 1) {
      difference_norm_ = iteration == 0 ? size : norm(difference_);
      return Outcome::done;
    }
    if (iteration >= 1 && size > divergence * before) return Outcome::diverges;
    before = size;
    if (++iteration == max_iterations || residual() != EvalStatus::ok) return Outcome::diverges;
  }
}

// Factors of I − γJ, with a new J where the old one may be why a step failed.
bool Bdf::set_up(Attempt attempt, bool bad_jacobian) {
  const double gamma_change = std::abs(gamma_ / h_.setup_gamma - 1);
  const bool other_failure = attempt == Attempt::after_newton || attempt == Attempt::after_projection;
  const bool renew = h_.steps_made == 0 || h_.steps_made >= h_.jacobian_step + jacobian_lasts ||
                     (bad_jacobian ? gamma_change < jacobian_to_blame : other_failure);
  fresh_jacobian_ = renew;
  h_.setup_gamma = gamma_;
  gamma_ratio_ = 1;
  h_.convergence = 1;
  h_.setup_step = h_.steps_made;
  if (renew) {
    h_.jacobian_step = h_.steps_made;
    if (!evaluate_jacobian()) return false;
  }
  set_newton_matrix(h_.setup_gamma, h_.jacobian, problem_.size, matrix_);
  ++counts_.factorisations;
  return lu_.factorise(matrix_.data());
}

bool Bdf::evaluate_jacobian() {
  const EvalStatus status = integrate::evaluate_jacobian(problem_, tolerances_, h_.t, trial_, rate_,
                                                         jacobian_scratch_, matrix_, counts_);
  fatal_ = fatal_ || status == EvalStatus::fatal;
  if (status != EvalStatus::ok) return false;
  h_.jacobian.swap(matrix_);
  return true;
}

// projection_ ← from the corrector to the constraints.
bool Bdf::project() {
  projection_ = trial_;
  const EvalStatus status = problem_.project(problem_.user, h_.t, projection_.data());
  for (std::size_t i = 0; i < projection_.size(); ++i) projection_[i] -= trial_[i];
  fatal_ = fatal_ || status == EvalStatus::fatal;
  return status == EvalStatus::ok;
}

}  // namespace flangeway::integrate
