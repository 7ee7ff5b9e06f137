#include "flangeway/simulate/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/pair_table.hpp"

namespace flangeway::simulate {
namespace {

constexpr auto held = math::TableEnds::held;  // speed and torque keep their first and last values

}  // namespace

Simulation::Simulation(const vehicle_case::CaseModel& model, RemoteContact* remote)
    : model_(model),
      bodies_(multibody::make_workspace(model.vehicle.bodies)),
      contacts_(wheelrail::make_workspace(model.contact)),
      contact_state_(wheelrail::make_contact_state(model.contact)),
      rail_motion_(model.contact.wheelsets.size()),
      state_(vehicle::rolling_state(model.vehicle, model.initial.s, model.drive.speed)),
      joints_(model),
      jacobian_(model) {
  if (remote != nullptr) remote_.emplace(model, *remote);
  remote_loads_.resize(model.contact.wheelsets.size());
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    state_[6 * wheelset.body + 1] += model.initial.y;
    state_[6 * wheelset.body + 5] += model.initial.yaw;
  }
  // Two rounds: the second one starts from the contacts of the first and settles the velocities.
  for (int i = 0; i < 2; ++i) {
    multibody::evaluate_kinematics(model_.vehicle.bodies, model_.track, state_.data(), bodies_);
    (void)settle_wheels(0, state_.data());
    hang_on_wheelsets();
    if (wheelrail::is_elastic(model.contact.settings.method)) rest_on_rails();
    if (i == 0) lift_onto_wheelsets();
    roll_without_slip();
  }
  if (model.structure) settle_on_track();
  if (remote_) settle_remote(Question::start);
  commit_contacts();
  running_ = true;
  start_ = std::max(start_, hung_);
  position_drift_ = velocity_drift_ = 0;
  joints_.forget_drift();
  find_rolling();
  set_error_scale();
  scratch_ = scratch_rate_ = integrated_ = rate_ = state_;
  to_integration(integrated_.data());
}

void Simulation::find_rolling() {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets) {
    if (wheelset.body == vehicle.driven_body) continue;
    const multibody::Body& body = vehicle.bodies[wheelset.body];
    const double spin_mass = body.inertia(1, 1) / (wheelset.radius * wheelset.radius);
    const std::size_t forward = vehicle.velocity_offset() + 6 * wheelset.body;
    rolling_.push_back({forward, forward + 4, wheelset.radius, spin_mass / (body.mass + spin_mass)});
  }
}

// Distances and spin angles grow without end, so that a share of them says nothing: 1e-6 of 1 km is a
// millimetre, in which primary springs have tens of kN.
void Simulation::set_error_scale() {
  constexpr double spin_angle_unit = 10;  // wheels are round: nothing depends on the angle
  const multibody::Model& vehicle = model_.vehicle.bodies;
  scale_.assign(state_.size(), {});
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    scale_[6 * i].relative_share = 0;
    if (vehicle.bodies[i].wheelset) scale_[6 * i + 4] = {spin_angle_unit, 0};
    for (std::size_t k = 0; k < 6; ++k) scale_[vehicle.velocity_offset() + 6 * i + k].unit = velocity_unit;
  }
}

// u = ṡ − r θ̇ and P = (m ṡ + (I/r²) r θ̇)/(m + I/r²): the creep force F changes u by F (1/m + r²/I), P not.
void Simulation::to_integration(double* values) const {
  for (const Rolling& w : rolling_) {
    const double forward = values[w.forward], rim = w.radius * values[w.spin];
    values[w.spin] = forward - rim;
    values[w.forward] = forward - w.forward_share * (forward - rim);
  }
}

void Simulation::to_state(double* values) const {
  for (const Rolling& w : rolling_) {
    const double slip = values[w.spin];
    values[w.forward] += w.forward_share * slip;
    values[w.spin] = (values[w.forward] - slip) / w.radius;
  }
}

