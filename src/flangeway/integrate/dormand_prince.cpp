#include "flangeway/integrate/dormand_prince.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/finite.hpp"

namespace flangeway::integrate {
namespace {

// [DormandPrince1980], as printed in [Hairer1993, table II.5.2]; the last row is also the solution of
// order 5.
constexpr double node[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
constexpr double weight[7][6] = {{},
                                 {1.0 / 5},
                                 {3.0 / 40, 9.0 / 40},
                                 {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                 {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                 {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                 {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
// Order 5 less order 4.
constexpr double error_weight[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// Continuous extension of order 4 [Hairer1993, section II.6].
constexpr double dense_weight[7] = {-12715105075.0 / 11282082432,  0,
                                    87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                    701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                    69997945.0 / 29380423};

// Step control of [Hairer1993, section II.4 and IV.2]: h ← h · safety · error^−a · previous_error^b.
constexpr double safety = 0.9, damping = 0.04, power = 1.0 / 5 - 0.75 * damping;
constexpr double min_factor = 0.2, max_factor = 10;
constexpr double factor_of_failure = 0.25;  // the derivative could not be evaluated somewhere in the step

}  // namespace

void DormandPrince::init(const Problem& problem, double t, const double* y) {
  FLANGEWAY_ASSERT(problem.size > 0 && problem.derivative != nullptr,
                   "the problem has states and a derivative");
  problem_ = problem;
  counts_ = {};
  t_ = t;
  last_ = next_ = 0;
  limit_ = std::numeric_limits<double>::infinity();
  previous_error_ = 1e-4;
  started_ = false;
  for (Buffer& k : k_) k.assign(problem.size, 0.0);
  for (Buffer& d : dense_) d.assign(problem.size, 0.0);
  for (Buffer* buffer : {&trial_, &end_, &tolerated_, &tolerated_end_}) buffer->assign(problem.size, 0.0);
  y_.assign(y, y + problem.size);
  dense_[0] = y_;
}

void DormandPrince::restart(const double* y) {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  std::copy_n(y, y_.size(), y_.begin());
  started_ = false;
}

void DormandPrince::save(StateEncoder& encoder) const {
  walk(encoder, *this);
}

bool DormandPrince::load(StateDecoder& decoder) {
  walk(decoder, *this);
  const auto fits = [this](const Buffer& buffer) { return buffer.size() == problem_.size; };
  return decoder.good() && fits(k_[0]) && fits(y_) && std::all_of(dense_.begin(), dense_.end(), fits);
}

EvalStatus DormandPrince::evaluate(double t, const Buffer& y, Buffer& f) {
  ++counts_.evaluations;
  const EvalStatus status = problem_.derivative(problem_.user, t, y.data(), f.data());
  if (status != EvalStatus::ok) return status;
  return all_finite(f) ? EvalStatus::ok : EvalStatus::retry;
}

// In units of the tolerances.
double DormandPrince::norm(const Buffer& x) const {
  return norm_of(tolerances_.norm, x.size(), [&](std::size_t i) { return x[i] / tolerated_[i]; });
}

EvalStatus DormandPrince::begin() {
  if (const EvalStatus status = evaluate(t_, y_, k_[0]); status != EvalStatus::ok) return status;
  tolerated_errors(problem_, tolerances_, y_.data(), tolerated_.data());
  next_ = tolerances_.first_step > 0 ? tolerances_.first_step : find_first_step();
  started_ = true;
  return EvalStatus::ok;
}

EvalStatus DormandPrince::renew() {
  return evaluate(t_, y_, k_[0]);
}

double DormandPrince::find_first_step() {
  const double of_rate = norm(k_[0]), trial = trial_step(norm(y_), of_rate);
  for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + trial * k_[0][i];
  if (evaluate(t_ + trial, trial_, k_[1]) != EvalStatus::ok) return trial;
  for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = k_[1][i] - k_[0][i];
  return first_step(5, trial, of_rate, norm(trial_) / trial);
}

EvalStatus DormandPrince::attempt(double h) {
  for (std::size_t s = 1; s < stages; ++s) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j) sum += weight[s][j] * k_[j][i];
      trial_[i] = y_[i] + h * sum;
    }
    if (const EvalStatus status = evaluate(t_ + node[s] * h, trial_, k_[s]); status != EvalStatus::ok)
      return status;
  }
  end_ = trial_;
  return all_finite(end_) ? EvalStatus::ok : EvalStatus::retry;
}

double DormandPrince::error_norm(double h) {
  tolerated_errors(problem_, tolerances_, y_.data(), tolerated_.data());
  tolerated_errors(problem_, tolerances_, end_.data(), tolerated_end_.data());
  for (std::size_t i = 0; i < y_.size(); ++i) {
    tolerated_[i] = std::max(tolerated_[i], tolerated_end_[i]);
    double sum = 0;
    for (std::size_t j = 0; j < stages; ++j) sum += error_weight[j] * k_[j][i];
    trial_[i] = h * sum;
  }
  return norm(trial_);
}

// A step that would leave no more than rounding before the limit, too.
bool DormandPrince::ends_at_limit(double h) const {
  return t_ < limit_ && t_ + h * (1 + 1e-9) >= limit_;
}

EvalStatus DormandPrince::step() {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  if (!started_) {
    if (const EvalStatus status = begin(); status != EvalStatus::ok) return status;
  }
  bool rejected = false;
  for (;;) {
    double h = next_;
    if (tolerances_.max_step > 0) h = std::min(h, tolerances_.max_step);
    if (ends_at_limit(h)) h = limit_ - t_;
    if (!(h > 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), 1e-3)))
      return EvalStatus::retry;
    EvalStatus status = attempt(h);
    if (status == EvalStatus::fatal) return status;
    const double error = status == EvalStatus::ok ? error_norm(h) : 0;
    if (status == EvalStatus::ok && error <= 1) {
      status = accept(h, error);
      if (status == EvalStatus::ok && rejected) next_ = std::min(next_, h);
      if (status != EvalStatus::retry) return status;
    }
    rejected = true;
    if (status == EvalStatus::retry || !std::isfinite(error)) {
      ++counts_.failed_attempts;
      next_ = h * factor_of_failure;
    } else {
      ++counts_.rejected_steps;
      next_ = h * std::max(min_factor, safety * std::pow(error, -power));
    }
  }
}

// Projects the end, evaluates there (the next step begins with it), and keeps the data of the interpolation:
// the projected end and its derivative in place of stage 7, so that rows and events see the motion on the
// rails.
EvalStatus DormandPrince::accept(double h, double error) {
  if (problem_.project != nullptr) {
    EvalStatus status = problem_.project(problem_.user, t_ + h, end_.data());
    if (status != EvalStatus::ok) return status;
    if (!all_finite(end_)) return EvalStatus::retry;
    status = evaluate(t_ + h, end_, trial_);
    if (status != EvalStatus::ok) return status;
    std::swap(trial_, k_[6]);
  }
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double change = end_[i] - y_[i], bend = h * k_[0][i] - change;
    double sum = 0;
    for (std::size_t j = 0; j < stages; ++j) sum += dense_weight[j] * k_[j][i];
    dense_[0][i] = y_[i];
    dense_[1][i] = change;
    dense_[2][i] = bend;
    dense_[3][i] = change - h * k_[6][i] - bend;
    dense_[4][i] = h * sum;
  }
  std::swap(y_, end_);
  std::swap(k_[0], k_[6]);
  t_ = ends_at_limit(h) ? limit_ : t_ + h;
  last_ = h;
  count_step(h, counts_);
  error = std::max(error, 1e-10);
  const double factor = safety * std::pow(error, -power) * std::pow(previous_error_, damping);
  next_ = h * std::clamp(factor, min_factor, max_factor);
  previous_error_ = std::max(error, 1e-4);
  return EvalStatus::ok;
}

void DormandPrince::interpolate(double t, double* y) const {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  const double theta = last_ > 0 ? (t - step_start()) / last_ : 0, rest = 1 - theta;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y[i] = dense_[0][i] +
           theta * (dense_[1][i] + rest * (dense_[2][i] + theta * (dense_[3][i] + rest * dense_[4][i])));
  }
}

}  // namespace flangeway::integrate
