#include "flangeway/integrate/fixed_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/finite.hpp"
#include "flangeway/core/vectorized.hpp"

namespace flangeway::integrate {
namespace {

// Not part of the functions compiled for a processor: the weights have the same bits on each.
[[gnu::noinline]] void set_adams(double z, fw_weights& weights) {
  fw_set_adams(z, &weights);
}
[[gnu::noinline]] void set_runge_kutta(double z, fw_weights& weights) {
  fw_set_runge_kutta(z, &weights);
}

}  // namespace

void FixedStepper::init(const Problem& problem, FixedMethod method, double step) {
  FLANGEWAY_ASSERT(problem.size > 0 && problem.derivative != nullptr,
                   "the problem has states and a derivative");
  problem_ = problem;
  method_ = method;
  counts_ = {};
  jump_ = jump_limit_ = 0;
  jump_component_ = 0;
  const std::size_t n = problem.size;
  for (Buffer* buffer : {&rate_, &next_, &next_f_, &k2_, &k3_, &k4_, &a_, &b_, &c_}) buffer->assign(n, 0.0);
  for (Buffer& buffer : past_y_) buffer.assign(n, 0.0);
  for (Buffer& buffer : past_f_) buffer.assign(n, 0.0);
  stiff_.assign(n, 0);
  weights_.resize(n);
  set_step(step);
}

void FixedStepper::set_step(double step) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  h_ = step;
  stiff_count_ = 0;
  reset();
  forget_weights();  // they belong to a step size
}

bool FixedStepper::load(StateDecoder& decoder) {
  walk(decoder, *this);
  const auto fits = [this](const Buffer& buffer) { return buffer.size() == problem_.size; };
  const bool good = decoder.good() && h_ > 0 && history_ <= past_f_.size() &&
                    std::all_of(past_y_.begin(), past_y_.end(), fits) &&
                    std::all_of(past_f_.begin(), past_f_.end(), fits);
  stiff_count_ = 0;
  forget_weights();
  return good;
}

void FixedStepper::forget_weights() {
  std::fill(weights_.begin(), weights_.end(), fw_weights{});
}

void FixedStepper::reset() {
  history_ = 0;
  // The start needs the Runge–Kutta weights, which later steps of ABM4 do not keep up to date.
  if (method_ == FixedMethod::abm4) forget_weights();
}

EvalStatus FixedStepper::step(double t, double* y) {
  FLANGEWAY_ASSERT(h_ > 0, "init() comes first");
  jump_ = 0;
  const EvalStatus status = advance(t, y);
  if (status == EvalStatus::ok) {
    commit(y);
    count_step(h_, counts_);
  } else {
    ++counts_.failed_steps;
  }
  return status;
}

EvalStatus FixedStepper::advance(double t, const double* y) {
  if (history_ == 0) {
    std::copy_n(y, problem_.size, past_y_[0].data());
    const EvalStatus status = evaluate(t, past_y_[0], past_f_[0].data());
    if (status != EvalStatus::ok) return status;
    history_ = 1;
  }
  FLANGEWAY_ASSERT(std::equal(y, y + problem_.size, past_y_[0].begin()), "reset() follows a change of y");
  if (const EvalStatus status = find_stiff(t, y); status != EvalStatus::ok) return status;
  const bool start = method_ == FixedMethod::rk4 || history_ < past_f_.size();
  const EvalStatus status = start ? runge_kutta(t) : adams(t);
  return status == EvalStatus::ok ? finish(t + h_) : status;
}

FLANGEWAY_VECTORIZED
EvalStatus FixedStepper::evaluate(double t, const Buffer& y, double* dydt) {
  ++counts_.evaluations;
  const EvalStatus status = problem_.derivative(problem_.user, t, y.data(), dydt);
  if (status != EvalStatus::ok) return status;
  return all_finite({dydt, problem_.size}) ? EvalStatus::ok : EvalStatus::fatal;
}

FLANGEWAY_VECTORIZED
EvalStatus FixedStepper::find_stiff(double t, const double* y) {
  if (problem_.damping == nullptr) return EvalStatus::ok;
  std::fill(rate_.begin(), rate_.end(), 0.0);
  problem_.damping(problem_.user, t, y, rate_.data());
  if (!all_finite(rate_)) return EvalStatus::fatal;
  std::size_t count = 0;
  for (std::size_t i = 0; i < rate_.size(); ++i) {
    if (!(rate_[i] > 0)) continue;
    stiff_[count] = i;
    fw_weights& w = weights_[count++];
    if (w.rate == rate_[i]) continue;  // weights depend on the rate alone
    w.rate = rate_[i];
    if (method_ == FixedMethod::abm4) set_adams(w.rate * h_, w);
    if (method_ == FixedMethod::rk4 || history_ < past_f_.size()) set_runge_kutta(w.rate * h_, w);
  }
  stiff_count_ = count;
  return EvalStatus::ok;
}