EvalStatus Simulation::step(integrate::FixedStepper& stepper, double t) {
  const EvalStatus status = stepper.step(t, integrated_.data());
  if (status != EvalStatus::ok) return status;
  accept(integrated_.data());
  if (flexible_) flexible_->commit(contacts_);
  commit_contacts();
  if (remote_) return EvalStatus::ok;
  if (wheelrail::lift_and_land(model_.contact, contacts_, contact_state_)) {
    const EvalStatus landed = restart(stepper, t + stepper.step_size());
    if (landed != EvalStatus::ok) return landed;
  }
  wheelrail::update_damping(model_.contact, contacts_, contact_state_);
  return EvalStatus::ok;
}

// A landing wheel loses its velocity towards the rail: an inelastic impact, which the projection is.
EvalStatus Simulation::restart(integrate::FixedStepper& stepper, double t) {
  if (const EvalStatus landed = project(t, state_.data()); landed != EvalStatus::ok) return landed;
  integrated_ = state_;
  to_integration(integrated_.data());
  stepper.reset();
  return derivative(t, state_.data(), rate_.data());
}

void Simulation::accept(const double* integrated) {
  std::copy_n(integrated, state_.size(), state_.begin());
  to_state(state_.data());
}

void Simulation::commit_contacts() {
  if (remote_) return;
  wheelrail::commit(model_.contact, bodies_, contacts_, contact_state_);
}

EvalStatus Simulation::look_at(double t, const double* integrated, double* y) {
  std::copy_n(integrated, state_.size(), y);
  to_state(y);
  const EvalStatus status = settle(t, y);
  return status == EvalStatus::ok ? derivative(t, y, rate_.data()) : status;
}

// Elastic contact: first both wheels of each wheelset to a common indentation, then, with the stiffness of
// the contacts, to where the vertical force and the roll moment vanish.
void Simulation::rest_on_rails() {
  constexpr double first_indentation = 5e-5, half_base = 0.75;  // [m]
  constexpr int placing = 20, rounds = 40;
  std::vector<double> rate(state_.size());
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  for (int round = 0; round < rounds; ++round) {
    (void)derivative(0, state_.data(), rate.data());
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
      const std::size_t body = 6 * model_.contact.wheelsets[i].body;
      const wheelrail::WheelsetResult& wheelset = contacts_.wheelsets[i];
      double vertical = 0, rolling = 0;  // stiffness
      for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
        const wheelrail::Contact& contact = wheelset.contacts[k];
        const double stiffness = contact.stiffness * contact.normal.z() * contact.normal.z();
        vertical += stiffness;
        rolling += stiffness * contact.arm.y() * contact.arm.y();
      }
      if (round < placing || !(vertical > 0 && rolling > 0)) {
        const double left = -wheelset.gap[0] - first_indentation,
                     right = -wheelset.gap[1] - first_indentation;
        state_[body + 2] += (left + right) / 2;
        state_[body + 3] += (left - right) / (2 * half_base);
        continue;
      }
      const multibody::BodyState& b = bodies_.bodies[model_.contact.wheelsets[i].body];
      state_[body + 2] += b.mass * rate[offset + body + 2] / vertical;
      state_[body + 3] += b.rotational_mass(0, 0) * rate[offset + body + 3] / rolling;
    }
    hang_on_wheelsets();
  }
}

// What joints hold to a wheelset goes where it is.
void Simulation::hang_on_wheelsets() {
  if (joints_.any()) hung_ = joints_.hang(model_.track, bodies_, contacts_, state_.data());
}

// The track sinks under the wheels, and the vehicle follows it.
void Simulation::settle_on_track() {
  std::vector<double> rate(state_.size());
  (void)derivative(0, state_.data(), rate.data());
  if (remote_) {
    settle_remote(Question::rest);
  } else {
    flexible_.emplace(model_);
    flexible_->rest(state_.data(), contacts_);
  }
  for (int i = 0; i < 2; ++i) {
    rest_on_rails();
    if (i == 0) lift_onto_wheelsets();
    roll_without_slip();
  }
}

