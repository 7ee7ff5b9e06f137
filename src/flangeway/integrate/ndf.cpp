#include "flangeway/integrate/ndf.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

// Formulas and control of order and step: [Shampine1997, section 2].
namespace flangeway::integrate {
namespace {

constexpr double ndf_kappa[] = {-37.0 / 200, -1.0 / 9, -0.0823, -0.0415, 0};
// Sums of 1/j.
constexpr double ndf_sums[] = {1, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60};
constexpr double ndf_bias_below = 1.3, ndf_bias = 1.2, ndf_bias_above = 1.4;
constexpr double ndf_safety_below = 0.769, ndf_safety = 0.833;  // after a step that failed
constexpr double ndf_max_growth = 10, ndf_max_reduction = 0.1, ndf_after_errors = 0.5, ndf_after_newton = 0.3;
constexpr int ndf_max_iterations = 4;
constexpr double ndf_min_contraction = 0.9, ndf_forgetting = 0.9;  // of Newton's convergence
constexpr double ndf_first_accuracy = 0.05,
                 ndf_accuracy = 0.5;  // of its solution, in shares of the tolerated error

double ndf_leading(std::size_t order) {
  return 1 / (ndf_sums[order - 1] * (1 - ndf_kappa[order - 1]));
}

// Norm of the difference of order k + 1, times this, is the error of a step of order k.
double ndf_error_constant(std::size_t order) {
  return ndf_kappa[order - 1] * ndf_sums[order - 1] + 1 / static_cast<double>(order + 1);
}

void add_scaled(double factor, const std::vector<double>& x, std::vector<double>& to) {
  for (std::size_t i = 0; i < x.size(); ++i) to[i] += factor * x[i];
}

// Step that makes the error 1/ndf_bias^(order + 1) of the tolerated one, over this step.
double ndf_ratio(double bias_of_order, double error, std::size_t order) {
  const double inverse = bias_of_order * std::pow(error, 1 / static_cast<double>(order + 1));
  return inverse > 1 / ndf_max_growth ? 1 / inverse : ndf_max_growth;
}

double ndf_shorter(double factor, double error, std::size_t order) {
  return std::max(ndf_max_reduction, factor * std::pow(error, -1 / static_cast<double>(order + 1)));
}

}  // namespace

void Ndf::init(const Problem& problem, double t, const double* y) {
  FLANGEWAY_ASSERT(problem.size > 0 && problem.derivative != nullptr,
                   "the problem has states and a derivative");
  problem_ = problem;
  counts_ = {};
  history_ = {};
  history_.t = history_.start = t;
  history_.y.assign(y, y + problem.size);
  history_.jacobian.assign(problem.size * problem.size, 0.0);
  matrix_ = history_.jacobian;
  for (Buffer& d : history_.differences) d.assign(problem.size, 0.0);
  for (Buffer& d : history_.of_last) d.assign(problem.size, 0.0);
  for (Buffer* buffer : {&weights_, &predicted_, &psi_, &difference_, &trial_, &rate_, &change_})
    buffer->assign(problem.size, 0.0);
  resize(problem.size, jacobian_scratch_);
  fatal_ = false;
  lu_.init(problem.size);
}

void Ndf::restart(const double* y) {
  std::copy_n(y, history_.y.size(), history_.y.begin());
  history_.start = history_.t;
  history_.order = history_.next_order = history_.last_order = 1;
  history_.equal = 0;
  history_.started = history_.has_jacobian = false;
  history_.rate = 0;
}

EvalStatus Ndf::renew() {
  const Buffer y = history_.y;
  restart(y.data());
  return EvalStatus::ok;
}

EvalStatus Ndf::derivative(double t, const Buffer& y, Buffer& dydt) {
  const EvalStatus status = evaluate_derivative(problem_, t, y, dydt, counts_);
  fatal_ = fatal_ || status == EvalStatus::fatal;
  return status;
}

// By the larger of the last state and the predicted one.
void Ndf::weigh() {
  for (std::size_t i = 0; i < trial_.size(); ++i)
    trial_[i] = std::max(std::abs(history_.y[i]), std::abs(predicted_[i]));
  tolerated_errors(problem_, tolerances_, trial_.data(), weights_.data());
  for (double& weight : weights_) weight = 1 / weight;
}

double Ndf::norm(const Buffer& x) const {
  return norm_of(tolerances_.norm, x.size(), [&](std::size_t i) { return x[i] * weights_[i]; });
}

EvalStatus Ndf::begin() {
  if (const EvalStatus status = derivative(history_.t, history_.y, rate_); status != EvalStatus::ok)
    return status;
  predicted_ = history_.y;
  weigh();
  double h = tolerances_.first_step;
  if (h <= 0) h = trial_step(norm(history_.y), norm(rate_));
  if (tolerances_.max_step > 0) h = std::min(h, tolerances_.max_step);
  history_.h = history_.next_h = h;
  for (std::size_t i = 0; i < rate_.size(); ++i) history_.differences[0][i] = h * rate_[i];
  history_.started = true;
  return EvalStatus::ok;
}

// Differences of the polynomial through the past at another distance: R(h'/h) U, where U = R(1) is its own
// inverse.
void Ndf::change_step(double h) {
  const double ratio = h / history_.h;
  const std::size_t k = history_.order;
  double r[highest_order][highest_order], u[highest_order][highest_order], both[highest_order][highest_order];
  for (std::size_t j = 0; j < k; ++j) {
    double of_ratio = 1, of_one = 1;
    for (std::size_t i = 0; i < k; ++i) {
      const auto row = static_cast<double>(i + 1), column = static_cast<double>(j + 1);
      r[i][j] = of_ratio *= (row - 1 - column * ratio) / row;
      u[i][j] = of_one *= (row - 1 - column) / row;
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < k; ++j) {
      both[i][j] = 0;
      for (std::size_t m = 0; m < k; ++m) both[i][j] += r[i][m] * u[m][j];
    }
  }
  for (std::size_t c = 0; c < history_.y.size(); ++c) {
    double old[highest_order];
    for (std::size_t i = 0; i < k; ++i) old[i] = history_.differences[i][c];
    for (std::size_t j = 0; j < k; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += old[i] * both[i][j];
      history_.differences[j][c] = sum;
    }
  }
  history_.h = h;
  history_.equal = 0;
  history_.rate = 0;
}

void Ndf::predict() {
  next_time_ = std::min(history_.t + history_.h, stop_);
  const double factor = ndf_leading(history_.order);
  predicted_ = history_.y;
  std::fill(psi_.begin(), psi_.end(), 0.0);
  for (std::size_t j = 0; j < history_.order; ++j) {
    add_scaled(1, history_.differences[j], predicted_);
    add_scaled(factor * ndf_sums[j], history_.differences[j], psi_);
  }
}

EvalStatus Ndf::step() {
  fatal_ = false;
  if (!history_.started) {
    if (const EvalStatus status = begin(); status != EvalStatus::ok) return status;
  }
  if (history_.order != history_.next_order) history_.equal = 0;
  history_.order = history_.next_order;
  double wanted = history_.next_h;
  if (tolerances_.max_step > 0) wanted = std::min(wanted, tolerances_.max_step);
  if (history_.t + wanted > stop_) wanted = stop_ - history_.t;
  if (wanted != history_.h) change_step(wanted);
  fresh_jacobian_ = false;
  for (bool first_error = true;;) {
    predict();
    weigh();
    const Solution solution = solve();
    if (fatal_) return EvalStatus::fatal;
    if (solution != Solution::found) {
      ++counts_.nonlinear_failures;
      if (!shorten(ndf_after_newton)) return EvalStatus::retry;
      continue;
    }
    const double error = norm(difference_) * ndf_error_constant(history_.order);
    if (!(error <= 1)) {
      ++counts_.rejected_steps;
      if (!reject(error, first_error)) return EvalStatus::retry;
      first_error = false;
      continue;
    }
    if (!accept()) {
      if (fatal_) return EvalStatus::fatal;
      if (!shorten(ndf_after_newton)) return EvalStatus::retry;
      continue;
    }
    choose_order(error);
    return EvalStatus::ok;
  }
}

// False when the step no longer advances time.
bool Ndf::shorten(double factor) {
  const double h = factor * history_.h;
  if (!(h > 16 * std::numeric_limits<double>::epsilon() * std::abs(history_.t)) || h < 1e-14) return false;
  change_step(h);
  history_.next_h = h;
  return true;
}

bool Ndf::reject(double error, bool first) {
  if (!first) return shorten(ndf_after_errors);
  double ratio = ndf_shorter(ndf_safety, error, history_.order);
  if (history_.order > 1) {
    change_ = history_.differences[history_.order - 1];
    add_scaled(1, difference_, change_);
    const double below = ndf_shorter(ndf_safety_below, norm(change_) * ndf_error_constant(history_.order - 1),
                                     history_.order - 1);
    if (below > ratio) {
      ratio = std::min(1.0, below);
      --history_.order;
    }
  }
  return shorten(ratio);
}

// difference_ ← the difference of order + 1 that fulfils the formula.
Ndf::Solution Ndf::solve() {
  const double factor = history_.h * ndf_leading(history_.order);
  for (bool renew = !history_.has_jacobian;;) {
    std::fill(difference_.begin(), difference_.end(), 0.0);
    trial_ = predicted_;
    if (derivative(next_time_, trial_, rate_) != EvalStatus::ok) return Solution::failed;
    if (renew && !evaluate_jacobian()) return Solution::failed;
    if (renew || factor != history_.setup_factor) {
      history_.setup_factor = factor;
      history_.rate = 0;
      if (!set_up()) return Solution::failed;
    }
    const Solution solution = iterate();
    if (solution != Solution::too_slow || fresh_jacobian_) return solution;
    renew = true;
  }
}

Ndf::Solution Ndf::iterate() {
  double before = 0;
  for (int iteration = 1;; ++iteration) {
    ++counts_.nonlinear_iterations;
    for (std::size_t i = 0; i < change_.size(); ++i)
      change_[i] = history_.setup_factor * rate_[i] - psi_[i] - difference_[i];
    lu_.solve(change_.data());
    const double size = norm(change_);
    if (!std::isfinite(size)) return Solution::failed;
    add_scaled(1, change_, difference_);
    for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] = predicted_[i] + difference_[i];
    if (size <= 100 * std::numeric_limits<double>::epsilon() * norm(trial_)) return Solution::found;
    if (iteration == 1) {
      if (history_.rate > 0 && size * history_.rate / (1 - history_.rate) <= ndf_first_accuracy)
        return Solution::found;
    } else if (size > ndf_min_contraction * before) {
      return Solution::too_slow;
    } else {
      history_.rate = std::max(ndf_forgetting * history_.rate, size / before);
      const double left = size * history_.rate / (1 - history_.rate);
      if (left <= ndf_accuracy) return Solution::found;
      if (iteration == ndf_max_iterations ||
          left * std::pow(history_.rate, ndf_max_iterations - iteration) > ndf_accuracy)
        return Solution::too_slow;
    }
    before = size;
    if (derivative(next_time_, trial_, rate_) != EvalStatus::ok) return Solution::failed;
  }
}

