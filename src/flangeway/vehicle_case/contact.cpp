#include "flangeway/vehicle_case/contact.hpp"

#include <fmt/format.h>

#include "flangeway/law/law.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::vehicle_case {
namespace {

wheelrail::FrictionOverAngle in_radians(const std::vector<std::array<double, 2>>& over_angle_deg) {
  wheelrail::FrictionOverAngle friction;
  for (const auto& [degrees, coefficient] : over_angle_deg)
    friction.push_back({degrees * pi / 180, coefficient});
  return friction;
}

wheelrail::FrictionStation station_of(const FrictionStationSpec& spec, double own) {
  if (!spec.over_angle_deg.empty()) return {spec.s, in_radians(spec.over_angle_deg)};
  return {spec.s, {{0, own >= 0 ? own : spec.coefficient}}};
}

wheelrail::RailFriction rail_friction(const FrictionSpec& spec, double FrictionStationSpec::*at_station,
                                      double own) {
  wheelrail::RailFriction friction;
  if (spec.condition != contact::RailCondition::given) {
    friction.law = contact::adhesion_of(spec.condition).friction;
    return friction;
  }
  friction.law = {own >= 0 ? own : spec.coefficient, spec.limit_ratio, spec.decay};
  friction.over_angle = in_radians(spec.over_angle_deg);
  for (const FrictionStationSpec& station : spec.stations)
    friction.stations.push_back(station_of(station, station.*at_station));
  return friction;
}

// A station gives both rails one coefficient each, or one table.
void check_station(const FrictionStationSpec& station, const std::string& key, Findings& findings) {
  const bool both = station.left >= 0 && station.right >= 0;
  const bool any = station.coefficient >= 0 || station.left >= 0 || station.right >= 0;
  if (station.over_angle_deg.empty() && station.coefficient < 0 && !both)
    findings.add({station.where, key, any ? "has the friction of one rail only" : "has no friction", "", "",
                  "Give coefficient, left and right, or over_angle_deg"});
  if (!station.over_angle_deg.empty() && any)
    findings.add({station.where, key, "has over_angle_deg beside coefficient, left or right", "", "",
                  "Leave either out"});
}

void check_stations(const CaseSpec& spec, Findings& findings) {
  const FrictionSpec& friction = spec.contact.friction;
  for (std::size_t i = 0; i < friction.stations.size(); ++i) {
    const FrictionStationSpec& station = friction.stations[i];
    const std::string key = fmt::format("contact.friction.stations[{}]", i);
    check_station(station, key, findings);
  }
  if (friction.stations.empty()) return;
  if (friction.left >= 0 || friction.right >= 0 || !friction.over_angle_deg.empty())
    findings.add({friction.stations.front().where, "contact.friction.stations",
                  "stand beside left, right or over_angle_deg of contact.friction", "", "",
                  "Give these at each station"});
}

// Patches that are solved have the friction of their rail once and for all.
void check_friction_in_patches(const CaseSpec& spec, Findings& findings) {
  const FrictionSpec& friction = spec.contact.friction;
  const char* key = !friction.stations.empty()            ? "contact.friction.stations"
                    : friction.recovery                   ? "contact.friction.recovery"
                    : !friction.own.library.value.empty() ? "contact.friction.library"
                                                          : nullptr;
  if (key == nullptr || !wheelrail::solves_patches(spec.contact.patch)) return;
  findings.add({spec.where, key, "is not known to patches that are solved during the run",
                std::string(name_of(spec.contact.patch)), "hertz", "Set contact.patch to hertz"});
}

void check_creep(const CaseSpec& spec, Findings& findings) {
  if (spec.contact.creep.law == contact::CreepLaw::fixed_coefficients && spec.contact.creep.f11 == 0 &&
      spec.contact.creep.f22 == 0) {
    findings.add({spec.where, "contact.creep", "has the law fixed_coefficients but no coefficients", "", "",
                  "Give f11 and f22, or choose another law"});
  }
}

void check_normal_law(const ContactSpec& contact, Findings& findings) {
  const law::LawSpec& own = contact.normal.own;
  if (own.library.value.empty()) return law::check_without_library(own, "contact.normal", findings);
  if (contact.method != wheelrail::Method::elastic)
    findings.add({own.library.where, "contact.normal.library", "is for elastic contact only",
                  std::string(name_of(contact.method)), "elastic", "Set contact.method to elastic"});
  const ElasticSpec usual;
  if (contact.elastic.restitution != usual.restitution || contact.elastic.damper != usual.damper ||
      contact.elastic.min_impact_speed != usual.min_impact_speed)
    findings.add({own.library.where, "contact.normal.library",
                  "is given together with restitution, damper or min_impact_speed of contact.elastic", "", "",
                  "Leave these out: your law gives the normal force with its damping"});
  if (wheelrail::solves_patches(contact.patch))
    findings.add({own.library.where, "contact.normal.library",
                  "is not known to patches that are solved during the run",
                  std::string(name_of(contact.patch)), "hertz", "Set contact.patch to hertz"});
}

void check_own_laws(const CaseSpec& spec, Findings& findings) {
  const CreepSpec& creep = spec.contact.creep;
  if (creep.law == contact::CreepLaw::library && creep.own.library.value.empty())
    findings.add({spec.where, "contact.creep.library", "is missing", "", "the path of a shared library",
                  "Give it, or choose another law"});
  const FrictionSpec& friction = spec.contact.friction;
  if (friction.own.library.value.empty()) {
    law::check_without_library(friction.own, "contact.friction", findings);
    return;
  }
  const SourceLocation& where = friction.own.library.where;
  if (friction.limit_ratio != 1 || friction.decay != 0)
    findings.add({where, "contact.friction.library", "is given together with limit_ratio or decay", "", "",
                  "Leave these out: your law makes friction depend on the sliding speed"});
  if (friction.condition != contact::RailCondition::given)
    findings.add({where, "contact.friction.library", "is given together with condition",
                  std::string(name_of(friction.condition)), "given", "Leave either out"});
}

// The sets of parameters belong to this law.
void check_condition(const CaseSpec& spec, Findings& findings) {
  const contact::RailCondition condition = spec.contact.friction.condition;
  if (condition == contact::RailCondition::given) return;
  const std::string key = "contact.friction.condition", got(name_of(condition));
  if (spec.contact.creep.law != contact::CreepLaw::polach)
    findings.add({spec.where, key, "is a set of parameters of Polach's law", got, "given",
                  "Set contact.creep.law to polach"});
  const FrictionSpec& own = spec.contact.friction;
  if (own.left >= 0 || own.right >= 0 || own.limit_ratio != 1 || own.decay != 0 ||
      !own.over_angle_deg.empty() || !own.stations.empty())
    findings.add(
        {spec.where, key, "has its own friction", got, "given",
         "Leave left, right, limit_ratio, decay, over_angle_deg and stations of contact.friction out"});
  if (spec.contact.creep.k_a != 1 || spec.contact.creep.k_s != 1)
    findings.add({spec.where, key, "has its own k_a and k_s", got, "given",
                  "Leave contact.creep.k_a and contact.creep.k_s out"});
}

void check_material(const CaseSpec& spec, Findings& findings) {
  if (spec.contact.shear_modulus == 0 || spec.contact.youngs_modulus == ContactSpec{}.youngs_modulus) return;
  findings.add({spec.where, "contact.shear_modulus", "is given together with contact.youngs_modulus",
                fmt::format("{}", spec.contact.shear_modulus), "one of them",
                "Leave one out: the other follows from contact.poisson_ratio"});
}

void check_patches(const CaseSpec& spec, Findings& findings) {
  const ContactSpec& contact = spec.contact;
  if (!wheelrail::solves_patches(contact.patch)) return;
  if (contact.creep.law != CreepSpec{}.law) {
    findings.add(
        {spec.where, "contact.creep.law",
         fmt::format("has no effect with contact.patch = \"{}\", which computes friction in the patch",
                     name_of(contact.patch)),
         "", "", "Leave it out, or set contact.patch to hertz"});
  }
  if (!has_fixed_steps(spec.integration.method) && contact.patch_tolerance > 0) {
    findings.add({spec.where, "contact.patch",
                  fmt::format("updates the patches at the end of each step only, and the error control of {} "
                              "takes these changes for errors",
                              name_of(spec.integration.method)),
                  std::string(name_of(contact.patch)), "hertz",
                  "Set integration.method to abm4 or rk4, or contact.patch_tolerance to 0"});
  }
}

void check_geometry(const CaseSpec& spec, Findings& findings) {
  const ContactSpec& contact = spec.contact;
  if (contact.method != wheelrail::Method::kec || contact.kec.geometry != TableGeometry::patch ||
      contact.kec.conicity == 0)
    return;
  findings.add({spec.where, "contact.kec.geometry",
                "has no effect with contact.kec.conicity, which replaces the profiles", "patch", "points",
                "Leave either out"});
}

contact::Material material(const ContactSpec& spec) {
  if (spec.shear_modulus == 0) return {spec.youngs_modulus, spec.poisson_ratio};
  return {2 * spec.shear_modulus * (1 + spec.poisson_ratio), spec.poisson_ratio};
}

}  // namespace

