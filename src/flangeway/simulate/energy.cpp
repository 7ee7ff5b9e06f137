#include "flangeway/simulate/energy.hpp"

#include <span>

#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

// Power of the force that prescribes s of a body: the equation of s is not among those that are solved.
double prescribed_power(const multibody::BodyState& body) {
  if (!body.speed_prescribed) return 0;
  const Vec6 acceleration = multibody::solve_mass(body, body.force);
  return (multibody::mass_matrix(body).row(0).dot(acceleration) - body.force(0)) * body.speed;
}

double drive_power(const Simulation& simulation, double t) {
  const vehicle_case::CaseModel& model = simulation.model();
  const std::vector<multibody::BodyState>& bodies = simulation.bodies().bodies;
  double power = 0;
  for (const multibody::BodyState& body : bodies) power += prescribed_power(body);
  for (std::size_t i = 0; i < model.vehicle.wheelsets.size(); ++i) {
    const double torque = simulation.equations().motor_torque(i, t);
    if (torque == 0) continue;
    const multibody::BodyState& body = bodies[model.vehicle.wheelsets[i].body];
    power += torque * body.pitch_axis.dot(body.angular_velocity);
    const std::size_t reaction = model.vehicle.wheelsets[i].torque_reaction;
    if (reaction == multibody::no_index) continue;
    const multibody::BodyState& carrier = bodies[reaction];
    power -= torque *
             (body.frame.rotation * body.pitch_axis).dot(carrier.frame.rotation * carrier.angular_velocity);
  }
  for (std::size_t i = 0; i < model.vehicle.wheelsets.size(); ++i) {
    const vehicle::Wheelset& wheelset = model.vehicle.wheelsets[i];
    if (wheelset.twist == multibody::no_index) continue;
    const Equations& equations = simulation.equations();
    power += (equations.motor_torque(i, 0, t) - equations.motor_torque(i, 1, t)) *
             bodies[wheelset.body].twist_rate / 2;
  }
  return power;
}

double indentation_energy(const wheelrail::WheelsetResult& result) {
  double sum = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) sum += result.contacts[k].energy;
  return sum;
}

// Power that the contacts take from a wheelset on constraints.
double constraint_power(const multibody::BodyState& body, const wheelrail::WheelsetResult& result,
                        std::span<const wheelrail::RailMotion> rails,
                        const Eigen::Map<const Vec6>& velocity) {
  double power = 0;
  for (int side = 0; side < 2; ++side)
    power -= result.multipliers[side] * result.directions.col(side).dot(velocity);
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const wheelrail::Contact& contact = result.contacts[k];
    if (!rails.empty()) power -= contact.forces.lateral * contact.lateral.dot(rails[contact.side].velocity);
    power += wheelrail::creep_power(body, contact) -
             contact.elastic_force * wheelrail::normal_direction(contact).dot(velocity);
  }
  return power;
}

void add_contacts(const Simulation& simulation, const double* y, EnergyFlow& power) {
  const vehicle_case::CaseModel& model = simulation.model();
  const bool constrained = wheelrail::constrained(*model.contact.method);
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const std::size_t place = model.contact.wheelsets[i].body;
    const multibody::BodyState& body = simulation.bodies().bodies[place];
    const wheelrail::WheelsetResult& result = simulation.contacts().wheelsets[i];
    const Eigen::Map<const Vec6> velocity(y + model.vehicle.bodies.velocity_offset() + 6 * place);
    for (std::size_t side = 0; side < 2; ++side) power.creep += creep_power(body, result, side);
    std::span<const wheelrail::RailMotion> rails;
    if (model.mass_spring) rails = simulation.equations().rail_motion()[i];
    power.contact += constrained ? constraint_power(body, result, rails, velocity)
                                 : -result.reaction.dot(velocity) -
                                       creep_torque_difference(body, result) * body.twist_rate / 2;
  }
}

}  // namespace

double creep_power(const multibody::BodyState& body, const wheelrail::WheelsetResult& result,
                   std::size_t side) {
  double power = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    if (result.contacts[k].side == side) power += wheelrail::creep_power(body, result.contacts[k]);
  }
  return power;
}

EnergyFlow power_at(const Simulation& simulation, double t, const double* y) {
  const multibody::SuspensionEnergy suspension =
      multibody::suspension_energy(simulation.model().vehicle.bodies, y, simulation.bodies());
  EnergyFlow power;
  power.suspension = suspension.loss;
  power.valves = suspension.supplied;
  power.drive = drive_power(simulation, t) + suspension.drive;
  add_contacts(simulation, y, power);
  return power;
}

EnergyInstant energy_at(const Simulation& simulation, double t, const double* y) {
  const multibody::Model& vehicle = simulation.model().vehicle.bodies;
  EnergyInstant instant;
  instant.speed = y[vehicle.velocity_offset() + 6 * vehicle.reference_body];
  instant.stored = simulation.equations().energy(y);
  for (const wheelrail::WheelsetResult& wheelset : simulation.contacts().wheelsets)
    instant.contact_stored += indentation_energy(wheelset);
  instant.power = power_at(simulation, t, y);
  return instant;
}

}  // namespace flangeway::simulate
