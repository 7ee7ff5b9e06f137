#include "flangeway/simulate/equations.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/pair_table.hpp"
#include "flangeway/multibody/axle_twist.hpp"
#include "flangeway/multibody/library_failure.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

constexpr auto held = math::TableEnds::held;  // speed and torque keep their first and last values

}  // namespace

Equations::Equations(const vehicle_case::CaseModel& model, State& state, RemoteContact* remote)
    : model_(model),
      state_(state),
      workspace_{multibody::make_workspace(model.vehicle.bodies), wheelrail::make_workspace(model.contact)},
      joints_(model, state.joints, workspace_.bodies) {
  if (remote != nullptr) remote_.emplace(model, *remote);
  rail_motion_.resize(model.contact.wheelsets.size());
  remote_loads_.resize(model.contact.wheelsets.size());
}

// s and ṡ of the driven body are known functions of time: the profile's corners leave no error behind.
void Equations::set_prescribed_motion(double t, double* y) const {
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

double Equations::prescribed_acceleration(double t) const {
  const auto& profile = model_.drive.speed_profile;
  return profile.empty() ? 0 : math::table_slope(profile, t, held);
}

double Equations::motor_torque(std::size_t wheelset, double t) const {
  const auto& torque = model_.drive.torque;
  double commanded = state_.control.commands[model_.vehicle.bodies.commands.size() + wheelset];
  if (const vehicle::Wheelset& own = model_.vehicle.wheelsets[wheelset]; own.twist != multibody::no_index)
    commanded += wheel_command(own, 0) + wheel_command(own, 1);
  return torque.empty() || !model_.drive.driven_wheelsets[wheelset]
             ? commanded
             : math::table_value(torque, t, held) + commanded;
}

// Commands of single wheels stand behind those of the wheelsets.
double Equations::wheel_command(const vehicle::Wheelset& wheelset, std::size_t side) const {
  return state_.control.commands[model_.vehicle.bodies.commands.size() + model_.vehicle.wheelsets.size() +
                                 2 * wheelset.twist + side];
}

double Equations::motor_torque(std::size_t wheelset, std::size_t side, double t) const {
  const vehicle::Wheelset& own = model_.vehicle.wheelsets[wheelset];
  const double difference = wheel_command(own, side) - wheel_command(own, 1 - side);
  return (motor_torque(wheelset, t) + difference) / 2;
}

// After the contacts are known. What acts on the axle as a whole is in the forces of the body.
void Equations::twist_axles(double t, const double* auxiliary, double* auxiliary_rate) const {
  for (std::size_t i = 0; i < model_.vehicle.wheelsets.size(); ++i) {
    const vehicle::Wheelset& wheelset = model_.vehicle.wheelsets[i];
    if (wheelset.twist == multibody::no_index) continue;
    const double difference =
        creep_torque_difference(workspace_.bodies.bodies[wheelset.body], workspace_.contacts.wheelsets[i]) +
        motor_torque(i, 0, t) - motor_torque(i, 1, t);
    multibody::set_twist_rates(model_.vehicle.bodies.axle_twists[wheelset.twist], difference, auxiliary,
                               auxiliary_rate);
  }
}

// The axle of a wheelset in the track frame of another body.
static Vec3 axis_on(const multibody::BodyState& body, const multibody::BodyState& wheelset) {
  return body.frame.rotation.transpose() * (wheelset.frame.rotation * wheelset.pitch_axis);
}

void Equations::add_traction(double t) {
  for (std::size_t i = 0; i < model_.vehicle.wheelsets.size(); ++i) {
    const double value = motor_torque(i, t);
    if (value == 0) continue;
    const vehicle::Wheelset& wheelset = model_.vehicle.wheelsets[i];
    multibody::BodyState& body = workspace_.bodies.bodies[wheelset.body];
    body.force += multibody::generalized_force(body, Vec3::Zero(), value * body.pitch_axis);
    if (wheelset.torque_reaction == multibody::no_index) continue;
    multibody::BodyState& carrier = workspace_.bodies.bodies[wheelset.torque_reaction];
    carrier.force += multibody::generalized_force(carrier, Vec3::Zero(), -value * axis_on(carrier, body));
  }
}

void Equations::load_bodies(double t, const double* y, double* dydt) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  multibody::Workspace& bodies = workspace_.bodies;
  bodies.prescribed_acceleration = prescribed_acceleration(t);
  std::copy_n(state_.control.commands.begin(), vehicle.commands.size(),
              bodies.element_force.begin() + static_cast<std::ptrdiff_t>(vehicle.output_count));
  multibody::evaluate_kinematics(vehicle, model_.track, y, bodies);
  multibody::evaluate_suspension(vehicle, y, bodies, dydt + vehicle.auxiliary_offset());
  add_traction(t);
}