wheelrail::Settings contact_settings(const CaseSpec& spec) {
  const ContactSpec& contact = spec.contact;
  wheelrail::Settings settings;
  settings.method = contact.method;
  settings.lift_off = contact.lift_off;
  settings.coupling = contact.normal_force;
  const contact::Material steel = material(contact);
  geometry::PatchSettings patch{steel, steel, contact.curvature_window};
  settings.kec = {contact.kec.transition_length,
                  contact.kec.points,
                  contact.kec.conicity,
                  patch,
                  contact.kec.load_transition_length,
                  contact.kec.linear_roll,
                  0};
  settings.terms = {contact.kec.irregularity_accelerations, contact.lookup.rotated_axes,
                    contact.lookup.longitudinal_terms};
  settings.lookup.lateral_points = contact.lookup.lateral_points | 1;  // symmetric about the middle
  settings.lookup.gauge_points = contact.lookup.gauge_points;
  settings.lookup.gauge_variation = contact.lookup.gauge_variation;
  settings.lookup.transition_length = contact.lookup.transition_length;
  settings.lookup.overlap = contact.lookup.overlap;
  settings.lookup.linear_gauge = contact.lookup.linear_gauge;
  settings.lookup.patch = patch;
  settings.patch = patch;
  settings.patch_solution.model = contact.patch;
  settings.patch_solution.curved = contact.reference == ContactReference::curved;
  settings.patch_solution.element = contact.element_size;
  settings.patch_solution.tolerance = contact.patch_tolerance;
  settings.patch_solution.threads = static_cast<unsigned>(contact.patch_threads);
  settings.impact = {contact.elastic.restitution, contact.elastic.min_impact_speed, contact.elastic.damper};
  settings.max_step = contact.elastic.max_step;
  settings.look = look_with(spec.integration.method);
  if (spec.roller_rig) settings.roller_radius = spec.roller_rig->radius;
  settings.flange_stiffness = contact.lookup.flange_stiffness;
  settings.flange_damping = contact.lookup.flange_damping;
  settings.creep.law = contact.creep.law;
  settings.creep.shear_modulus = steel.shear_modulus();
  settings.creep.reduction = contact.friction.condition == contact::RailCondition::given
                                 ? contact::PolachReduction{contact.creep.k_a, contact.creep.k_s}
                                 : contact::adhesion_of(contact.friction.condition).reduction;
  settings.creep.fixed = {contact.creep.f11, contact.creep.f22, contact.creep.f23, contact.creep.f33,
                          contact.creep.limit};
  if (const auto& recovery = contact.friction.recovery)
    settings.recovery = {recovery->coefficient, recovery->work, 0};
  settings.stiff_creep = spec.integration.stiff_creep;
  return settings;
}

