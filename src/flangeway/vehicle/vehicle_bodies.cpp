#include "flangeway/vehicle/vehicle_bodies.hpp"

#include <Eigen/Eigenvalues>
#include <set>

#include "flangeway/core/utf8.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/vehicle/element_lists.hpp"

namespace flangeway::vehicle {

std::optional<Complaint> fault_of_name(const std::string& name) {
  std::string what = flangeway::fault_of_name(name);
  if (const std::size_t at = name.find_first_of("./"); what.empty() && at != std::string::npos)
    what = {'\'', name[at], '\''};
  if (what.empty()) return std::nullopt;
  return Complaint{"contains " + what + ", which names of channels cannot have", "", "",
                   "Use letters, digits, spaces, '_' and '-'"};
}

namespace {

/// No body has a principal moment of inertia above the sum of the other two.
template <typename Spec>
void check_inertia(const Spec& spec, const Mat3& inertia, Findings& findings) {
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
  const std::string got =
      fmt::format("principal moments {:.6g}, {:.6g}, {:.6g} kg m²", principal[0], principal[1], principal[2]);
  if (principal[0] <= 0) {
    complain(findings, spec, "products_of_inertia",
             {"make the inertia indefinite", got, "positive principal moments", ""});
  } else if (principal[2] > (principal[0] + principal[1]) * (1 + 1e-9)) {
    complain(findings, spec, "inertia",
             {"is not that of any body: one moment exceeds the sum of the other two", got, "",
              "Give the moments about the centre of gravity in kg m²"});
  }
}

template <typename Spec>
void check_name(const Spec& spec, std::set<std::string>& names, Findings& findings) {
  const std::string& name = spec.name.value;
  if (name == "track") {
    complain(findings, spec, "name", {"is kept for the track", "\"track\"", "", "Choose another name"});
  } else if (const std::optional<Complaint> wrong = fault_of_name(name)) {
    complain(findings, spec, "name", *wrong);
  } else if (!name.empty() && !names.insert(name).second) {
    complain(findings, spec, "name",
             {"is the name of another body", "\"" + name + "\"", "a name of its own", ""});
  }
}

multibody::Body body_of(const BodySpec& spec) {
  multibody::Body body;
  const auto& p = spec.products_of_inertia;
  body.name = spec.name.value;
  body.mass = spec.mass;
  body.inertia =
      Mat3{{spec.inertia[0], -p[0], -p[1]}, {-p[0], spec.inertia[1], -p[2]}, {-p[1], -p[2], spec.inertia[2]}};
  body.initial << spec.position[0], spec.position[1], spec.position[2], 0, 0, 0;
  return body;
}

std::optional<multibody::Role> role_of(RoleChoice choice) {
  using multibody::Role;
  switch (choice) {
    case RoleChoice::from_connections:
      return std::nullopt;
    case RoleChoice::car_body:
      return Role::car_body;
    case RoleChoice::bolster:
      return Role::bolster;
    case RoleChoice::bogie_frame:
      return Role::bogie_frame;
    case RoleChoice::axlebox:
      return Role::axlebox;
    case RoleChoice::other:
      return Role::other;
  }
  return std::nullopt;
}

double profile_position(const WheelsetSpec& spec) {
  return spec.profile_position > 0 ? spec.profile_position
                                   : spec.back_to_back / 2 + spec.tape_circle_from_back;
}

/// Lateral position of the centre of gravity, to the left: a single wheel is below it.
double beside_middle(const WheelsetSpec& spec) {
  if (spec.wheels == WheelSides::both) return 0;
  return spec.wheels == WheelSides::left ? profile_position(spec) : -profile_position(spec);
}

multibody::Body body_of(const WheelsetSpec& spec) {
  multibody::Body body;
  body.name = spec.name.value;
  body.mass = spec.mass;
  body.inertia = Vec3{spec.inertia[0], spec.inertia[1], spec.inertia[2]}.asDiagonal();
  body.wheelset = true;
  body.initial << spec.x, beside_middle(spec), spec.wheel_radius, 0, 0, 0;
  return body;
}

/// One wheel has one profile, and turns by itself.
void check_single_wheel(const WheelsetSpec& spec, Findings& findings) {
  const bool is_left = spec.wheels == WheelSides::left;
  const std::string wheels(name_of(spec.wheels));
  const auto& other = is_left ? spec.wheel_profile_right : spec.wheel_profile_left;
  if (!other.value.empty())
    complain(findings, spec, is_left ? "wheel_profile_right" : "wheel_profile_left",
             {"is that of a wheel that is not there, because wheels = \"" + wheels + "\"", "", "",
              "Leave it out, and give wheel_profile"});
  if (spec.wheel_profile.value.empty() &&
      (is_left ? spec.wheel_profile_left : spec.wheel_profile_right).value.empty())
    complain(findings, spec, "wheel_profile", {"is missing", "", "a name or a file", "Give it"});
  if (spec.rotation != WheelRotation::rigid)
    complain(findings, spec, "rotation",
             {"is that of two wheels, but wheels = \"" + wheels + "\"", std::string(name_of(spec.rotation)),
              "", "Leave it out: a single wheel turns by itself"});
}

void check_profiles(const WheelsetSpec& spec, Findings& findings) {
  if (spec.wheels != WheelSides::both) return check_single_wheel(spec, findings);
  const bool both = !spec.wheel_profile.value.empty();
  const bool left = !spec.wheel_profile_left.value.empty(), right = !spec.wheel_profile_right.value.empty();
  if (!both && !(left && right)) {
    complain(findings, spec, "wheel_profile",
             {"is missing", "", "a name or a file",
              "Give wheel_profile, or wheel_profile_left and wheel_profile_right"});
  } else if (both && left && right) {
    complain(findings, spec, "wheel_profile",
             {"is given, and so are those of both sides", "", "", "Leave out wheel_profile"});
  }
}

void check_profile_position(const WheelsetSpec& spec, Findings& findings) {
  if ((spec.profile_position > 0) == (spec.back_to_back > 0)) {
    const bool both = spec.profile_position > 0;
    complain(findings, spec, "profile_position",
             {both ? "is given, and so is back_to_back" : "is missing", "", "",
              "Give one of profile_position and back_to_back"});
  }
}

void check_rotation(const WheelsetSpec& spec, Findings& findings) {
  if (spec.rotation == WheelRotation::torsion && spec.torsional_stiffness == 0)
    complain(findings, spec, "torsional_stiffness",
             {"is missing", "", "above 0 N m/rad", "Give it, or set rotation = \"independent\""});
}

/// Each wheel has half of the moment of inertia about the axle. docs/theory/independent_wheels.md (2)
void add_rotation(const WheelsetSpec& spec, multibody::Model& bodies, Wheelset& wheelset) {
  if (spec.rotation == WheelRotation::rigid || spec.wheels != WheelSides::both) return;
  multibody::AxleTwist twist;
  twist.body = wheelset.body;
  twist.elastic = spec.rotation == WheelRotation::torsion;
  twist.inertia = spec.inertia[1] / 4;
  twist.stiffness = spec.torsional_stiffness, twist.damping = spec.torsional_damping;
  wheelset.twist = bodies.axle_twists.size();
  bodies.axle_twists.push_back(twist);
}

Wheelset wheelset_of(const WheelsetSpec& spec, std::size_t body) {
  Wheelset out;
  out.body = body;
  out.where = spec.where, out.key = spec.key;
  out.wheel_radius = spec.wheel_radius;
  out.profile_position = profile_position(spec);
  out.profile_left = spec.wheel_profile_left.value.empty() ? spec.wheel_profile : spec.wheel_profile_left;
  out.profile_right = spec.wheel_profile_right.value.empty() ? spec.wheel_profile : spec.wheel_profile_right;
  // That of the wheel that is there stands for the other one.
  if (spec.wheels == WheelSides::left) out.profile_right = out.profile_left;
  if (spec.wheels == WheelSides::right) out.profile_left = out.profile_right;
  return out;
}

void find_torque_reaction(const WheelsetSpec& spec, const multibody::Model& bodies, Wheelset& wheelset,
                          Findings& findings) {
  const std::string& wanted = spec.torque_reaction.value;
  if (wanted.empty()) return;
  std::vector<std::string> names;
  for (std::size_t b = 0; b < bodies.body_count(); ++b) {
    if (bodies.bodies[b].wheelset) continue;
    names.push_back(bodies.bodies[b].name);
    if (names.back() == wanted) wheelset.torque_reaction = b;
  }
  if (wheelset.torque_reaction != multibody::no_index) return;
  const std::string nearest = nearest_name(wanted, names);
  complain(findings, spec, "torque_reaction",
           {"names no body", "\"" + wanted + "\"", "a body that is no wheelset",
            nearest.empty() ? "" : fmt::format("Did you mean \"{}\"", nearest)});
}

}  // namespace

void add_bodies(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings) {
  std::set<std::string> names;
  if (spec.bodies.empty() && spec.wheelsets.empty() && spec.elements->parts.empty())
    complain(findings, spec, "wheelsets", {"is missing", "", "one or more wheelsets, bodies or parts", ""});
  for (const BodySpec& body : spec.bodies) {
    check_name(body, names, findings);
    vehicle.bodies.bodies.push_back(body_of(body));
    vehicle.bodies.lists->given_roles.push_back(role_of(body.role));
    check_inertia(body, vehicle.bodies.bodies.back().inertia, findings);
  }
  for (const WheelsetSpec& wheelset : spec.wheelsets) {
    check_name(wheelset, names, findings);
    check_profiles(wheelset, findings);
    check_profile_position(wheelset, findings);
    check_rotation(wheelset, findings);
    vehicle.wheelsets.push_back(wheelset_of(wheelset, vehicle.bodies.body_count()));
    add_rotation(wheelset, vehicle.bodies, vehicle.wheelsets.back());
    vehicle.bodies.bodies.push_back(body_of(wheelset));
    check_inertia(wheelset, vehicle.bodies.bodies.back().inertia, findings);
  }
  for (std::size_t i = 0; i < spec.wheelsets.size(); ++i)
    find_torque_reaction(spec.wheelsets[i], vehicle.bodies, vehicle.wheelsets[i], findings);
}

}  // namespace flangeway::vehicle
