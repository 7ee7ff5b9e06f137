#include "flangeway/integrate/fixed_steps.hpp"

#include "flangeway/core/assertion.hpp"

namespace flangeway::integrate {

void FixedSteps::init(const Problem& problem, double t, const double* y) {
  *this = FixedSteps(options_);
  problem_ = problem;
  y_.assign(y, y + problem.size);
  start_ = time_ = step_start_ = t;
  stepper_.init(problem, options_.method, options_.step);
  limit_jump();
}

EvalStatus FixedSteps::step() {
  FLANGEWAY_ASSERT(!y_.empty(), "init() comes first");
  failed_.reset();
  if (longer_step_ > 0) stepper_.set_step(longer_step_);  // not before: the last step is still interpolated
  longer_step_ = 0;
  for (;;) {
    const EvalStatus status = stepper_.step(time_, y_.data());
    if (status == EvalStatus::ok) break;
    if (stepper_.jump() > stepper_.jump_limit()) failed_ = last_jump();
    if (!halve()) return status;
    failed_.reset();
  }
  step_start_ = time_;
  if (const Jump jump = last_jump(); jump.size > largest_.size) largest_ = jump;
  if (++part_ == 1L << level_) {
    ++full_;
    part_ = 0;
    lengthen();
  }
  const double steps =
      static_cast<double>(full_) + static_cast<double>(part_) / static_cast<double>(1L << level_);
  time_ = start_ + options_.step * steps;
  return EvalStatus::ok;
}

EvalStatus FixedSteps::renew() {
  if (problem_.renew != nullptr)
    return problem_.renew(problem_.user, time_, y_.data(), stepper_.newest_derivative());
  stepper_.reset();
  return EvalStatus::ok;
}

void FixedSteps::restart(const double* y) {
  std::copy_n(y, y_.size(), y_.begin());
  stepper_.reset();
}

Jump FixedSteps::last_jump() const {
  return {stepper_.jump_component(), stepper_.jump(), stepper_.step_size(), time_};
}

double FixedSteps::length(int level) const {
  FLANGEWAY_ASSERT(level >= 0 && level < 62, "steps are halved fewer times than a long has bits");
  return options_.step / static_cast<double>(1L << level);
}

void FixedSteps::limit_jump() {
  stepper_.set_jump_limit(level_ < options_.max_halvings ? options_.jump_to_halve : options_.jump_to_fail);
}

bool FixedSteps::halve() {
  if (level_ >= options_.max_halvings) return false;
  ++level_;
  ++halvings_;
  part_ *= 2;
  limit_jump();
  stepper_.set_step(length(level_));
  return true;
}

// At the end of a whole step, and by one level only: twice the step has about four times the jump, which
// shall be a quarter of what fails.
void FixedSteps::lengthen() {
  if (level_ == 0 || 16 * stepper_.jump() > options_.jump_to_halve) return;
  --level_;
  limit_jump();
  longer_step_ = length(level_);
}

const StepCounts& FixedSteps::counts() const {
  counts_ = stepper_.counts();
  counts_.halvings = halvings_;
  return counts_;
}

void FixedSteps::save(StateEncoder& encoder) const {
  walk(encoder, *this);
  stepper_.save(encoder);
}

bool FixedSteps::load(StateDecoder& decoder) {
  walk(decoder, *this);
  const bool good =
      decoder.good() && y_.size() == problem_.size && level_ >= 0 && level_ <= options_.max_halvings;
  return stepper_.load(decoder) && good;
}

}  // namespace flangeway::integrate
