#include "flangeway/simulate/advance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace flangeway::simulate {
namespace {

using vehicle_case::IntegratorMethod;

bool is_fixed(IntegratorMethod method) {
  return method == IntegratorMethod::abm4 || method == IntegratorMethod::rk4;
}

integrate::Tolerances tolerances(const vehicle_case::IntegrationSettings& settings) {
  integrate::Tolerances result;
  result.relative = settings.relative_tolerance;
  result.absolute = settings.absolute_tolerance;
  result.max_step = settings.max_step;
  result.first_step = settings.max_step > 0 ? std::min(settings.step, settings.max_step) : settings.step;
  result.max_order = settings.max_order;
  return result;
}

}  // namespace

std::string integrator_text(const vehicle_case::IntegrationSettings& settings) {
  const char* const name = vehicle_case::method_name(settings.method);
  if (is_fixed(settings.method)) {
    return fmt::format(
        "{}, step {} s{}", name, settings.step,
        settings.step_failure == vehicle_case::StepFailure::halve ? ", halved where it fails" : "");
  }
  std::string text = fmt::format("{}, relative tolerance {}, absolute tolerance {}", name,
                                 settings.relative_tolerance, settings.absolute_tolerance);
  if (settings.method == IntegratorMethod::bdf) text += fmt::format(", order up to {}", settings.max_order);
  if (settings.max_step > 0) text += fmt::format(", step up to {} s", settings.max_step);
  return text;
}

Advance::Advance(Simulation& simulation)
    : simulation_(simulation),
      settings_(simulation.model().integration),
      fixed_(is_fixed(settings_.method)),
      step_(settings_.step),
      integrated_(simulation.initial_state().size()),
      rate_(integrated_.size()) {
  const integrate::Problem problem = simulation.problem();
  if (fixed_) {
    stepper_.init(problem,
                  settings_.method == IntegratorMethod::abm4 ? integrate::FixedMethod::abm4
                                                             : integrate::FixedMethod::rk4,
                  step_);
    limit_jump();
  } else if (settings_.method == IntegratorMethod::dormand_prince) {
    dormand_prince_.init(problem, tolerances(settings_), 0, simulation.integrated());
  } else {
    bdf_.init(problem, tolerances(settings_), 0, simulation.integrated());
  }
}

EvalStatus Advance::step() {
  jump_.reset();
  EvalStatus status = EvalStatus::ok;
  if (fixed_) {
    status = fixed_advance();
  } else if (settings_.method == IntegratorMethod::bdf) {
    status = adaptive_advance(bdf_);
  } else {
    if (simulation_.remote() != nullptr) dormand_prince_.limit_end(simulation_.remote()->next());
    status = adaptive_advance(dormand_prince_);
  }
  return status == EvalStatus::ok && simulation_.remote() != nullptr ? exchange() : status;
}

// A step of the vehicle passes one time of the track at most. What it knows of derivatives is that of forces
// which are replaced now: where it has met that time, the newest one is put right, and the older ones are.
EvalStatus Advance::exchange() {
  const double next = simulation_.remote()->next();
  if (next > time_ * (1 + 1e-12)) return EvalStatus::ok;
  interpolate(next, integrated_.data());
  const EvalStatus status = simulation_.exchange(integrated_.data());
  if (status != EvalStatus::ok) return status;
  if (!fixed_) return dormand_prince_.renew();
  if (next > time_ * (1 - 1e-12)) return simulation_.renew(time_, stepper_.newest_derivative());
  stepper_.reset();
  return EvalStatus::ok;
}

template <typename Method>
EvalStatus Advance::adaptive_advance(Method& method) {
  const EvalStatus status = method.step();
  if (status != EvalStatus::ok) return status;
  start_ = method.step_start();
  time_ = method.time();
  simulation_.accept(method.state());
  // Dormand–Prince ends with an evaluation at the accepted state; BDF with one of its Newton iteration.
  const EvalStatus end = settings_.method == IntegratorMethod::bdf ? evaluate_end() : EvalStatus::ok;
  if (end == EvalStatus::ok) simulation_.commit_contacts();
  return end;
}

EvalStatus Advance::evaluate_end() {
  ++looks_;
  return simulation_.derivative(time_, simulation_.state(), rate_.data());
}

double Advance::fixed_time() const {
  return step_ *
         (static_cast<double>(full_) + static_cast<double>(part_) / static_cast<double>(1L << level_));
}

EvalStatus Advance::fixed_advance() {
  if (longer_step_ > 0) stepper_.set_step(longer_step_);  // not before: the last step is still looked at
  longer_step_ = 0;
  for (;;) {
    const EvalStatus status = simulation_.step(stepper_, time_);
    if (status == EvalStatus::ok) break;
    if (stepper_.jump() > stepper_.jump_limit()) jump_ = last_jump();
    if (!halve()) return status;
    jump_.reset();
  }
  start_ = time_;
  if (const Jump jump = last_jump(); jump.size > largest_jump_.size) largest_jump_ = jump;
  if (++part_ == 1L << level_) {
    ++full_;
    part_ = 0;
    lengthen();
  }
  time_ = fixed_time();
  return EvalStatus::ok;
}

Advance::Jump Advance::last_jump() const {
  return {stepper_.jump_component(), stepper_.jump() * Simulation::velocity_unit, stepper_.step_size(),
          time_};
}

void Advance::limit_jump() {
  const bool can_halve = settings_.step_failure == vehicle_case::StepFailure::halve && level_ < max_halvings;
  stepper_.set_jump_limit((can_halve ? jump_to_halve : jump_to_stop) / Simulation::velocity_unit);
}

bool Advance::halve() {
  if (settings_.step_failure != vehicle_case::StepFailure::halve || level_ == max_halvings) return false;
  ++level_;
  ++halvings_;
  part_ *= 2;
  limit_jump();
  stepper_.set_step(step_ / static_cast<double>(1L << level_));
  return true;
}

// At the end of a whole step, and by one level only: twice the step has about four times the jump, which
// shall be a quarter of what fails.
void Advance::lengthen() {
  if (level_ == 0 || 16 * stepper_.jump() > jump_to_halve / Simulation::velocity_unit) return;
  --level_;
  limit_jump();
  longer_step_ = step_ / static_cast<double>(1L << level_);
}

void Advance::interpolate(double t, double* integrated) const {
  if (fixed_) {
    stepper_.interpolate(start_, t, integrated);
  } else if (settings_.method == IntegratorMethod::bdf) {
    bdf_.interpolate(t, integrated);
  } else {
    dormand_prince_.interpolate(t, integrated);
  }
}

EvalStatus Advance::look_at(double t, double* y) {
  ++looks_;
  interpolate(t, integrated_.data());
  return simulation_.look_at(t, integrated_.data(), y);
}

double Advance::place_at(double t, std::size_t place) {
  interpolate(t, integrated_.data());
  return integrated_[place];
}

EvalStatus Advance::return_to_end() {
  return evaluate_end();
}

EvalStatus Advance::cut_short(double t) {
  const EvalStatus status = look_at(t, rate_.data());
  if (status == EvalStatus::ok) std::copy(rate_.begin(), rate_.end(), simulation_.state());
  time_ = t;
  return status;
}

const integrate::StepCounts& Advance::counts() const {
  if (fixed_) return stepper_.counts();
  return settings_.method == IntegratorMethod::bdf ? bdf_.counts() : dormand_prince_.counts();
}

}  // namespace flangeway::simulate
