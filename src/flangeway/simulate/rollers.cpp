#include "flangeway/simulate/rollers.hpp"

#include "flangeway/math/pair_table.hpp"
#include "flangeway/simulate/coordinates.hpp"

namespace flangeway::simulate {
namespace {

using vehicle_case::CaseModel;
using vehicle_case::RollerRig;
using wheelrail::RailMotion;

constexpr auto held = math::TableEnds::held;

// Surface speed of the rollers below a wheelset less the speed of the vehicle, m/s.
double excess(const CaseModel& model, double t, const double* y, std::size_t wheelset) {
  const RollerRig& rig = *model.roller_rig;
  if (rig.free()) return y[rig.state_of(wheelset)];
  return rig.excess.empty() ? 0 : math::table_value(rig.excess, t, held);
}

// Torque of the contact forces on both rollers about their axle, in the sense in which they turn.
double contact_torque(const CaseModel& model, const wheelrail::Workspace& contacts, std::size_t i) {
  const wheelrail::WheelsetResult& wheelset = contacts.wheelsets[i];
  double torque = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const wheelrail::RailReaction roller =
        wheelrail::rail_reaction(model.contact, model.contact.wheelsets[i], wheelset, side);
    // From the axle the reference point is a radius above and `roller_ahead` behind.
    torque -= roller.moment.y() + model.roller_rig->radius * roller.force.x() +
              wheelset.wheels[side].rail.roller_ahead * roller.force.z();
  }
  return torque;
}

double applied_torque(const RollerRig& rig, double t) {
  return rig.torque.empty() ? 0 : math::table_value(rig.torque, t, held);
}

}  // namespace

void turn_rollers(const CaseModel& model, double t, const double* y,
                  std::vector<std::array<RailMotion, 2>>& motion) {
  const RollerRig& rig = *model.roller_rig;
  const multibody::Model& bodies = model.vehicle.bodies;
  const std::size_t driven = 6 * bodies.driven_body;
  const double speed = y[bodies.velocity_offset() + driven];
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const double more = excess(model, t, y, i), spin = (speed + more) / rig.radius;
    RailMotion roller;
    roller.roller_ahead = y[driven] + rig.ahead[i] - y[6 * model.contact.wheelsets[i].body];
    roller.angular_velocity.y() = -spin;
    roller.velocity = Vec3(-more, 0, -spin * roller.roller_ahead);
    motion[i] = {roller, roller};
  }
}

void set_roller_rates(const CaseModel& model, const wheelrail::Workspace& contacts, double t, double* dydt) {
  const RollerRig& rig = *model.roller_rig;
  if (!rig.free()) return;
  for (std::size_t i = 0; i < contacts.wheelsets.size(); ++i)
    dydt[rig.state_of(i)] =
        (contact_torque(model, contacts, i) + applied_torque(rig, t)) * rig.radius / rig.inertia;
}

// docs/theory/roller_rig.md, "Steps"
void damp_rollers(const CaseModel& model, double* rate) {
  const RollerRig& rig = *model.roller_rig;
  if (!rig.free()) return;
  const multibody::Model& vehicle = model.vehicle.bodies;
  double* const of_speeds = rate + vehicle.velocity_offset();
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const wheelrail::Wheelset& wheelset = model.contact.wheelsets[i];
    const double bodies = wheelset.body == vehicle.driven_body ? 1 : 2;  // that slip, besides the rollers
    double *spin = of_speeds + 6 * wheelset.body + 4, *forward = of_speeds + 6 * wheelset.body;
    *spin *= 1 + 1 / bodies, *forward *= 1 + 1 / bodies;
    const double at_rim = vehicle.bodies[wheelset.body].inertia(1, 1) / (wheelset.radius * wheelset.radius);
    rate[rig.state_of(i)] = *spin * at_rim * rig.radius * rig.radius / rig.inertia;
  }
}

void set_roller_scale(const RollerRig& rig, std::vector<integrate::ErrorScale>& scale) {
  for (std::size_t i = 0; rig.free() && i < rig.ahead.size(); ++i)
    scale[rig.state_of(i)].unit = velocity_unit;
}

RollerInstant look_at_rollers(const CaseModel& model, const wheelrail::Workspace& contacts, double t,
                              const double* y, std::size_t wheelset) {
  const multibody::Model& bodies = model.vehicle.bodies;
  const double speed = y[bodies.velocity_offset() + 6 * bodies.driven_body];
  return {speed + excess(model, t, y, wheelset), contact_torque(model, contacts, wheelset)};
}

double radius_at_contacts(const CaseModel& model, const multibody::Workspace& bodies,
                          const wheelrail::WheelsetResult& contacts, std::size_t wheelset) {
  const wheelrail::Wheelset& one = model.contact.wheelsets[wheelset];
  double load = 0, moment = 0;
  for (std::size_t k = 0; k < contacts.contact_count; ++k) {
    const wheelrail::Contact& contact = contacts.contacts[k];
    const double top = wheelrail::rail_reference(model.contact, one, contact.side).y();
    load += contact.normal_force;
    moment += contact.normal_force * (bodies.bodies[one.body].position.z() + contact.arm.z() - top);
  }
  return model.roller_rig->radius + (load > 0 ? moment / load : 0);
}

void refuse_rollers(const CaseModel& model, const std::string& why, Findings& findings) {
  if (!model.roller_rig) return;
  findings.add({model.where, "drive", "is \"rollers\": " + why, "rollers", "prescribed",
                "Set drive to prescribed, and leave roller_rig out"});
}

}  // namespace flangeway::simulate
