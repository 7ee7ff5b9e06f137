#include <cmath>

#include "flangeway/contact_case/patch_summary.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

using nlohmann::ordered_json;
using wheel_on_rail::Contact;
using wheel_on_rail::ContactProblem;
using wheel_on_rail::Patch;

// From our frame and SI to what is printed. A deck turns by π about x: y and z change their signs, and with
// them pitch and yaw; it counts creepages as rail minus wheel.
struct Output {
  explicit Output(Convention convention)
      : deck(convention == Convention::deck), length(deck ? 1e3 : 1), sign(deck ? -1 : 1) {}

  bool deck;
  double length, sign;

  [[nodiscard]] ordered_json place(const Vec3& v) const {
    return {length * v.x(), sign * length * v.y(), sign * length * v.z()};
  }
  [[nodiscard]] ordered_json force_on_rail(const Vec3& on_wheel) const {
    return {-on_wheel.x(), -sign * on_wheel.y(), -sign * on_wheel.z()};
  }
};

void add_position(const WheelRailCase& one, const Contact& contact, const Output& out, ordered_json& json) {
  const auto& m = one.problem.motion;
  const double mirror = one.right_hand ? -1 : 1;
  const double l = out.length, s = out.sign;
  json["wheelset_position"] = {l * m.s,         s * mirror * l * m.y, s * l * contact.z,
                               mirror * m.roll, s * mirror * m.yaw,   s * m.pitch};
  const auto& rail = one.problem.rail_place;
  const double first = rail.roller_radius ? rail.roller_velocity_pitch : l * m.velocity.x();
  json["wheelset_velocity"] = {first,
                               s * mirror * l * m.velocity.y(),
                               s * l * m.velocity.z(),
                               mirror * m.velocity_roll,
                               s * mirror * m.velocity_yaw,
                               s * contact.velocity_pitch};
}

ordered_json creepages(const Patch& patch, const Output& out, bool shift) {
  const double scale = shift ? out.length : 1;
  return {out.sign * scale * patch.creepages.longitudinal, scale * patch.creepages.lateral,
          shift ? patch.creepages.spin : patch.creepages.spin / out.length};
}

double quotient(double value, double divisor) {
  return divisor > 0 ? value / divisor : 0;
}

ordered_json scaled(const Patch& patch, const Output& out, bool curved, double fx, double fs) {
  const double bound = patch.friction * (curved ? patch.sum_of_pressure : patch.normal_force);
  const double shear = patch.problem.material.shear_modulus * (out.deck ? 1e-6 : 1);
  ordered_json json;
  if (!curved) json["FN/G"] = patch.normal_force / shear;
  json["FX/FSTAT/FN"] = quotient(fx, bound);
  json["FS/FSTAT/FN"] = quotient(fs, bound);
  return json;
}

void add_rolling(const Patch& patch, const Output& out, ordered_json& json) {
  using contact::patch::TangentialKind;
  const auto& motion = patch.problem.motion;
  if (motion.kind == TangentialKind::shift && out.deck) {  // which takes a step of 1 mm in 1 s
    json["friction_power"] = patch.frictional_power;
    json["rolling"] = {{"chi", 0.0}, {"dq", 1.0}, {"veloc", 1.0}};
    return;
  }
  if (motion.kind == TangentialKind::none || motion.kind == TangentialKind::shift) {
    json["friction_work"] = patch.frictional_power;
    return;
  }
  const bool steady = motion.kind == TangentialKind::steady_rolling;
  json["friction_power"] = patch.frictional_power;
  json["rolling"] = {{"chi", motion.direction < 0 ? pi : 0.0},
                     {"dq", out.length * (steady ? patch.problem.grid.dx : motion.step)},
                     {"veloc", out.length * patch.reference_speed}};
}

ordered_json patch_of(const Patch& patch, const ContactProblem& problem, const Output& out) {
  const bool curved = problem.reference.surface == wheel_on_rail::Surface::curved;
  const bool shift = problem.tangential == contact::patch::TangentialKind::shift;
  const double fx = -patch.longitudinal_force, fs = -out.sign * patch.lateral_force;
  // A deck takes it about the origin of its elements; of a curved surface, only along the track.
  const Vec2 arm(patch.on_lattice.x(), curved ? 0 : patch.on_lattice.y());
  const double moment =
      patch.moment.z() + (out.deck ? arm.x() * patch.lateral_force - arm.y() * patch.longitudinal_force : 0);
  const ordered_json place = out.place(patch.position);
  ordered_json json{{"x", place[0]},
                    {"y", place[1]},
                    {"z", place[2]},
                    {"contact_angle", patch.angle},
                    {"creepages", creepages(patch, out, shift)},
                    {"FN", patch.normal_force},
                    {"FX", fx},
                    {"FS", fs},
                    {"MN", -out.sign * out.length * moment},
                    {"approach", out.length * patch.interpenetration},
                    {"pmax", patch.max_pressure * (out.deck ? 1e-6 : 1)},
                    {"elements",
                     {{"contact", patch.contact_elements},
                      {"adhesion", patch.adhesion_elements},
                      {"slip", patch.slip_elements},
                      {"potential", patch.problem.grid.size()}}},
                    {"scaled", scaled(patch, out, curved, fx, fs)}};
  if (patch.problem.third_body.yield_stress > 0) json["elements"]["plastic"] = patch.plastic_elements;
  if (patch.problem.heat) json["max_temperature"] = patch.max_temperature;
  if (curved) json["tilde_FN"] = patch.sum_of_pressure;
  if (problem.rail_place.roller_radius) json["contact_pitch"] = out.sign * patch.pitch;
  json["elastic_energy"] = patch.elastic_energy;
  json["on_rail_profile"] = {out.sign * out.length * patch.on_rail.x(),
                             out.sign * out.length * patch.on_rail.y()};
  json["on_wheel_profile"] = out.place(patch.on_wheel);
  add_rolling(patch, out, json);
  return json;
}

}  // namespace

void add_contact(const WheelRailCase& one, const Contact& contact, Convention convention,
                 ordered_json& json) {
  const Output out(convention);
  json["side"] = one.right_hand ? "right" : "left";
  add_position(one, contact, out, json);
  json["total_force_on_rail"] = out.force_on_rail(contact.total.track.force);
  json["total_force_on_rail_wheelset_frame"] = out.force_on_rail(contact.total.wheelset.force);
  if (one.problem.springs)
    json["rail_deflection"] = {out.sign * out.length * contact.rail_deflection_y,
                               out.sign * out.length * contact.rail_deflection_z};
  if (!out.deck) json["average_position"] = out.place(contact.average_position);
  json["patches"] = ordered_json::array();
  for (const Patch& patch : contact.patches) json["patches"].push_back(patch_of(patch, one.problem, out));
}

}  // namespace flangeway::contact_case
