#include "flangeway/vehicle_case/integration.hpp"

#include <fmt/format.h>

namespace flangeway::vehicle_case {

IntegrationSettings integration_settings(const IntegrationSpec& spec) {
  IntegrationSettings settings;
  settings.method = spec.method;
  settings.step = spec.step;
  settings.relative_tolerance = spec.relative_tolerance;
  settings.absolute_tolerance = spec.absolute_tolerance;
  settings.max_step = spec.max_step;
  settings.max_order = static_cast<int>(spec.max_order);
  settings.step_failure = spec.step_failure;
  settings.duration = spec.duration;
  settings.joint_stabilisation = spec.joint_stabilisation;
  settings.joint_stabilisation_rate = spec.joint_stabilisation_rate;
  settings.joint_stabilisation_threshold = spec.joint_stabilisation_threshold;
  return settings;
}

void check_integration(const CaseSpec& spec, Findings& findings) {
  const IntegratorMethod method = spec.integration.method;
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
}

void check_joint_stabilisation(const CaseSpec& spec, double step, bool joints, Findings& findings) {
  const IntegrationSpec& integration = spec.integration;
  const JointStabilisation method = integration.joint_stabilisation;
  if (!joints && method != IntegrationSpec{}.joint_stabilisation) {
    findings.add({spec.where, "integration.joint_stabilisation", "has no effect on a vehicle without joints",
                  "", "", "Leave it out"});
  }
  constexpr double longest = 0.5;  // of 1/rate: docs/theory/joints.md
  if (joints && has_fixed_steps(integration.method) && method != JointStabilisation::projection &&
      integration.joint_stabilisation_rate * step > longest * (1 + 1e-9)) {
    findings.add({spec.where, "integration.joint_stabilisation_rate",
                  fmt::format("is too fast for steps of {} s", step),
                  fmt::format("{}", integration.joint_stabilisation_rate),
                  fmt::format("at most {:g} 1/s", longest / step), "Lower it, or shorten integration.step"});
  }
}

}  // namespace flangeway::vehicle_case
