#include "flangeway/simulate/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

struct Quantity {
  const char *name, *unit, *frame, *description;
};

constexpr std::array<Quantity, 12> body_quantities{{
    {"s", "m", "track", "arc length of the body's track frame"},
    {"y", "m", "track", "lateral position of the centre of gravity"},
    {"z", "m", "track", "height of the centre of gravity above the plane of the rails"},
    {"roll", "rad", "track", "roll angle relative to the track frame"},
    {"pitch", "rad", "track", "pitch angle relative to the track frame"},
    {"yaw", "rad", "track", "yaw angle relative to the track frame"},
    {"vs", "m/s", "track", "rate of s"},
    {"vy", "m/s", "track", "rate of y"},
    {"vz", "m/s", "track", "rate of z"},
    {"vroll", "rad/s", "track", "rate of the roll angle"},
    {"vpitch", "rad/s", "track", "rate of the pitch angle"},
    {"vyaw", "rad/s", "track", "rate of the yaw angle"},
}};

constexpr std::array<Quantity, 6> wheel_quantities{{
    {"Q", "N", "track", "vertical force of the wheel on the rail, downwards positive"},
    {"Y", "N", "track", "lateral force of the wheel on the rail, to the left positive"},
    {"YQ", "1", "track", "Y/Q, positive towards the field side"},
    {"nadal_limit", "1", "track",
     "Nadal's limit of Y/Q for the present contact angle and friction of the loaded flange; 0 without flange "
     "contact"},
    {"lift", "m", "track", "height of the wheel above its rail where it has lifted off; 0 in contact"},
    {"jump", "N", "track",
     "by how much the force of the wheel (Q, Y) stood out from the mean of the steps before and after, one "
     "step ago"},
}};

constexpr std::array<Quantity, 13> contact_quantities{{
    {"wheel_s", "m", "wheel profile",
     "lateral position of the contact on the wheel profile; 0 without contact"},
    {"rail_s", "m", "rail profile", "lateral position of the contact on the rail profile; 0 without contact"},
    {"contact_angle", "rad", "track",
     "angle of the contact plane, positive on the flange; 0 without contact"},
    {"normal_force", "N", "contact", "normal force; negative is a pull of the bilateral constraint"},
    {"creepage_x", "1", "contact", "longitudinal creepage"},
    {"creepage_y", "1", "contact", "lateral creepage"},
    {"spin", "1/m", "contact", "spin creepage"},
    {"creep_force_x", "N", "contact", "longitudinal creep force on the wheel"},
    {"creep_force_y", "N", "contact",
     "lateral creep force on the wheel, in the contact plane, to the left positive"},
    {"spin_moment", "Nm", "contact", "moment about the normal on the wheel"},
    {"semi_axis_a", "m", "contact", "semi-axis of the Hertzian patch along the rail"},
    {"semi_axis_b", "m", "contact", "semi-axis of the Hertzian patch across the rail"},
    {"indentation", "m", "contact",
     "indentation of elastic contact: of the hybrid table's flange, or of a contact found on line; 0 "
     "otherwise"},
}};

constexpr std::array<Quantity, 6> track_quantities{{
    {"curvature", "1/m", "track", "plan curvature at the vehicle's reference, left positive"},
    {"cant", "m", "track", "cant at the vehicle's reference, right rail above left"},
    {"alignment", "m", "track", "mean lateral displacement of the rails at the vehicle's reference"},
    {"vertical_profile", "m", "track", "mean vertical displacement of the rails at the vehicle's reference"},
    {"gauge_variation", "m", "track", "widening of the gauge at the vehicle's reference"},
    {"cross_level", "m", "track", "left rail above right by irregularity at the vehicle's reference"},
}};

constexpr std::array<Quantity, 3> rail_quantities{{
    {"rail_y", "m", "track", "lateral displacement of the rail under the wheel, to the left positive"},
    {"rail_z", "m", "track", "vertical displacement of the rail under the wheel"},
    {"rail_roll", "rad", "track", "roll of the rail under the wheel"},
}};

constexpr std::array<Quantity, 8> place_quantities{{
    {"rail_y", "m", "track", "lateral displacement of the rail at the nearest sleeper"},
    {"rail_z", "m", "track", "vertical displacement of the rail at the nearest sleeper"},
    {"sleeper_y", "m", "track", "lateral displacement of the sleeper under the rail"},
    {"sleeper_z", "m", "track", "vertical displacement of the sleeper under the rail"},
    {"pad_y", "N", "track", "lateral force of the rail on the sleeper"},
    {"pad_z", "N", "track", "vertical force of the rail on the sleeper"},
    {"ballast_y", "N", "track", "lateral force of the sleeper's half on the ballast"},
    {"ballast_z", "N", "track", "vertical force of the sleeper's half on the ballast"},
}};