void set_averaging_load(const CaseSpec& spec, const multibody::Model& bodies, std::size_t wheels,
                        wheelrail::Settings& settings) {
  double mass = 0;
  for (const multibody::Body& body : bodies.bodies) mass += body.mass;
  const double load = mass * bodies.gravity / static_cast<double>(wheels);
  if (spec.contact.kec.geometry == TableGeometry::patch) settings.kec.averaging_load = load;
  if (spec.contact.lookup.geometry == TableGeometry::patch) settings.lookup.averaging_load = load;
}

std::optional<std::string> note_on_averaging(const CaseSpec& spec, const wheelrail::Settings& settings) {
  const bool patch =
      (spec.contact.method == wheelrail::Method::kec && spec.contact.kec.geometry == TableGeometry::patch) ||
      (spec.contact.method == wheelrail::Method::lut && spec.contact.lookup.geometry == TableGeometry::patch);
  if (!patch || std::max(settings.kec.averaging_load, settings.lookup.averaging_load) > 0)
    return std::nullopt;
  return fmt::format(
      "contact.method = \"{}\": the vehicle has no weight, so that there is no loaded patch: its tables have "
      "the geometry of points",
      name_of(spec.contact.method));
}

std::optional<std::string> note_on_condition(contact::RailCondition condition) {
  if (condition != contact::RailCondition::low && condition != contact::RailCondition::very_low)
    return std::nullopt;
  const contact::Adhesion adhesion = contact::adhesion_of(condition);
  return fmt::format(
      "contact.friction.condition = \"{}\": its values are unverified, no printed table of them was found. "
      "To use values of your own, leave it out and give contact.friction.coefficient ({:g}), "
      "limit_ratio ({:g}) and decay ({:g} s/m), contact.creep.k_a ({:g}) and k_s ({:g})",
      name_of(condition), adhesion.friction.coefficient, adhesion.friction.limit_ratio,
      adhesion.friction.decay, adhesion.reduction.k_a, adhesion.reduction.k_s);
}

