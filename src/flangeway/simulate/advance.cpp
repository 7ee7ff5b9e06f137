#include "flangeway/simulate/advance.hpp"

#include <algorithm>

#include "flangeway/simulate/steppers.hpp"

namespace flangeway::simulate {
namespace {

// A jump in units of ErrorScale as a velocity.
Advance::Jump as_velocity(Advance::Jump jump) {
  jump.size *= velocity_unit;
  return jump;
}

}  // namespace

Advance::Advance(Simulation& simulation)
    : Advance(simulation, make_stepper(simulation.model().integration)) {}

Advance::Advance(Simulation& simulation, std::unique_ptr<integrate::Stepper> stepper)
    : simulation_(simulation),
      stepper_(std::move(stepper)),
      integrated_(simulation.state().y.size()),
      rate_(integrated_.size()) {
  stepper_->init(simulation.problem(), 0, simulation.integrated());
}

EvalStatus Advance::step() {
  if (const RemoteForces* remote = simulation_.remote()) {
    stepper_->set_stop_time(remote->next());
  } else {
    stepper_->set_stop_time(stop_);
  }
  EvalStatus status = stepper_->step();
  if (status != EvalStatus::ok) return status;
  time_ = stepper_->time();
  simulation_.accept(time_, stepper_->state());
  if (!stepper_->evaluates_end()) status = evaluate_end();
  if (status != EvalStatus::ok) return status;
  if (simulation_.end_step()) {
    status = simulation_.restart();
    if (status != EvalStatus::ok) return status;
    stepper_->restart(simulation_.integrated());
  }
  if (!stepper_->adaptive()) simulation_.equations().update_damping();
  return simulation_.remote() != nullptr ? exchange() : EvalStatus::ok;
}

EvalStatus Advance::restart() {
  simulation_.integrated_state(integrated_.data());
  stepper_->restart(integrated_.data());
  return evaluate_end();
}

// A step of the vehicle passes at most one time of the track. The derivatives in its history belong to the
// forces before. Where the step ends at that time, only the newest derivative has to be renewed.
EvalStatus Advance::exchange() {
  const double next = simulation_.remote()->next();
  if (next > time_ * (1 + 1e-12)) return EvalStatus::ok;
  stepper_->interpolate(next, integrated_.data());
  const EvalStatus status = simulation_.exchange(integrated_.data());
  if (status != EvalStatus::ok) return status;
  if (next > time_ * (1 - 1e-12)) return stepper_->renew();
  stepper_->restart(stepper_->state());
  return EvalStatus::ok;
}

EvalStatus Advance::evaluate_end() {
  ++looks_;
  return simulation_.derivative(time_, simulation_.state().y.data(), rate_.data());
}

std::optional<Advance::Jump> Advance::jump() const {
  const std::optional<Jump> jump = stepper_->failed_jump();
  return jump ? std::optional(as_velocity(*jump)) : std::nullopt;
}

Advance::Jump Advance::largest_jump() const {
  return as_velocity(stepper_->largest_jump());
}

EvalStatus Advance::look_at(double t, double* y) {
  ++looks_;
  stepper_->interpolate(t, integrated_.data());
  return simulation_.look_at(t, integrated_.data(), y);
}

double Advance::place_at(double t, std::size_t place) {
  stepper_->interpolate(t, integrated_.data());
  return integrated_[place];
}

EvalStatus Advance::return_to_end() {
  return evaluate_end();
}

EvalStatus Advance::cut_short(double t) {
  const EvalStatus status = look_at(t, rate_.data());
  if (status == EvalStatus::ok) simulation_.state().y = rate_;
  time_ = simulation_.state().time = t;
  return status;
}

double Advance::fixed_step() const {
  return adaptive() ? 0 : simulation_.model().integration.step;
}

void Advance::save(StateEncoder& encoder) const {
  encoder(time_, looks_);
  stepper_->save(encoder);
}

bool Advance::load(StateDecoder& decoder) {
  decoder(time_, looks_);
  return stepper_->load(decoder);
}

}  // namespace flangeway::simulate