template <std::size_t N>
void add(const std::array<Quantity, N>& quantities, const std::string& prefix,
         std::vector<results::Channel>& out) {
  for (const Quantity& q : quantities) out.push_back({prefix + q.name, q.unit, q.frame, q.description});
}

void add_element(const multibody::ElementInfo& element, std::vector<results::Channel>& out) {
  static constexpr const char* axes[] = {".x", ".y", ".z"};
  for (std::size_t i = 0; i < element.components; ++i) {
    const std::string name = element.name + (element.components > 1 ? axes[i] : "");
    out.push_back({name + ".deflection", element.rotational ? "rad" : "m", "element",
                   "deflection of the " + element.type});
    out.push_back(
        {name + ".force", element.rotational ? "Nm" : "N", "element", "force of the " + element.type});
  }
}

// What a joint does to its first body, in that body's axes.
void add_joint(const multibody::Model& model, const multibody::Joint& joint,
               std::vector<results::Channel>& out) {
  using multibody::JointType;
  static constexpr const char* axes[] = {".x", ".y", ".z"};
  const std::string& body = model.bodies[joint.i].name;
  if (joint.type == JointType::link) {
    out.push_back({joint.name + ".force", "N", "joint", "tension of the rigid link"});
  } else if (joint.type == JointType::gear) {
    out.push_back({joint.name + ".moment", "Nm", "joint", "torque of the gear on " + body});
  } else {
    for (const char* axis : axes)
      out.push_back({joint.name + ".force" + axis, "N", "joint", "force of the joint on " + body});
    for (const char* axis : axes) {
      if (joint.type != JointType::spherical)
        out.push_back({joint.name + ".moment" + axis, "Nm", "joint", "moment of the joint on " + body});
    }
  }
}

double* put_joint(const multibody::Joint& joint, const multibody::Workspace& bodies, double* row) {
  using multibody::JointType;
  const multibody::JointReaction reaction = multibody::joint_reaction(joint, bodies);
  if (joint.type == JointType::link) return *row = reaction.force.x(), row + 1;
  if (joint.type == JointType::gear) return *row = reaction.moment.y(), row + 1;
  row = std::copy(reaction.force.begin(), reaction.force.end(), row);
  if (joint.type == JointType::spherical) return row;
  return std::copy(reaction.moment.begin(), reaction.moment.end(), row);
}

// The contact of one kind that carries most; in a transition between two tread contacts the other one is left
// out.
const wheelrail::Contact* main_contact(const wheelrail::WheelsetResult& state, std::size_t side,
                                       bool flange) {
  const wheelrail::Contact* best = nullptr;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != side || contact.flange != flange) continue;
    if (!best || contact.normal_force > best->normal_force) best = &contact;
  }
  return best;
}

double* put_contact(const wheelrail::Contact* contact, double* row) {
  if (!contact) {
    std::fill(row, row + contact_quantities.size(), 0.0);
    return row + contact_quantities.size();
  }
  const double scale = std::cbrt(std::max(contact->normal_force, 0.0));
  const double values[contact_quantities.size()] = {contact->values[geometry::wheel_profile_y],
                                                    contact->values[geometry::rail_profile_y],
                                                    contact->angle,
                                                    contact->normal_force,
                                                    contact->creepages.longitudinal,
                                                    contact->creepages.lateral,
                                                    contact->creepages.spin,
                                                    contact->forces.longitudinal,
                                                    contact->forces.lateral,
                                                    contact->forces.spin_moment,
                                                    contact->values[geometry::patch_a] * scale,
                                                    contact->values[geometry::patch_b] * scale,
                                                    contact->indentation};
  return std::copy(std::begin(values), std::end(values), row);
}

void add_track_channels(const vehicle_case::CaseModel& model, std::vector<results::Channel>& out) {
  if (!model.structure) return;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const std::string& name = model.vehicle.bodies.bodies[wheelset.body].name;
    for (const char* side : {".left.", ".right."}) add(rail_quantities, name + side, out);
  }
  for (const double place : model.output.track_places) {
    for (const char* side : {".left.", ".right."})
      add(place_quantities, fmt::format("track.{:g}m{}", place, side), out);
  }
}

