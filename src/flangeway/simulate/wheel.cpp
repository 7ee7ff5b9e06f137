#include "flangeway/simulate/wheel.hpp"

#include <algorithm>

#include "flangeway/assess/limits.hpp"
#include "flangeway/multibody/single_wheel.hpp"

namespace flangeway::simulate {

WheelInstant look_at_wheel(const wheelrail::WheelsetResult& state, std::size_t side) {
  WheelInstant wheel;
  wheel.forces = wheelrail::wheel_forces(state, side);
  wheel.yq = assess::force_ratio(wheelrail::sign_of(side) * wheel.forces.y, wheel.forces.q, min_load);
  if (state.lifted[side]) wheel.lift = std::max(state.gap[side], 0.0);
  double flange_angle = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != side) continue;
    wheel.pull += std::max(-contact.normal_force, 0.0);
    if (!(contact.normal_force > 0)) continue;
    wheel.angle = std::max(wheel.angle, contact.angle);
    if (!contact.flange || contact.angle <= flange_angle) continue;
    wheel.flange = true;
    flange_angle = contact.angle;
    wheel.nadal = assess::nadal_limit(contact.angle, contact.friction);
  }
  return wheel;
}

WheelTotals add_up_contacts(const wheelrail::WheelsetResult& state, std::size_t side) {
  WheelTotals totals;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != side) continue;
    totals.contacts += contact.normal_force > 0;
    totals.normal_force += contact.normal_force;
    totals.creep_force += contact.force - contact.normal_force * contact.normal;
    totals.moment +=
        contact.arm.cross(contact.force) + contact.forces.spin_moment * contact.normal + contact.moment;
  }
  totals.moment += state.wheels[side].moment_beside;
  return totals;
}

WheelAmongRails look_at_rails(const wheelrail::WheelsetResult& state, std::size_t side) {
  WheelAmongRails found;
  double most = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != side) continue;
    if (contact.back) {
      found.check_force += contact.normal_force;
      continue;
    }
    double on_rail = 0;
    for (std::size_t j = 0; j < state.contact_count; ++j) {
      const wheelrail::Contact& other = state.contacts[j];
      if (other.side == side && !other.back && other.on_rail == contact.on_rail) on_rail += other.force.z();
    }
    if (on_rail > most) most = on_rail, found.rail = static_cast<double>(contact.on_rail);
  }
  return found;
}

double creep_torque_difference(const multibody::BodyState& body, const wheelrail::WheelsetResult& state) {
  double difference = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    const Vec3 force =
        contact.forces.longitudinal * contact.longitudinal + contact.forces.lateral * contact.lateral;
    const Vec3 moment = contact.arm.cross(force) + contact.forces.spin_moment * contact.normal;
    difference += wheelrail::sign_of(contact.side) * body.pitch_axis.dot(moment);
  }
  return difference;
}

bool has_wheel(const vehicle_case::CaseModel& model, std::size_t wheelset, std::size_t side) {
  return multibody::has_wheel(model.vehicle.bodies.bodies[model.contact.wheelsets[wheelset].body], side);
}

std::string wheel_name(const vehicle_case::CaseModel& model, std::size_t wheelset, std::size_t side) {
  return model.vehicle.bodies.bodies[model.contact.wheelsets[wheelset].body].name +
         (side == 0 ? ".left" : ".right");
}

}  // namespace flangeway::simulate
