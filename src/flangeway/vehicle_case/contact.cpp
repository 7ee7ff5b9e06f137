#include "flangeway/vehicle_case/contact.hpp"

#include <fmt/format.h>

#include "flangeway/math/types.hpp"

namespace flangeway::vehicle_case {
namespace {

wheelrail::RailFriction rail_friction(const FrictionSpec& spec, double own) {
  wheelrail::RailFriction friction;
  friction.law = {own >= 0 ? own : spec.coefficient, spec.limit_ratio, spec.decay};
  for (const auto& [degrees, coefficient] : spec.over_angle) {
    friction.over_angle.push_back({degrees * pi / 180, coefficient});
  }
  return friction;
}

void check_lift_off(const CaseSpec& spec, Findings& findings) {
  if (!spec.contact.lift_off || spec.contact.method != wheelrail::Method::lut) return;
  findings.add(
      {spec.where, "contact.lift_off",
       "lets the constraint of a single wheel go, and a lookup table has none: its constraints are those of "
       "the wheelset",
       "true", "false", "Leave it out, or set contact.method = \"kec\""});
}

void check_creep(const CaseSpec& spec, Findings& findings) {
  if (spec.contact.creep.law == contact::CreepLaw::fixed_coefficients && spec.contact.creep.f11 == 0 &&
      spec.contact.creep.f22 == 0) {
    findings.add({spec.where, "contact.creep", "has the law fixed_coefficients but no coefficients", "", "",
                  "Give f11 and f22, or choose another law"});
  }
}

// Keys of the methods with elastic contact, where they are not used, and what these methods cannot do.
void check_elastic(const CaseSpec& spec, Findings& findings) {
  const ContactSpec& contact = spec.contact;
  const ContactSpec usual;
  const auto method = contact.method;
  const auto needless = [&](const char* key, bool given, const char* methods) {
    if (!given) return;
    findings.add({spec.where, std::string("contact.") + key,
                  fmt::format("has no effect on the method {}", wheelrail::method_name(method)), "", "",
                  fmt::format("Leave it out, or set contact.method to {}", methods)});
  };
  const bool elastic = wheelrail::is_elastic(method), patches = wheelrail::solves_patches(method);
  needless("reference", !patches && contact.reference != usual.reference, "strip or halfspace");
  needless("element_size", !patches && contact.element_size != usual.element_size, "strip or halfspace");
  needless("normal_force", elastic && contact.normal_force != usual.normal_force,
           "kec or lut: elastic normal forces need no solution");
  needless("lift_off", elastic && contact.lift_off, "kec: elastic contact lets go by itself");
  needless("creep.law", patches && contact.creep.law != usual.creep.law,
           "online: strip and halfspace compute friction in the patch");
  const IntegratorMethod integrator = spec.integration.method;
  if (patches && !has_fixed_steps(integrator)) {
    findings.add(
        {spec.where, "contact.method",
         fmt::format("solves patches at the ends of steps, which the error control of {} takes for noise",
                     method_name(integrator)),
         wheelrail::method_name(method), "online", "Set integration.method to abm4 or rk4"});
  }
}

}  // namespace

wheelrail::Settings contact_settings(const CaseSpec& spec) {
  const ContactSpec& contact = spec.contact;
  wheelrail::Settings settings;
  settings.method = contact.method;
  settings.lift_off = contact.lift_off;
  settings.coupling = contact.normal_force;
  const contact::Material steel{contact.youngs_modulus, contact.poisson_ratio};
  geometry::PatchSettings patch{steel, steel, contact.curvature_window};
  settings.kec = {contact.kec.transition_length, contact.kec.points, patch};
  settings.lookup.lateral_points = contact.lookup.lateral_points | 1;  // symmetric about the middle
  settings.lookup.gauge_points = contact.lookup.gauge_points;
  settings.lookup.gauge_variation = contact.lookup.gauge_variation;
  settings.lookup.transition_length = contact.lookup.transition_length;
  settings.lookup.overlap = contact.lookup.overlap;
  settings.lookup.patch = patch;
  settings.patch = patch;
  settings.patch_solution.curved = contact.reference == ContactReference::curved;
  settings.patch_solution.element = contact.element_size;
  settings.impact = {contact.online.restitution, contact.online.least_impact_speed};
  settings.flange_stiffness = contact.lookup.flange_stiffness;
  settings.flange_damping = contact.lookup.flange_damping;
  settings.creep.law = contact.creep.law;
  settings.creep.shear_modulus = steel.shear_modulus();
  settings.creep.reduction = {contact.creep.k_a, contact.creep.k_s};
  settings.creep.fixed = {contact.creep.f11, contact.creep.f22, contact.creep.f23, contact.creep.f33};
  settings.friction[0] = rail_friction(contact.friction, contact.friction.left);
  settings.friction[1] = rail_friction(contact.friction, contact.friction.right);
  settings.stiff_creep = spec.integration.stiff_creep;
  return settings;
}

void check_contact(const CaseSpec& spec, Findings& findings) {
  check_lift_off(spec, findings);
  check_creep(spec, findings);
  check_elastic(spec, findings);
}

}  // namespace flangeway::vehicle_case