void set_friction(const CaseSpec& spec, wheelrail::Settings& settings, Findings& findings) {
  const FrictionSpec& friction = spec.contact.friction;
  settings.friction[0] = rail_friction(friction, &FrictionStationSpec::left, friction.left);
  settings.friction[1] = rail_friction(friction, &FrictionStationSpec::right, friction.right);
  const std::vector<FrictionStationSpec>& stations = friction.stations;
  for (std::size_t i = 1; i < stations.size(); ++i)
    if (stations[i].s <= stations[i - 1].s)
      findings.add({stations[i].where, fmt::format("contact.friction.stations[{}].s", i),
                    "does not lie behind the station before", fmt::format("{:g}", stations[i].s),
                    "rising values", ""});
}

void load_laws(const CaseSpec& spec, wheelrail::Settings& settings,
               std::vector<document::SourceFile>& sources, Findings& findings) {
  const CreepSpec& creep = spec.contact.creep;
  if (creep.law == contact::CreepLaw::library && !creep.own.library.value.empty())
    settings.creep_law = law::load(law::Kind::creep, creep.own, "contact.creep", sources, findings);
  const law::LawSpec& normal = spec.contact.normal.own;
  if (!normal.library.value.empty())
    settings.normal_law = law::load(law::Kind::normal, normal, "contact.normal", sources, findings);
  const FrictionSpec& friction = spec.contact.friction;
  if (!friction.own.library.value.empty())
    settings.friction_law =
        law::load(law::Kind::friction, friction.own, "contact.friction", sources, findings);
}

void check_contact(const CaseSpec& spec, Findings& findings) {
  check_creep(spec, findings);
  check_own_laws(spec, findings);
  check_normal_law(spec.contact, findings);
  check_condition(spec, findings);
  check_stations(spec, findings);
  check_friction_in_patches(spec, findings);
  check_material(spec, findings);
  check_patches(spec, findings);
  check_geometry(spec, findings);
}

}  // namespace flangeway::vehicle_case