double* put_wheel(const wheelrail::Settings& settings, const wheelrail::WheelsetResult& state,
                  const wheelrail::WheelsetHistory& history, std::size_t side, double* row) {
  const WheelInstant wheel = look_at_wheel(settings, state, side);
  const wheelrail::WheelForces& forces = wheel.forces;
  *row++ = forces.q;
  *row++ = forces.y;
  *row++ = forces.q > 0 ? wheelrail::sign_of(side) * forces.y / forces.q : 0;
  *row++ = wheel.nadal;
  *row++ = wheel.lift;
  *row++ = history.forces[side].discontinuity;
  row = put_contact(main_contact(state, side, false), row);
  return put_contact(main_contact(state, side, true), row);
}

}  // namespace

std::vector<results::Channel> channels(const vehicle_case::CaseModel& model) {
  std::vector<results::Channel> out{{"t", "s", "", "time"},
                                    {"distance", "m", "track", "distance run by the vehicle's reference"}};
  const multibody::Model& vehicle = model.vehicle.bodies;
  for (const multibody::Body& body : vehicle.bodies) add(body_quantities, body.name + ".", out);
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const std::string name = vehicle.bodies[wheelset.body].name + ".";
    out.push_back({name + "speed", "m/s", "track", "speed of the wheelset's centre along the track"});
    for (const char* side : {"left.", "right."}) {
      add(wheel_quantities, name + side, out);
      add(contact_quantities, name + side + "tread.", out);
      add(contact_quantities, name + side + "flange.", out);
    }
  }
  for (const multibody::ElementInfo& element : vehicle.elements) add_element(element, out);
  for (const multibody::Joint& joint : vehicle.joints) add_joint(vehicle, joint, out);
  add(track_quantities, "track.", out);
  add_track_channels(model, out);
  return out;
}

void fill_track_row(const vehicle_case::CaseModel& model, const FlexibleTrack& track, double* row) {
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec6& motion = track.under(i, side).displacement;
      for (const Eigen::Index k : {1, 2, 3}) *row++ = motion(k);
    }
  }
  for (const double place : model.output.track_places) {
    const flextrack::SleeperView view = track.track().view(place);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec3 rail = view.rail[side].displacement.head<3>();
      for (const Vec3& v : {rail, view.sleeper[side], view.pad[side], view.ballast[side]}) {
        *row++ = v.y();
        *row++ = v.z();
      }
    }
  }
}

std::size_t track_channel_count(const vehicle_case::CaseModel& model) {
  if (!model.structure) return 0;
  return 2 * (rail_quantities.size() * model.contact.wheelsets.size() +
              place_quantities.size() * model.output.track_places.size());
}

void fill_row(const Simulation& simulation, double t, double distance, const double* y, double* row) {
  const vehicle_case::CaseModel& model = simulation.model();
  const multibody::Model& vehicle = model.vehicle.bodies;
  *row++ = t;
  *row++ = distance;
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    row = std::copy(y + 6 * i, y + 6 * i + 6, row);
    row = std::copy(y + vehicle.velocity_offset() + 6 * i, y + vehicle.velocity_offset() + 6 * i + 6, row);
  }
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    *row++ = simulation.bodies().bodies[model.contact.wheelsets[i].body].velocity.x();
    for (std::size_t side = 0; side < 2; ++side)
      row = put_wheel(model.contact.settings, simulation.contacts().wheelsets[i],
                      simulation.contact_state().wheelsets[i], side, row);
  }
  for (const multibody::ElementInfo& element : vehicle.elements) {
    for (std::size_t i = 0; i < element.components; ++i) {
      *row++ = simulation.bodies().element_deflection[element.output + i];
      *row++ = simulation.bodies().element_force[element.output + i];
    }
  }
  for (const multibody::Joint& joint : vehicle.joints) row = put_joint(joint, simulation.bodies(), row);
  const double s = y[6 * vehicle.reference_body];
  track::Irregularity irregularity;
  track::evaluate_irregularity(model.track, s, irregularity);
  *row++ = model.track.curvature(s);
  *row++ = model.track.cant(s);
  const auto measures = track::measures_of_rails(irregularity.value);
  row = std::copy(measures.begin(), measures.end(), row);
  if (const FlexibleTrack* flexible = simulation.flexible_track()) fill_track_row(model, *flexible, row);
  if (simulation.remote() != nullptr && model.structure) simulation.remote()->contact().track_row(row);
}

}  // namespace flangeway::simulate
