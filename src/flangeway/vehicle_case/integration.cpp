#include "flangeway/vehicle_case/integration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::vehicle_case {
namespace {

bool has_free_rollers(const CaseSpec& spec) {
  return spec.roller_rig && spec.roller_rig->rollers == RollerMotion::free;
}

// Whether a case has features that adaptive steps cannot follow.
bool needs_fixed_steps(const CaseSpec& spec) {
  return spec.contact.lift_off ||
         spec.contact.normal_force == wheelrail::NormalForceCoupling::previous_step ||
         (wheelrail::solves_patches(spec.contact.patch) && spec.contact.patch_tolerance > 0) ||
         spec.contact.friction.recovery || spec.integration.step_failure == StepFailure::halve ||
         has_free_rollers(spec);
}

// A mesh of the track, or a second process, leaves no choice that modes of the vehicle could make.
IntegratorChoice choice_of(const CaseSpec& spec, bool step_given) {
  IntegratorChoice choice;
  if (spec.integration.method != IntegratorMethod::automatic) return choice;
  choice.open =
      spec.coupling.method == TrackCoupling::none || spec.coupling.method == TrackCoupling::mass_spring;
  choice.step_given = step_given;
  choice.needs_fixed = needs_fixed_steps(spec);
  if (!choice.open) choice.reason = "the coupled track needs fixed steps as short as these";
  return choice;
}

}  // namespace

bool settle_step(CaseSpec& spec) {
  double& step = spec.integration.step;
  if (step > 0) return true;
  step = usual_step;
  if (spec.integration.method == IntegratorMethod::automatic)
    step = std::min({step, spec.output.interval, longest_step(spec)});
  return false;
}

IntegrationSettings integration_settings(const CaseSpec& whole, bool step_given) {
  const IntegrationSpec& spec = whole.integration;
  IntegrationSettings settings;
  settings.choice = choice_of(whole, step_given);
  settings.method = spec.method == IntegratorMethod::automatic ? IntegratorMethod::abm4 : spec.method;
  settings.step = spec.step;
  settings.relative_tolerance = spec.relative_tolerance;
  settings.absolute_tolerance = spec.absolute_tolerance;
  settings.max_step = spec.max_step;
  settings.max_order = static_cast<int>(spec.max_order);
  settings.error_norm = spec.error_norm;
  settings.step_failure = spec.step_failure;
  settings.duration = spec.duration;
  settings.joint_stabilisation = spec.joint_stabilisation;
  settings.joint_stabilisation_rate = spec.joint_stabilisation_rate;
  settings.joint_stabilisation_threshold = spec.joint_stabilisation_threshold;
  settings.wheel_projection = spec.wheel_projection;
  return settings;
}

void check_integration(const CaseSpec& spec, Findings& findings) {
  constexpr double min_step = 1e-7;  // [s]
  const IntegratorMethod method = spec.integration.method;
  if (spec.integration.step < min_step) {
    findings.add({spec.where, "integration.step", "is too short", fmt::format("{}", spec.integration.step),
                  fmt::format("0, or at least {} in s", min_step), "Lengthen it, or leave it out"});
  }
  if (has_fixed_steps(method)) return;
  const auto refuse = [&](const char* key, const char* why, const char* got, const char* allowed) {
    findings.add({spec.where, key, fmt::format("{}, which {} cannot follow", why, name_of(method)), got,
                  allowed, "Leave it out, or set integration.method to abm4 or rk4"});
  };
  if (spec.contact.lift_off) {
    refuse("contact.lift_off", "adds and removes constraints at the ends of fixed steps", "true", "false");
  }
  if (spec.contact.normal_force == wheelrail::NormalForceCoupling::previous_step) {
    refuse("contact.normal_force", "makes the forces depend on the previous evaluation", "previous_step",
           "solved");
  }
  // Rows between the ends of long steps would find the rail as the wheel leaves it behind.
  if (spec.contact.friction.recovery)
    refuse("contact.friction.recovery", "cleans the rails at the ends of fixed steps", "", "");
  if (takes_past_steps(method) && has_free_rollers(spec))
    refuse("roller_rig.rollers", "adds states to those of the vehicle", "free", "driven");
}

void check_joint_stabilisation(const CaseSpec& spec, double step, bool joints, Findings& findings) {
  const IntegrationSpec& integration = spec.integration;
  const JointStabilisation method = integration.joint_stabilisation;
  if (!joints && method != IntegrationSpec{}.joint_stabilisation) {
    findings.add({spec.where, "integration.joint_stabilisation", "has no effect on a vehicle without joints",
                  "", "", "Leave it out"});
  }
  constexpr double max_stabilisation = 0.5;  // of 1/rate: docs/theory/joints.md
  if (joints && has_fixed_steps(integration.method) && method != JointStabilisation::projection &&
      integration.joint_stabilisation_rate * step > max_stabilisation * (1 + 1e-9)) {
    findings.add({spec.where, "integration.joint_stabilisation_rate",
                  fmt::format("is too fast for steps of {} s", step),
                  fmt::format("{}", integration.joint_stabilisation_rate),
                  fmt::format("at most {:g} 1/s", max_stabilisation / step),
                  "Lower it, or shorten integration.step"});
  }
}

void check_wheel_projection(const CaseSpec& spec, bool joints, Findings& findings) {
  if (spec.integration.wheel_projection) return;
  if (!constrained(wheelrail::contact_method(spec.contact.method)))
    findings.add({spec.where, "integration.wheel_projection",
                  fmt::format("has no effect with contact.method = \"{}\", which holds wheels by forces",
                              name_of(spec.contact.method)),
                  "false", "true", "Leave it out"});
  else if (joints)
    findings.add({spec.where, "integration.wheel_projection",
                  "cannot be switched off for a vehicle with joints", "false", "true", "Leave it out"});
}

}  // namespace flangeway::vehicle_case