// Wheels touch beside their tape circle, so the wheelsets stand some tenths of a millimetre off their nominal
// height. The vehicle goes with them: else its springs would start with a load that is not the static one.
void Simulation::lift_onto_wheelsets() {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  double lift = 0;
  for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets) {
    lift += state_[6 * wheelset.body + 2] - vehicle.bodies[wheelset.body].initial(2);
  }
  lift /= static_cast<double>(model_.contact.wheelsets.size());
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    if (!vehicle.bodies[i].wheelset) state_[6 * i + 2] = vehicle.bodies[i].initial(2) + lift;
  }
  hang_on_wheelsets();
}

// Every wheelset spins at the speed over the mean radius of its contacts, so that a run starts without a
// jerk.
void Simulation::roll_without_slip() {
  std::vector<double> rate(state_.size());
  if (derivative(0, state_.data(), rate.data()) != EvalStatus::ok) return;
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const wheelrail::WheelsetResult& wheelset = contacts_.wheelsets[i];
    double radius[2] = {0, 0}, load[2] = {0, 0};
    for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
      const wheelrail::Contact& contact = wheelset.contacts[k];
      radius[contact.side] -= contact.values[geometry::wheel_z] * contact.normal_force;
      load[contact.side] += contact.normal_force;
    }
    if (!(load[0] > 0 && load[1] > 0)) continue;
    const std::size_t body = 6 * model_.contact.wheelsets[i].body;
    state_[offset + body + 4] = state_[offset + body] / ((radius[0] / load[0] + radius[1] / load[1]) / 2);
  }
  hang_on_wheelsets();
}

// s and ṡ of the driven body are known functions of time: the profile's corners leave no error behind.
void Simulation::set_prescribed_motion(double t, double* y) const {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  if (vehicle.driven_body == multibody::no_index) return;
  const auto& profile = model_.drive.speed_profile;
  double speed = model_.drive.speed, run = speed * t;
  if (!profile.empty()) {
    speed = math::table_value(profile, t, held);
    run = math::table_integral(profile, 0, t, held);
  }
  const std::size_t s = 6 * vehicle.driven_body;
  y[s] = model_.initial.s + vehicle.bodies[vehicle.driven_body].initial(0) + run;
  y[vehicle.velocity_offset() + s] = speed;
}

double Simulation::prescribed_acceleration(double t) const {
  const auto& profile = model_.drive.speed_profile;
  return profile.empty() ? 0 : math::table_slope(profile, t, held);
}

void Simulation::add_traction(double t) {
  const auto& torque = model_.drive.torque;
  if (torque.empty()) return;
  const double value = math::table_value(torque, t, held);
  for (std::size_t i = 0; i < model_.vehicle.wheelsets.size(); ++i) {
    if (!model_.drive.driven_wheelsets[i]) continue;
    multibody::BodyState& body = bodies_.bodies[model_.vehicle.wheelsets[i].body];
    body.force += multibody::generalized_force(body, Vec3::Zero(), value * body.pitch_axis);
  }
}

EvalStatus Simulation::derivative(double t, const double* y, double* dydt) {
  if (running_ && start_ != EvalStatus::ok) return start_;
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t offset = vehicle.velocity_offset();
  bodies_.prescribed_acceleration = prescribed_acceleration(t);
  multibody::evaluate_kinematics(vehicle, model_.track, y, bodies_);
  multibody::evaluate_suspension(vehicle, y, bodies_, dydt + vehicle.auxiliary_offset());
  add_traction(t);
  if (joints_.any()) joints_.begin(y, bodies_);
  std::copy(y + offset, y + 2 * offset, dydt);
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    if (vehicle.bodies[i].wheelset) continue;
    const Vec6 acceleration = multibody::solve_mass(bodies_.bodies[i], bodies_.bodies[i].force);
    std::copy(acceleration.data(), acceleration.data() + 6, dydt + offset + 6 * i);
  }
  return remote_ ? take_remote_forces(t, y, dydt + offset) : evaluate_contacts(t, y, dydt + offset);
}

