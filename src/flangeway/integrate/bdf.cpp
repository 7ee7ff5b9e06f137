#include "flangeway/integrate/bdf.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

// Constants of the control of order and step: [Hindmarsh2005, section 2.1].
namespace flangeway::integrate {
namespace {

constexpr double bias_below = 6, bias = 6, bias_above = 10, addition = 1e-6;
constexpr double first_growth = 1e4, growth = 10, least_growth = 1.5;  // of a step to the next
constexpr double after_error = 0.1, after_errors = 0.2, after_failure = 0.25;
constexpr unsigned max_errors = 7, errors_before_lower_order = 3, errors_before_shorter = 2,
                   max_failures = 10;
constexpr std::size_t wait_after_restart = 10;

void add(double factor, const std::vector<double>& x, std::vector<double>& to) {
  for (std::size_t i = 0; i < x.size(); ++i) to[i] += factor * x[i];
}

double ratio_for(double bias_of_order, double error, std::size_t order_plus_one) {
  return 1 / (std::pow(bias_of_order * error, 1 / static_cast<double>(order_plus_one)) + addition);
}

}  // namespace

void Bdf::init(const Problem& problem, double t, const double* y) {
  FLANGEWAY_ASSERT(problem.size > 0 && problem.derivative != nullptr,
                   "the problem has states and a derivative");
  problem_ = problem;
  counts_ = {};
  h_ = {};
  h_.t = h_.start = t;
  h_.jacobian.assign(problem.size * problem.size, 0.0);
  for (Buffer& column : h_.columns) column.assign(problem.size, 0.0);
  for (Buffer* buffer : {&weights_, &trial_, &rate_, &difference_, &change_, &projection_})
    buffer->assign(problem.size, 0.0);
  resize(problem.size, jacobian_scratch_);
  matrix_.assign(problem.size * problem.size, 0.0);
  y_.assign(y, y + problem.size);
  h_.columns[0] = y_;
  fatal_ = false;
  lu_.init(problem.size);
}

void Bdf::restart(const double* y) {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  std::copy_n(y, y_.size(), y_.begin());
  const double t = h_.t;
  h_ = {.t = t, .start = t, .columns = std::move(h_.columns), .jacobian = std::move(h_.jacobian)};
  h_.columns[0] = y_;
}

EvalStatus Bdf::renew() {
  restart(y_.data());
  return EvalStatus::ok;
}

EvalStatus Bdf::derivative(double t, const Buffer& y, Buffer& dydt) {
  const EvalStatus status = evaluate_derivative(problem_, t, y, dydt, counts_);
  fatal_ = fatal_ || status == EvalStatus::fatal;
  return status;
}

void Bdf::weigh(const Buffer& y) {
  tolerated_errors(problem_, tolerances_, y.data(), weights_.data());
  for (double& weight : weights_) weight = 1 / weight;
}

// In units of the tolerances.
double Bdf::norm(const Buffer& x) const {
  return norm_of(tolerances_.norm, x.size(), [&](std::size_t i) { return x[i] * weights_[i]; });
}

bool Bdf::resolves_rounding() const {
  return std::numeric_limits<double>::epsilon() * norm(h_.columns[0]) <= 1;
}

EvalStatus Bdf::begin() {
  const EvalStatus status = derivative(h_.t, h_.columns[0], h_.columns[1]);
  if (status != EvalStatus::ok) return status;
  weigh(h_.columns[0]);
  double h = tolerances_.first_step > 0 ? tolerances_.first_step : find_first_step();
  if (tolerances_.max_step > 0) h = std::min(h, tolerances_.max_step);
  if (h_.t + h > stop_) h = stop_ - h_.t;
  for (double& value : h_.columns[1]) value *= h;
  h_.h = h_.next_h = h;
  h_.max_ratio = first_growth;
  h_.started = true;
  return EvalStatus::ok;
}

double Bdf::find_first_step() {
  const double of_rate = norm(h_.columns[1]), trial = trial_step(norm(h_.columns[0]), of_rate);
  trial_ = h_.columns[0];
  add(trial, h_.columns[1], trial_);
  if (derivative(h_.t + trial, trial_, rate_) != EvalStatus::ok) return trial;
  for (std::size_t i = 0; i < rate_.size(); ++i) rate_[i] -= h_.columns[1][i];
  const double of_second_rate = norm(rate_) / trial;
  // A quarter of the tolerated error, which h²/2 |y''| is of.
  return of_second_rate > 0 ? std::min(100 * trial, std::sqrt(0.5 / of_second_rate)) : 100 * trial;
}

EvalStatus Bdf::step() {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  EvalStatus status = h_.started ? EvalStatus::ok : begin();
  if (status == EvalStatus::ok) status = advance();
  if (status == EvalStatus::ok) return status;
  return fatal_ ? EvalStatus::fatal : EvalStatus::retry;
}

EvalStatus Bdf::advance() {
  weigh(h_.columns[0]);
  const bool sound = std::all_of(weights_.begin(), weights_.end(), [](double w) { return std::isfinite(w); });
  if (!sound || !resolves_rounding()) return EvalStatus::retry;
  if (h_.steps_made > 0 && h_.next_h != h_.h) adjust();
  if (h_.t + h_.h > stop_) {
    h_.ratio = (stop_ - h_.t) / h_.h;
    rescale();
  }
  const double t = h_.t;
  newton_failures_ = projection_failures_ = error_failures_ = 0;
  Attempt kind = Attempt::first;
  Outcome outcome = Outcome::again;
  while (outcome == Outcome::again) outcome = attempt(kind, t);
  if (outcome != Outcome::done) return EvalStatus::retry;
  complete();
  prepare();
  h_.max_ratio = growth;
  h_.start = h_.t - h_.h;
  y_ = h_.columns[0];
  ++counts_.steps_of_order[h_.order];
  count_step(h_.h, counts_);
  return EvalStatus::ok;
}

Bdf::Outcome Bdf::attempt(Attempt& kind, double t) {
  predict();
  c_ = bdf_coefficients(h_.order, h_.h, h_.steps, h_.wait == 1);
  gamma_ = h_.h * (1 / c_.correction[1]);
  if (h_.steps_made == 0) h_.setup_gamma = gamma_;
  gamma_ratio_ = h_.steps_made > 0 ? gamma_ / h_.setup_gamma : 1;
  if (!solve(kind)) return shorten(kind, t, Attempt::after_newton);
  projected_ = problem_.project != nullptr;
  if (projected_ && !project()) return shorten(kind, t, Attempt::after_projection);
  return test_error(kind, t);
}

void Bdf::adjust() {
  if (h_.next_order != h_.order) {
    change_order();
    h_.order = h_.next_order;
    h_.wait = h_.order + 1;
  }
  rescale();
}

void Bdf::change_order() {
  const std::size_t q = h_.order;
  if (h_.next_order > q) {
    double first = 0;
    const BdfPolynomial by = bdf_raise(q, h_.h, h_.steps, first);
    const Buffer& kept = h_.columns[static_cast<std::size_t>(tolerances_.max_order)];
    for (std::size_t i = 0; i < kept.size(); ++i) h_.columns[q + 1][i] = first * kept[i];
    for (std::size_t j = 2; j <= q; ++j) add(by[j], h_.columns[q + 1], h_.columns[j]);
  } else if (q > 2) {
    const BdfPolynomial by = bdf_lower(q, h_.h, h_.steps);
    for (std::size_t j = 2; j < q; ++j) add(-by[j], h_.columns[q], h_.columns[j]);
  }
}

void Bdf::rescale() {
  double factor = 1;
  for (std::size_t j = 1; j <= h_.order; ++j) {
    factor = j == 1 ? h_.ratio : h_.ratio * factor;
    for (double& value : h_.columns[j]) value *= factor;
  }
  h_.h *= h_.ratio;
}

void Bdf::predict() {
  h_.t += h_.h;
  if (h_.t > stop_) h_.t = stop_;
  for (std::size_t k = 1; k <= h_.order; ++k)
    for (std::size_t j = h_.order; j >= k; --j) add(1, h_.columns[j], h_.columns[j - 1]);
}

void Bdf::undo(double t) {
  h_.t = t;
  for (std::size_t k = 1; k <= h_.order; ++k)
    for (std::size_t j = h_.order; j >= k; --j) add(-1, h_.columns[j], h_.columns[j - 1]);
}

// After a step that could not be solved or projected.
Bdf::Outcome Bdf::shorten(Attempt& kind, double t, Attempt cause) {
  undo(t);
  unsigned& failures = cause == Attempt::after_newton ? newton_failures_ : projection_failures_;
  h_.max_ratio = 1;
  if (fatal_ || ++failures == max_failures) return Outcome::failed;
  h_.ratio = after_failure;
  rescale();
  kind = cause;
  return Outcome::again;
}

Bdf::Outcome Bdf::test_error(Attempt& kind, double t) {
  error_ = difference_norm_ * c_.error;
  if (error_ <= 1) return Outcome::done;
  ++counts_.rejected_steps;
  ++error_failures_;
  undo(t);
  if (error_failures_ == max_errors) return Outcome::failed;
  h_.max_ratio = 1;
  kind = Attempt::after_error;
  h_.ratio = after_error;
  if (error_failures_ <= errors_before_lower_order) {
    h_.ratio = std::max(after_error, ratio_for(bias, error_, h_.order + 1));
    if (error_failures_ >= errors_before_shorter) h_.ratio = std::min(h_.ratio, after_errors);
  } else if (h_.order > 1) {
    h_.next_order = h_.order - 1;
    change_order();
    h_.wait = h_.order--;
  } else {
    return begin_again() ? Outcome::again : Outcome::failed;
  }
  rescale();
  return Outcome::again;
}

// With order 1 and the derivative of now.
bool Bdf::begin_again() {
  h_.h *= h_.ratio;
  h_.wait = wait_after_restart;
  if (derivative(h_.t, h_.columns[0], rate_) != EvalStatus::ok) return false;
  for (std::size_t i = 0; i < rate_.size(); ++i) h_.columns[1][i] = h_.h * rate_[i];
  return true;
}

void Bdf::complete() {
  ++h_.steps_made;
  for (std::size_t i = h_.order; i >= 2; --i) h_.steps[i] = h_.steps[i - 1];
  if (h_.order == 1 && h_.steps_made > 1) h_.steps[2] = h_.steps[1];
  h_.steps[1] = h_.h;
  for (std::size_t j = 0; j <= h_.order; ++j) add(c_.correction[j], difference_, h_.columns[j]);
  for (std::size_t j = 0; projected_ && j <= h_.order; ++j) add(c_.projection[j], projection_, h_.columns[j]);
  const auto highest = static_cast<std::size_t>(tolerances_.max_order);
  if (--h_.wait == 1 && h_.order != highest) {
    h_.columns[highest] = difference_;
    h_.high_derivative = c_.high_derivative;
  }
}

void Bdf::prepare() {
  h_.next_order = h_.order;
  if (h_.max_ratio == 1) {
    h_.wait = std::max<std::size_t>(h_.wait, 2);
    h_.next_h = h_.h;
    h_.ratio = 1;
    return;
  }
  h_.ratio = ratio_for(bias, error_, h_.order + 1);
  if (h_.wait == 0) choose_order();
  limit_ratio();
}

// The order that allows the longest step; of equal ones this, then the one below.
void Bdf::choose_order() {
  const std::size_t q = h_.order, highest = static_cast<std::size_t>(tolerances_.max_order);
  const double same = h_.ratio;
  double below = 0, above = 0;
  h_.wait = 2;
  if (q > 1) below = ratio_for(bias_below, norm(h_.columns[q]) * c_.error_below, q);
  if (q != highest && h_.high_derivative != 0) {
    const double steps = h_.h / h_.steps[2];
    double power = 1;
    for (std::size_t i = 0; i <= q; ++i) power *= steps;
    const double share = c_.high_derivative / h_.high_derivative * power;
    for (std::size_t i = 0; i < change_.size(); ++i)
      change_[i] = -share * h_.columns[highest][i] + difference_[i];
    above = ratio_for(bias_above, norm(change_) * c_.error_above, q + 2);
  }
  const double best = std::max(below, std::max(same, above));
  if (best < least_growth) {
    h_.ratio = 1;
  } else if (best == same) {
    h_.ratio = same;
  } else if (best == below) {
    h_.ratio = below;
    h_.next_order = q - 1;
  } else {
    h_.ratio = above;
    h_.next_order = q + 1;
    h_.columns[highest] = difference_;
  }
}

void Bdf::limit_ratio() {
  if (h_.ratio < least_growth) {
    h_.ratio = 1;
    h_.next_h = h_.h;
    return;
  }
  h_.ratio = std::min(h_.ratio, h_.max_ratio);
  if (tolerances_.max_step > 0)
    h_.ratio /= std::max(1.0, std::abs(h_.h) * (1 / tolerances_.max_step) * h_.ratio);
  h_.next_h = h_.h * h_.ratio;
}

void Bdf::interpolate(double t, double* y) const {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  const double s = (t - h_.t) / h_.h;
  for (std::size_t j = h_.order + 1; j-- > 0;) {
    double power = 1;
    for (std::size_t i = 0; i < j; ++i) power *= s;
    const Buffer& column = h_.columns[j];
    for (std::size_t i = 0; i < column.size(); ++i)
      y[i] = j == h_.order ? power * column[i] : y[i] + power * column[i];
  }
}

void Bdf::save(StateEncoder& encoder) const {
  encoder(counts_, h_, y_, stop_, lu_.pattern());
}

bool Bdf::load(StateDecoder& decoder) {
  std::vector<std::uint8_t> pattern;
  decoder(counts_, h_, y_, stop_, pattern);
  const std::size_t n = problem_.size;
  const bool good =
      decoder.good() && y_.size() == n && h_.jacobian.size() == n * n && pattern.size() == n * n &&
      h_.order >= 1 && h_.order <= highest_order && h_.next_order <= highest_order &&
      std::all_of(h_.columns.begin(), h_.columns.end(), [n](const Buffer& c) { return c.size() == n; });
  if (!good) return false;
  lu_.set_pattern(pattern);
  if (h_.steps_made == 0) return true;
  set_newton_matrix(h_.setup_gamma, h_.jacobian, n, matrix_);
  return lu_.factorise(matrix_.data());
}

}  // namespace flangeway::integrate