bool Ndf::set_up() {
  set_newton_matrix(history_.setup_factor, history_.jacobian, problem_.size, matrix_);
  ++counts_.factorisations;
  return lu_.factorise(matrix_.data());
}

bool Ndf::evaluate_jacobian() {
  const EvalStatus status = integrate::evaluate_jacobian(problem_, tolerances_, next_time_, trial_, rate_,
                                                         jacobian_scratch_, history_.jacobian, counts_);
  fatal_ = fatal_ || status == EvalStatus::fatal;
  history_.has_jacobian = fresh_jacobian_ = status == EvalStatus::ok;
  return history_.has_jacobian;
}

// The step becomes history, with the projection of its end. A backward difference of any order has the newest
// value once, so that a projection changes all of them alike.
bool Ndf::accept() {
  const std::size_t k = history_.order;
  if (problem_.project != nullptr) {
    change_ = trial_;
    const EvalStatus status = problem_.project(problem_.user, next_time_, change_.data());
    fatal_ = fatal_ || status == EvalStatus::fatal;
    if (status != EvalStatus::ok) return false;
    for (std::size_t i = 0; i < change_.size(); ++i) change_[i] -= trial_[i];
  } else {
    std::fill(change_.begin(), change_.end(), 0.0);
  }
  for (std::size_t i = 0; i < difference_.size(); ++i)
    history_.differences[k + 1][i] = difference_[i] - history_.differences[k][i];
  history_.differences[k] = difference_;
  for (std::size_t j = k; j-- > 0;) add_scaled(1, history_.differences[j + 1], history_.differences[j]);
  for (std::size_t j = 0; j < k + 2; ++j) add_scaled(1, change_, history_.differences[j]);
  for (std::size_t j = 0; j < k; ++j) history_.of_last[j] = history_.differences[j];
  for (std::size_t i = 0; i < history_.y.size(); ++i) history_.y[i] = trial_[i] + change_[i];
  history_.start = history_.t;
  history_.t = next_time_;
  history_.last_order = k;
  history_.last_h = history_.h;
  ++counts_.steps_of_order[k];
  count_step(history_.h, counts_);
  return true;
}