EvalStatus Simulation::evaluate_contacts(double t, const double* y, double* acceleration) {
  if (flexible_) flexible_->move_rails(t, y, rail_motion_);
  EvalStatus status = wheelrail::evaluate(model_.contact, model_.track, rail_motion_, y,
                                          model_.vehicle.bodies.velocity_offset(), contact_state_, bodies_,
                                          contacts_, acceleration);
  if (joints_.any() && status == EvalStatus::ok)
    status = joints_.solve(contact_state_, bodies_, contacts_, acceleration);
  if (flexible_ && status == EvalStatus::ok) flexible_->take_forces(t, contacts_);
  return status;
}

// What was asked for once, and is not asked for again, fails the first evaluation of the run.
void Simulation::settle_remote(Question question) {
  start_ = std::max(start_, remote_->settle(question, state_.data(), contacts_, contact_state_));
}

EvalStatus Simulation::take_remote_forces(double t, const double* y, double* acceleration) {
  if (!running_) {
    const EvalStatus status = remote_->settle(Question::look, y, contacts_, contact_state_);
    if (status != EvalStatus::ok) return status;
  }
  if (!remote_->contact().problem().empty()) return EvalStatus::fatal;
  for (Vec6& load : remote_loads_) load.setZero();
  put_remote_forces(t, y, acceleration);
  return joints_.any() ? joints_.solve(contact_state_, bodies_, contacts_, acceleration) : EvalStatus::ok;
}

// In place of those that the forces of the wheelsets contain.
void Simulation::put_remote_forces(double t, const double* y, double* acceleration) {
  for (std::size_t i = 0; i < remote_loads_.size(); ++i) {
    const std::size_t place = model_.contact.wheelsets[i].body;
    multibody::BodyState& body = bodies_.bodies[place];
    const Vec6 load = remote_->force(i, t, y);
    body.force += load - remote_loads_[i];
    remote_loads_[i] = load;
    const Vec6 result = multibody::solve_mass(body, body.force);
    std::copy(result.data(), result.data() + 6, acceleration + 6 * place);
  }
}

EvalStatus Simulation::renew(double t, double* integrated_rate) {
  EvalStatus status = EvalStatus::ok;
  to_state(integrated_rate);
  if (joints_.any())  // their reactions depend on the forces
    status = derivative(t, state_.data(), integrated_rate);
  else
    put_remote_forces(t, state_.data(), integrated_rate + model_.vehicle.bodies.velocity_offset());
  to_integration(integrated_rate);
  return status;
}

EvalStatus Simulation::exchange(const double* integrated) {
  std::copy_n(integrated, state_.size(), scratch_.data());
  to_state(scratch_.data());
  set_prescribed_motion(remote_->next(), scratch_.data());
  return remote_->step(scratch_.data(), contacts_, contact_state_);
}

EvalStatus Simulation::settle_wheels(double t, double* y) {
  set_prescribed_motion(t, y);
  return wheelrail::project(model_.contact, model_.track, model_.vehicle.bodies.velocity_offset(),
                            contact_state_, bodies_, contacts_, y);
}

EvalStatus Simulation::settle(double t, double* y) {
  const EvalStatus status = settle_wheels(t, y);
  if (!joints_.any() || status != EvalStatus::ok) return status;
  return joints_.stabilise(model_.track, bodies_, contacts_, y);
}

EvalStatus Simulation::project(double t, double* y) {
  const EvalStatus status = settle(t, y);
  if (joints_.any() && status == EvalStatus::ok) joints_.keep_drift();
  for (const wheelrail::WheelsetResult& state : contacts_.wheelsets) {
    for (int i = 0; i < 2; ++i) {
      position_drift_ = std::max(position_drift_, std::abs(state.residual[i]));
      velocity_drift_ = std::max(velocity_drift_, std::abs(state.rate_residual[i]));
    }
  }
  return status;
}