EvalStatus Equations::derivative(double t, const double* y, double* dydt) {
  if (running_ && start_ != EvalStatus::ok) return start_;
  const multibody::Model& vehicle = model_.vehicle.bodies;
  multibody::Workspace& bodies = workspace_.bodies;
  const std::size_t offset = vehicle.velocity_offset();
  load_bodies(t, y, dydt);
  if (multibody::has_library_failed(bodies)) return EvalStatus::retry;
  if (joints_.any()) joints_.begin(y, bodies);
  std::copy(y + offset, y + 2 * offset, dydt);
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    if (vehicle.bodies[i].wheelset) continue;
    const Vec6 acceleration = multibody::solve_mass(bodies.bodies[i], bodies.bodies[i].force);
    std::copy(acceleration.data(), acceleration.data() + 6, dydt + offset + 6 * i);
  }
  if (remote_) return take_remote_forces(t, y, dydt + offset);
  const EvalStatus status = evaluate_contacts(t, y, dydt + offset);
  if (model_.mass_spring) set_rail_rates(*model_.mass_spring, workspace_.contacts, y, dydt);
  if (model_.roller_rig) set_roller_rates(model_, workspace_.contacts, t, dydt);
  if (!vehicle.axle_twists.empty())
    twist_axles(t, y + vehicle.auxiliary_offset(), dydt + vehicle.auxiliary_offset());
  return status;
}

void Equations::set_rail_motion(double t, const double* y) {
  if (model_.mass_spring) move_rails(*model_.mass_spring, y, !running_, rail_motion_);
  if (model_.roller_rig) turn_rollers(model_, t, y, rail_motion_);
}

EvalStatus Equations::evaluate_contacts(double t, const double* y, double* acceleration) {
  auto& [bodies, contacts] = workspace_;
  if (track_) track_->move_rails(t, y, rail_motion_);
  set_rail_motion(t, y);
  EvalStatus status = wheelrail::evaluate(model_.contact, model_.track, rail_motion_, y,
                                          model_.vehicle.bodies.velocity_offset(), state_.contact, bodies,
                                          contacts, acceleration);
  if (joints_.any() && status == EvalStatus::ok)
    status = joints_.solve(state_.contact, bodies, contacts, acceleration);
  if (track_ && status == EvalStatus::ok) track_->take_forces(t, contacts);
  return status;
}

EvalStatus Equations::take_remote_forces(double t, const double* y, double* acceleration) {
  if (!running_) {
    const EvalStatus status = remote_->settle(Question::look, y, workspace_.contacts, state_.contact);
    if (status != EvalStatus::ok) return status;
  }
  if (!remote_->contact().problem().empty()) return EvalStatus::fatal;
  for (Vec6& load : remote_loads_) load.setZero();
  put_remote_forces(t, y, acceleration);
  return joints_.any() ? joints_.solve(state_.contact, workspace_.bodies, workspace_.contacts, acceleration)
                       : EvalStatus::ok;
}

// In place of those that the forces of the wheelsets contain.
void Equations::put_remote_forces(double t, const double* y, double* acceleration) {
  for (std::size_t i = 0; i < remote_loads_.size(); ++i) {
    const std::size_t place = model_.contact.wheelsets[i].body;
    multibody::BodyState& body = workspace_.bodies.bodies[place];
    const Vec6 load = remote_->force(i, t, y);
    body.force += load - remote_loads_[i];
    remote_loads_[i] = load;
    const Vec6 result = multibody::solve_mass(body, body.force);
    std::copy(result.data(), result.data() + 6, acceleration + 6 * place);
  }
}

EvalStatus Equations::renew(double t, const double* y, double* dydt) {
  if (joints_.any()) return derivative(t, y, dydt);  // their reactions depend on the forces
  put_remote_forces(t, y, dydt + model_.vehicle.bodies.velocity_offset());
  return EvalStatus::ok;
}

EvalStatus Equations::exchange(double* y) {
  set_prescribed_motion(remote_->next(), y);
  return remote_->step(y, workspace_.contacts, state_.contact);
}

EvalStatus Equations::ask_remote(Question question, const double* y) {
  return remote_->settle(question, y, workspace_.contacts, state_.contact);
}

void Equations::rest_track(double* y) {
  if (model_.mass_spring) return rest_rails(*model_.mass_spring, workspace_.contacts, y);
  track_.emplace(model_);
  track_->rest(y, workspace_.contacts);
}

void Equations::begin_run(EvalStatus status) {
  start_ = status;
  running_ = true;
  state_.position_drift = state_.velocity_drift = 0;
  state_.joints.drift = {};
}

