#include "flangeway/simulate/simulation.hpp"

#include <algorithm>

#include "flangeway/simulate/initial_state.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/surface_tolerance.hpp"

namespace flangeway::simulate {

namespace {

bool same_shape(const control::State& a, const control::State& b) {
  const auto same_size = [](const auto& x, const auto& y) { return x.size() == y.size(); };
  return same_size(a.commands, b.commands) && same_size(a.samples, b.samples) &&
         std::equal(a.memory.begin(), a.memory.end(), b.memory.begin(), b.memory.end(), same_size);
}

}  // namespace

Simulation::Simulation(const vehicle_case::CaseModel& model, RemoteContact* remote)
    : state_(nominal_state(model)),
      equations_(model, state_, remote),
      coordinates_(model),
      jacobian_(model),
      scale_(error_scale(model.vehicle.bodies)) {
  if (model.mass_spring) set_rail_scale(*model.mass_spring, model.contact.wheelsets.size(), scale_);
  if (model.roller_rig) set_roller_scale(*model.roller_rig, scale_);
  if (takes_past_steps(model.integration.method)) tighten_surfaces(model.vehicle.bodies, scale_);
  find_initial_state(equations_, state_);
  scratch_ = rate_ = integrated_ = state_.y;
  coordinates_.to_integration(integrated_.data());
}

void Simulation::accept(double t, const double* integrated) {
  state_.time = t;
  std::copy_n(integrated, state_.y.size(), state_.y.begin());
  coordinates_.to_state(state_.y.data());
}

void Simulation::integrated_state(double* integrated) const {
  std::copy(state_.y.begin(), state_.y.end(), integrated);
  coordinates_.to_integration(integrated);
}

void Simulation::to_state(Eigen::VectorXcd& direction) const {
  Eigen::VectorXd real = direction.real(), imaginary = direction.imag();
  coordinates_.to_state(real.data());
  coordinates_.to_state(imaginary.data());
  direction.real() = real, direction.imag() = imaginary;
}

bool Simulation::end_step() {
  equations_.commit();
  return equations_.lift_and_land();
}

EvalStatus Simulation::restart() {
  const EvalStatus landed = equations_.put_on_rails(state_.time, state_.y.data());
  if (landed != EvalStatus::ok) return landed;
  integrated_ = state_.y;
  coordinates_.to_integration(integrated_.data());
  return derivative(state_.time, state_.y.data(), rate_.data());
}

EvalStatus Simulation::look_at(double t, const double* integrated, double* y) {
  std::copy_n(integrated, state_.y.size(), y);
  coordinates_.to_state(y);
  const EvalStatus status = equations_.look(t, y);
  return status == EvalStatus::ok ? derivative(t, y, rate_.data()) : status;
}

EvalStatus Simulation::exchange(const double* integrated) {
  std::copy_n(integrated, state_.y.size(), scratch_.data());
  coordinates_.to_state(scratch_.data());
  return equations_.exchange(scratch_.data());
}

integrate::Problem Simulation::problem() {
  integrate::Problem problem;
  problem.size = state_.y.size();
  problem.user = this;
  problem.scale = scale_.data();
  problem.derivative = [](void* user, double t, const double* y, double* dydt) {
    auto& self = *static_cast<Simulation*>(user);
    std::copy_n(y, self.scratch_.size(), self.scratch_.begin());
    self.coordinates_.to_state(self.scratch_.data());
    const EvalStatus status = self.derivative(t, self.scratch_.data(), dydt);
    self.coordinates_.to_integration(dydt);
    return status;
  };
  problem.project = [](void* user, double t, double* y) {
    auto& self = *static_cast<Simulation*>(user);
    self.coordinates_.to_state(y);
    const EvalStatus status = self.project(t, y);
    self.coordinates_.to_integration(y);
    return status;
  };
  problem.damping = [](void* user, double, const double*, double* rate) {
    auto& self = *static_cast<Simulation*>(user);
    self.equations_.damping(rate);
    self.coordinates_.transform_damping(rate);
  };
  problem.jacobian = [](void* user, double t, const double* y, const double* dydt, double* matrix,
                        std::uint64_t* evaluations) {
    auto& self = *static_cast<Simulation*>(user);
    std::copy_n(y, self.scratch_.size(), self.scratch_.begin());
    std::copy_n(dydt, self.rate_.size(), self.rate_.begin());
    self.coordinates_.to_state(self.scratch_.data());
    self.coordinates_.to_state(self.rate_.data());
    const EvalStatus status = self.jacobian_.evaluate(self.equations_, t, self.scratch_.data(),
                                                      self.rate_.data(), matrix, evaluations);
    self.coordinates_.transform_jacobian(matrix);
    return status;
  };
  problem.renew = [](void* user, double t, const double*, double* dydt) {
    auto& self = *static_cast<Simulation*>(user);
    self.coordinates_.to_state(dydt);
    const EvalStatus status = self.equations_.renew(t, self.state_.y.data(), dydt);
    self.coordinates_.to_integration(dydt);
    return status;
  };
  return problem;
}

void Simulation::save(StateEncoder& encoder) const {
  encoder(state_);
  if (const FlexibleTrack* track = equations_.track()) track->save(encoder);
  if (const RemoteForces* forces = equations_.remote()) forces->save(encoder, contacts());
}

bool Simulation::load(StateDecoder& decoder) {
  const std::size_t size = state_.y.size(), reactions = state_.joints.reactions.size();
  const control::State control = state_.control;
  decoder(state_);
  const bool fits = decoder.good() && state_.y.size() == size &&
                    state_.joints.reactions.size() == reactions && same_shape(state_.control, control) &&
                    state_.contact.wheelsets.size() == model().contact.wheelsets.size();
  FlexibleTrack* const track = equations_.track();
  RemoteForces* const remote = equations_.remote();
  return fits && (track == nullptr || track->load(decoder)) &&
         (remote == nullptr || remote->load(decoder, equations_.workspace().contacts));
}

}  // namespace flangeway::simulate