// Both methods go from y and f of the newest point.
EvalStatus FixedStepper::runge_kutta(double t) {
  const std::size_t n = problem_.size;
  const double h = h_, *y = past_y_[0].data(), *k1 = past_f_[0].data();
  double *a = a_.data(), *b = b_.data(), *c = c_.data(), *k2 = k2_.data(), *k3 = k3_.data(), *k4 = k4_.data();
  const double *const states[4] = {y, a, b, c}, *const slopes[4] = {k1, k2, k3, k4};
  const fw_stiff stiff = this->stiff();
  fw_runge_kutta_a(n, h, &stiff, y, k1, a);
  if (const EvalStatus status = evaluate(t + h / 2, a_, k2); status != EvalStatus::ok) return status;
  fw_runge_kutta_b(n, h, &stiff, y, k1, a, k2, b);
  if (const EvalStatus status = evaluate(t + h / 2, b_, k3); status != EvalStatus::ok) return status;
  fw_runge_kutta_c(n, h, &stiff, y, k1, b, k3, c);
  if (const EvalStatus status = evaluate(t + h, c_, k4); status != EvalStatus::ok) return status;
  fw_runge_kutta_end(n, h, &stiff, states, slopes, next_.data());
  return EvalStatus::ok;
}

// Predict, evaluate, correct; finish() evaluates again.
FLANGEWAY_VECTORIZED
EvalStatus FixedStepper::adams(double t) {
  const double* const y[4] = {past_y_[0].data(), past_y_[1].data(), past_y_[2].data(), past_y_[3].data()};
  const double* const f[4] = {past_f_[0].data(), past_f_[1].data(), past_f_[2].data(), past_f_[3].data()};
  const fw_stiff stiff = this->stiff();
  fw_adams_predict(problem_.size, h_, &stiff, y, f, next_.data());
  if (const EvalStatus status = evaluate(t + h_, next_, next_f_.data()); status != EvalStatus::ok)
    return status;
  fw_adams_correct(problem_.size, h_, &stiff, y, f, next_f_.data(), a_.data(), next_.data());
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
EvalStatus FixedStepper::finish(double t) {
  if (problem_.project != nullptr) {
    const EvalStatus status = problem_.project(problem_.user, t, next_.data());
    if (status != EvalStatus::ok) return status;
  }
  if (!all_finite(next_)) return EvalStatus::fatal;
  const EvalStatus status = evaluate(t, next_, next_f_.data());
  return status == EvalStatus::ok && jumps() ? EvalStatus::retry : status;
}

bool FixedStepper::jumps() {
  if (!(jump_limit_ > 0)) return false;
  const Buffer &y = past_y_[0], &f = past_f_[0];
  for (std::size_t i = 0; i < f.size(); ++i) a_[i] = next_f_[i] - f[i];
  for (std::size_t s = 0; s < stiff_count_; ++s) {
    double& change = a_[stiff_[s]];
    change += weights_[s].rate * (next_[stiff_[s]] - y[stiff_[s]]);
    // One that reaches its equilibrium within the step moves as far as that does.
    if (const double z = weights_[s].rate * h_; fw_is_quasi_static(z)) change /= z;
  }
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double change = h_ * std::abs(a_[i]) / (problem_.scale == nullptr ? 1 : problem_.scale[i].unit);
    if (change > jump_) jump_ = change, jump_component_ = i;
  }
  return jump_ > jump_limit_;
}

void FixedStepper::interpolate(double start, double t, double* y) const {
  const double x = (t - start) / h_, rest = 1 - x;
  const Buffer &y0 = past_y_[1], &y1 = past_y_[0], &f0 = past_f_[1], &f1 = past_f_[0];
  const double a = rest * rest * (1 + 2 * x), b = x * x * (3 - 2 * x), c = h_ * x * rest * rest,
               d = -h_ * x * x * rest;
  for (std::size_t i = 0; i < y0.size(); ++i) y[i] = a * y0[i] + b * y1[i] + c * f0[i] + d * f1[i];
}

void FixedStepper::commit(double* y) {
  std::copy(next_.begin(), next_.end(), y);
  std::rotate(past_y_.begin(), past_y_.end() - 1, past_y_.end());
  std::rotate(past_f_.begin(), past_f_.end() - 1, past_f_.end());
  std::swap(past_y_[0], next_);
  std::swap(past_f_[0], next_f_);
  history_ = std::min(history_ + 1, past_f_.size());
}

}  // namespace flangeway::integrate