EvalStatus Equations::settle_wheels(double t, double* y) {
  set_prescribed_motion(t, y);
  set_rail_motion(t, y);
  return wheelrail::project(model_.contact, model_.track, rail_motion_,
                            model_.vehicle.bodies.velocity_offset(), state_.contact, workspace_.bodies,
                            workspace_.contacts, y);
}

EvalStatus Equations::settle(double t, double* y) {
  const EvalStatus status = settle_wheels(t, y);
  if (!joints_.any() || status != EvalStatus::ok) return status;
  return joints_.stabilise(model_.track, workspace_.bodies, workspace_.contacts, y);
}

EvalStatus Equations::hang(double* y) {
  return joints_.any() ? joints_.hang(model_.track, workspace_.bodies, workspace_.contacts, y)
                       : EvalStatus::ok;
}

EvalStatus Equations::project(double t, double* y) {
  if (model_.integration.wheel_projection) return put_on_rails(t, y);
  set_prescribed_motion(t, y);
  on_rails_.assign(y, y + state_.y.size());
  return put_on_rails(t, on_rails_.data());
}

EvalStatus Equations::look(double t, double* y) {
  if (model_.integration.wheel_projection) return settle(t, y);
  set_prescribed_motion(t, y);
  return EvalStatus::ok;
}

EvalStatus Equations::put_on_rails(double t, double* y) {
  const EvalStatus status = settle(t, y);
  if (joints_.any() && status == EvalStatus::ok) joints_.keep_drift();
  for (const wheelrail::WheelsetResult& wheelset : workspace_.contacts.wheelsets) {
    for (int i = 0; i < 2; ++i) {
      state_.position_drift = std::max(state_.position_drift, std::abs(wheelset.residual[i]));
      state_.velocity_drift = std::max(state_.velocity_drift, std::abs(wheelset.rate_residual[i]));
    }
  }
  return status;
}

void Equations::commit() {
  if (track_ && running_) track_->commit(workspace_.contacts);
  if (!remote_) wheelrail::commit(model_.contact, workspace_.bodies, workspace_.contacts, state_.contact);
}

bool Equations::lift_and_land() {
  return wheelrail::lift_and_land(model_.contact, workspace_.contacts, state_.contact);
}

void Equations::update_damping() {
  if (!remote_) wheelrail::update_damping(model_.contact, workspace_.contacts, state_.contact);
}

void Equations::damping(double* rate) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t offset = vehicle.velocity_offset();
  if (!state_.contact.damping_known && !remote_)  // before the first step
    wheelrail::evaluate_damping(model_.contact, workspace_.contacts, state_.contact);
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const std::size_t body = model_.contact.wheelsets[i].body;
    const Vec6& rates = state_.contact.wheelsets[i].damping;
    state_.stiffest_creep = std::max({state_.stiffest_creep, rates(1), rates(5)});
    if (remote_ && !remote_->answered()) continue;
    for (std::size_t k = 0; k < 6; ++k) rate[offset + 6 * body + k] = rates(static_cast<Eigen::Index>(k));
  }
  // Dampers with a stiff spring in series relax fast.
  std::copy(vehicle.relaxation_rates.begin(), vehicle.relaxation_rates.end(),
            rate + vehicle.auxiliary_offset());
  if (model_.mass_spring) damp_rails(*model_.mass_spring, state_.contact, rate);
  for (std::size_t i = 0; i < model_.vehicle.wheelsets.size(); ++i) {
    const vehicle::Wheelset& wheelset = model_.vehicle.wheelsets[i];
    if (wheelset.twist == multibody::no_index) continue;
    // A quarter of the inertia on a half of the lever: creep damps the twist as it damps the spin, which is
    // half of the row sum where the wheelset's forward motion is free (SlipCoordinates::transform_damping).
    const double share = wheelset.body == vehicle.driven_body ? 1 : 0.5;
    rate[vehicle.auxiliary_offset() + vehicle.axle_twists[wheelset.twist].rate] +=
        share * state_.contact.wheelsets[i].damping(4);
  }
  if (model_.roller_rig) damp_rollers(model_, rate);
}

double Equations::energy(const double* y) const {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  double sum = multibody::suspension_energy(vehicle, y, workspace_.bodies).stored;
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    const multibody::BodyState& body = workspace_.bodies.bodies[i];
    const Vec3 position = body.frame.position + body.frame.rotation * body.position;
    sum += multibody::kinetic_energy(body, y + vehicle.velocity_offset() + 6 * i) +
           body.mass * vehicle.gravity * position.z();
  }
  return sum;
}

}  // namespace flangeway::simulate