// After as many equal steps as the differences need, the order that allows the longest step.
void Ndf::choose_order(double error) {
  const std::size_t k = history_.order;
  history_.next_order = k;
  history_.next_h = history_.h;
  if (++history_.equal < k + 2) return;
  double best = ndf_ratio(ndf_bias, error, k);
  if (k > 1) {
    const double below =
        ndf_ratio(ndf_bias_below, norm(history_.differences[k - 1]) * ndf_error_constant(k - 1), k - 1);
    if (below > best) {
      best = below;
      history_.next_order = k - 1;
    }
  }
  if (k < static_cast<std::size_t>(tolerances_.max_order)) {
    const double above =
        ndf_ratio(ndf_bias_above, norm(history_.differences[k + 1]) * ndf_error_constant(k + 1), k + 1);
    if (above > best) {
      best = above;
      history_.next_order = k + 1;
    }
  }
  if (best <= 1) {
    history_.next_order = k;
    return;
  }
  history_.next_h = history_.h * best;
}

void Ndf::interpolate(double t, double* y) const {
  const double s = history_.last_h > 0 ? (t - history_.t) / history_.last_h : 0;
  std::copy(history_.y.begin(), history_.y.end(), y);
  double factor = 1;
  for (std::size_t j = 0; j < history_.last_order; ++j) {
    factor *= (s + static_cast<double>(j)) / static_cast<double>(j + 1);
    for (std::size_t i = 0; i < history_.y.size(); ++i) y[i] += factor * history_.of_last[j][i];
  }
}

void Ndf::save(StateEncoder& encoder) const {
  encoder(counts_, history_, stop_, lu_.pattern());
}

bool Ndf::load(StateDecoder& decoder) {
  std::vector<std::uint8_t> pattern;
  decoder(counts_, history_, stop_, pattern);
  const std::size_t n = problem_.size;
  const auto fits = [n](const Buffer& buffer) { return buffer.size() == n; };
  const auto is_order = [](std::size_t order) { return order >= 1 && order <= highest_order; };
  const bool good = decoder.good() && fits(history_.y) && history_.jacobian.size() == n * n &&
                    pattern.size() == n * n && is_order(history_.order) && is_order(history_.next_order) &&
                    is_order(history_.last_order) &&
                    std::all_of(history_.differences.begin(), history_.differences.end(), fits) &&
                    std::all_of(history_.of_last.begin(), history_.of_last.end(), fits);
  if (!good) return false;
  lu_.set_pattern(pattern);
  if (!history_.has_jacobian || history_.setup_factor == 0) return true;
  set_newton_matrix(history_.setup_factor, history_.jacobian, n, matrix_);
  return lu_.factorise(matrix_.data());
}

}  // namespace flangeway::integrate
