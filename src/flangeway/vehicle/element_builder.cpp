#include "flangeway/vehicle/element_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/law/law.hpp"

namespace flangeway::vehicle {

using multibody::no_index;
using Ends = ElementBuilder::Ends;

ElementBuilder::ElementBuilder(const VehicleSpec& spec, multibody::Model& model, Findings& findings)
    : spec_(spec), model_(model), findings_(findings) {
  for (const multibody::Body& body : model.bodies) bodies_.push_back(body.name);
}

std::size_t ElementBuilder::find_body(const ElementSpec& spec, std::string_view key,
                                      const document::Located<std::string>& name, std::string_view allowed) {
  const auto found = std::find(bodies_.begin(), bodies_.end(), name.value);
  if (found != bodies_.end()) return static_cast<std::size_t>(found - bodies_.begin());
  if (name.value.empty()) return no_index;  // the reader has said so
  const std::string nearest = nearest_name(name.value, bodies_);
  findings_.add({name.where, fmt::format("{}.{}", spec.key, key), "names no body", "\"" + name.value + "\"",
                 std::string(allowed), nearest.empty() ? "" : fmt::format("Did you mean \"{}\"", nearest)});
  return no_index;
}

void ElementBuilder::refuse_spins(const ElementSpec& spec) {
  for (const auto* end : {&spec.body_i, &spec.body_j}) {
    if (!is_wheelset(end->value)) continue;
    complain(spec, end == &spec.body_i ? "body_i" : "body_j",
             {"is a wheelset, whose spin elements do not see", "\"" + end->value + "\"", "a body",
              "Give the rotor as a body, and tie it to the wheelset by one of gears"});
  }
}

bool ElementBuilder::is_wheelset(const std::string& name) const {
  const auto found = std::find(bodies_.begin(), bodies_.end(), name);
  return found != bodies_.end() && model_.bodies[static_cast<std::size_t>(found - bodies_.begin())].wheelset;
}

std::size_t ElementBuilder::ground_of(std::size_t body, bool stands) {
  auto& grounds = model_.ground_bodies;
  std::size_t index = 0;
  while (index < grounds.size() &&
         !(grounds[index] == body && multibody::is_standing(model_, index) == stands))
    ++index;
  if (index == grounds.size()) grounds.push_back(body), model_.lists->standing_grounds.push_back(stands);
  return model_.body_count() + index;
}

std::size_t ElementBuilder::standing_ground_of(std::size_t body) {
  return ground_of(body, true);
}

double ElementBuilder::place_of(const std::string& body) const {
  const auto found = std::find(bodies_.begin(), bodies_.end(), body);
  return found == bodies_.end() ? 0
                                : model_.bodies[static_cast<std::size_t>(found - bodies_.begin())].initial[0];
}

std::size_t ElementBuilder::named_body_of(const ElementSpec& spec) {
  check_name(spec);
  return find_body(spec, "body_i", spec.body_i, "a body, a wheelset");
}

void ElementBuilder::check_name(const ElementSpec& spec) {
  if (const std::optional<Complaint> wrong = fault_of_name(spec.name.value)) complain(spec, "name", *wrong);
  if (spec.name.value.empty() || names_.insert(spec.name.value).second) return;
  complain(spec, "name",
           {"is the name of another element", "\"" + spec.name.value + "\"", "a name of its own", ""});
}

Ends ElementBuilder::two_ends_of(const ElementSpec& spec, bool may_be_track) {
  check_name(spec);
  Ends ends;
  const std::string any_body = may_be_track ? "a body, a wheelset" : "a body or a wheelset";
  ends.i = find_body(spec, "body_i", spec.body_i, any_body);
  const bool ground = may_be_track && spec.body_j.value == "track";
  if (ends.i != no_index && ground) ends.j = ground_of(ends.i);
  if (!ground)
    ends.j = find_body(spec, "body_j", spec.body_j, any_body + (may_be_track ? ", or \"track\"" : ""));
  ends.ok = ends.i != no_index && ends.j != no_index;
  if (ends.ok && ends.i == ends.j) {
    complain(spec, "body_j",
             {"is the same as body_i", "\"" + spec.body_j.value + "\"",
              may_be_track ? "another body, or \"track\"" : "another body", ""});
    ends.ok = false;
  }
  return ends;
}

Ends ElementBuilder::ends_of(const ElementSpec& spec) {
  return two_ends_of(spec, true);
}

Ends ElementBuilder::one_or_two_ends_of(const ElementSpec& spec) {
  if (!spec.body_j.value.empty()) return ends_of(spec);
  Ends ends;
  ends.i = named_body_of(spec);
  ends.ok = ends.i != no_index;
  return ends;
}

Ends ElementBuilder::joint_ends_of(const JointSpec& spec) {
  if (spec.body_j.value != "track") return two_ends_of(spec, false);
  check_name(spec);
  complain(spec, "body_j",
           {"is the track, which moves along with each body at its own speed", "\"track\"",
            "a body or a wheelset", "Hold the body by stiff springs"});
  return {};
}

Vec3 ElementBuilder::local(std::size_t pose, const Triple& position) const {
  const bool ground = pose >= model_.body_count();
  const std::size_t body = ground ? model_.ground_bodies[pose - model_.body_count()] : pose;
  const Vec3 origin = model_.bodies[body].initial.head<3>();
  return vec(position) - (ground ? Vec3{origin.x(), 0, 0} : origin);
}

multibody::Table ElementBuilder::table_of(const Curve& curve, bool may_be_odd) {
  if (curve.empty()) return {};
  const multibody::Table table{model_.table_points.size(), curve.size(), may_be_odd && curve[0][0] == 0};
  model_.table_points.insert(model_.table_points.end(), curve.begin(), curve.end());
  return table;
}

bool ElementBuilder::counts_as_rigid(double stiffness, double damping) const {
  return damping / stiffness < spec_.min_relaxation_time;
}

void ElementBuilder::add(const JointSpec& spec, const Ends& ends, multibody::Joint joint) {
  joint.name = spec.name.value;
  joint.i = ends.i, joint.j = ends.j;
  model_.joints.push_back(joint);
  joints_.push_back(spec);
}

void ElementBuilder::add(const ElementSpec& spec, const multibody::DifferentialValve& valve) {
  for (const std::size_t spring : {valve.i, valve.j})
    multibody::elements_of<multibody::AirSpring>(model_)[spring].has_valve = 1;
  model_.lists->differential_valves.push_back(valve);
  valves_.push_back(spec);
}

std::shared_ptr<const law::Law> ElementBuilder::load_law(const law::LawSpec& spec, const std::string& key) {
  std::string same = fmt::format("{} {}", spec.library.value, spec.time_limit);
  for (const document::Setting& one : spec.parameters) same += "\n" + one.key + " = " + one.value.text;
  const auto known = laws_.find(same);
  if (known != laws_.end()) return known->second;
  std::vector<document::SourceFile> sources;
  std::shared_ptr<const law::Law> law = law::load(law::Kind::element, spec, key, sources, findings_);
  for (document::SourceFile& source : sources) {
    const auto is_same = [&](const document::SourceFile& other) { return other.path == source.path; };
    if (std::none_of(sources_.begin(), sources_.end(), is_same)) sources_.push_back(std::move(source));
  }
  if (law != nullptr) laws_.emplace(std::move(same), law);
  return law;
}

void ElementBuilder::check_either(const ElementSpec& spec, std::string_view number, double value,
                                  std::string_view table, const Curve& curve) {
  if (value == 0 || curve.empty()) return;
  complain(spec, table,
           {fmt::format("is given, and so is {}", number), "", "",
            fmt::format("Give one of {} and {}", number, table)});
}

void ElementBuilder::check_table(const ElementSpec& spec, std::string_view key, const Curve& curve,
                                 const std::string& advice) {
  if (curve.empty()) return;
  const bool covers = curve.front()[0] <= 0 && curve.back()[0] > 0;
  const bool through_zero =
      std::any_of(curve.begin(), curve.end(), [](const auto& p) { return p[0] == 0 && p[1] == 0; });
  if (covers && through_zero) return;
  complain(spec, key, {"does not pass through [0, 0]", "", "a table with the point [0, 0]", advice});
}

void ElementBuilder::check_preload(const ElementSpec& spec, bool given, bool automatic) {
  if (!given || !automatic) return;
  complain(spec, "preload",
           {"is given, but is to come from the static equilibrium", "", "",
            "Add auto_preload = false, or leave out preload"});
}

void ElementBuilder::check_place(const ElementSpec& spec, const BushingPlace& place) {
  if (place.force_at != ForcePlace::middle && !any(place.marker_offset))
    complain(spec, "force_at",
             {"has no effect without marker_offset", std::string(name_of(place.force_at)), "",
              "Leave it out, or give marker_offset"});
  if (place.axes == ElementAxes::body_j && spec.body_j.value == "track")
    complain(spec, "axes",
             {"are those of the track, which elements do not have", "body_j", "body_i", "Leave it out"});
}

void ElementBuilder::check_length(const ElementSpec& spec, const Triple& position_i,
                                  const Triple& position_j) {
  if ((vec(position_j) - vec(position_i)).norm() >= 1e-3) return;
  complain(spec, "position_j",
           {"is where position_i is: the line between them has no direction", "",
            "ends at least 0.001 m apart", "Move an end, or use a bushing"});
}

void ElementBuilder::check_normal(const ElementSpec& spec, const NormalForce& normal, double limit) {
  const bool pressed = normal.normal_force > 0 || !normal.normal_from.value.empty();
  if (normal.friction_coefficient > 0 && !pressed) {
    complain(spec, "friction_coefficient",
             {"is given, but no normal force", fmt::format("{}", normal.friction_coefficient), "",
              "Give normal_force or normal_from"});
  } else if (normal.friction_coefficient == 0 && pressed) {
    complain(spec, "friction_coefficient", {"is missing", "", "", "Give it, or leave out the normal force"});
  } else if (limit == 0 && !pressed) {
    complain(spec, "",
             {"has no limit of friction", "", "",
              "Give a constant limit, or friction_coefficient and a normal force"});
  }
}

void ElementBuilder::set_source(const ElementSpec& spec, const NormalForce& normal,
                                multibody::ForceSource& source) {
  const std::string& wanted = normal.normal_from.value;
  if (wanted.empty()) return;
  const std::string& own = spec.name.value;
  const std::string side = own.ends_with("_left") ? "_left" : own.ends_with("_right") ? "_right" : "";
  std::vector<std::string> names;
  multibody::for_each_element(model_, [&](const auto& element) {
    using E = std::decay_t<decltype(element)>;
    if (multibody::input_count < E >> 0) return;
    names.push_back(element.name);
    if (element.name != wanted && element.name != wanted + side) return;
    source.element = element.name;
    source.component =
        multibody::component_count<E> == 1 ? 0 : static_cast<std::size_t>(normal.normal_direction);
  });
  if (!source.element.empty()) return;
  const std::string nearest = nearest_name(wanted, names);
  findings_.add({normal.normal_from.where, fmt::format("{}.normal_from", spec.key), "names no element",
                 "\"" + wanted + "\"", "an element other than friction",
                 nearest.empty() ? "" : fmt::format("Did you mean \"{}\"", nearest)});
}

void ElementBuilder::check_on_axle(const JointSpec& spec, std::string_view key, std::size_t body,
                                   const Triple& place) {
  if (!model_.bodies[body].wheelset) return;
  const Vec3 arm = local(body, place);
  if (std::abs(arm.x()) < 1e-9 && std::abs(arm.z()) < 1e-9) return;
  complain(spec, key,
           {fmt::format("does not lie on the axle of \"{}\"", model_.bodies[body].name),
            fmt::format("x = {:.6g}, z = {:.6g}", place[0], place[2]),
            fmt::format("x = {:.6g}, z = {:.6g} m", model_.bodies[body].initial.x(),
                        model_.bodies[body].initial.z()),
            "Wheelsets spin in their joints: put the point on the axle"});
}

}  // namespace flangeway::vehicle