void Simulation::damping(double* rate) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t offset = vehicle.velocity_offset();
  if (!contact_state_.damping_known && !remote_)  // before the first step
    wheelrail::evaluate_damping(model_.contact, contacts_, contact_state_);
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const std::size_t body = model_.contact.wheelsets[i].body;
    const Vec6& rates = contact_state_.wheelsets[i].damping;
    stiffest_creep_ = std::max({stiffest_creep_, rates(1), rates(5)});
    if (remote_ && !remote_->answered()) continue;
    for (std::size_t k = 0; k < 6; ++k) {
      rate[offset + 6 * body + k] = rates(static_cast<Eigen::Index>(k));
    }
  }
  // For forward motion and spin the rates are those of the row sums, twice D/m and twice D r²/I; the slip
  // relaxes with D (1/m + r²/I), the mean velocity is not damped.
  for (const Rolling& w : rolling_) {
    rate[w.spin] = (rate[w.forward] + rate[w.spin]) / 2;
    rate[w.forward] = 0;
  }
  // Dampers with a stiff spring in series relax fast.
  std::copy(vehicle.relaxation_rates.begin(), vehicle.relaxation_rates.end(),
            rate + vehicle.auxiliary_offset());
}

// With the change of variables x = T y: ∂f/∂x = T (∂f/∂y) T⁻¹.
EvalStatus Simulation::integrated_jacobian(double t, const double* y, const double* dydt, double* matrix,
                                           std::uint64_t* evaluations) {
  const std::size_t n = state_.size();
  std::copy_n(y, n, scratch_.data());
  std::copy_n(dydt, n, scratch_rate_.data());
  to_state(scratch_.data());
  to_state(scratch_rate_.data());
  const EvalStatus status =
      jacobian_.evaluate(*this, t, scratch_.data(), scratch_rate_.data(), matrix, evaluations);
  for (const Rolling& w : rolling_) {
    double *forward = matrix + n * w.forward, *spin = matrix + n * w.spin;
    for (std::size_t i = 0; i < n; ++i) {  // ṡ = P + share u, θ̇ = (P + (share − 1) u)/r
      const double by_forward = forward[i], by_spin = spin[i] / w.radius;
      forward[i] = by_forward + by_spin;
      spin[i] = w.forward_share * by_forward + (w.forward_share - 1) * by_spin;
    }
  }
  for (std::size_t j = 0; j < n; ++j) to_integration(matrix + n * j);
  return status;
}

integrate::Problem Simulation::problem() {
  integrate::Problem problem;
  problem.size = state_.size();
  problem.user = this;
  problem.derivative = [](void* user, double t, const double* y, double* dydt) {
    auto& self = *static_cast<Simulation*>(user);
    std::copy(y, y + self.scratch_.size(), self.scratch_.begin());
    self.to_state(self.scratch_.data());
    const EvalStatus status = self.derivative(t, self.scratch_.data(), dydt);
    self.to_integration(dydt);
    return status;
  };
  problem.project = [](void* user, double t, double* y) {
    auto& self = *static_cast<Simulation*>(user);
    self.to_state(y);
    const EvalStatus status = self.project(t, y);
    self.to_integration(y);
    return status;
  };
  problem.damping = [](void* user, double, const double*, double* rate) {
    static_cast<Simulation*>(user)->damping(rate);
  };
  problem.scale = scale_.data();
  problem.jacobian = [](void* user, double t, const double* y, const double* dydt, double* matrix,
                        std::uint64_t* evaluations) {
    return static_cast<Simulation*>(user)->integrated_jacobian(t, y, dydt, matrix, evaluations);
  };
  return problem;
}

double Simulation::energy(const double* y) const {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  double sum = multibody::suspension_energy(vehicle, y, bodies_).stored;
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    const multibody::BodyState& body = bodies_.bodies[i];
    const Vec3 position = body.frame.position + body.frame.rotation * body.position;
    sum += multibody::kinetic_energy(body, y + vehicle.velocity_offset() + 6 * i) +
           body.mass * vehicle.gravity * position.z();
  }
  return sum;
}

}  // namespace flangeway::simulate
