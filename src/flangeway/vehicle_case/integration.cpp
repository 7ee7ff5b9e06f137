#include "flangeway/vehicle_case/integration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  const IntegrationSpec& integration = spec.integration;
  const IntegratorMethod method = integration.method;
  const bool fixed = has_fixed_steps(method);
  const IntegrationSpec usual;
  const auto needless = [&](const char* key, bool given, const char* methods) {
    if (!given) return;
    findings.add({spec.where, std::string("integration.") + key,
                  fmt::format("has no effect on the method {}", method_name(method)), "", "",
                  fmt::format("Leave it out, or set integration.method to {}", methods)});
  };
  const char* const adaptive_ones = "dormand_prince or bdf";
  if (fixed) {
    needless("relative_tolerance", integration.relative_tolerance != usual.relative_tolerance, adaptive_ones);
    needless("absolute_tolerance", integration.absolute_tolerance != usual.absolute_tolerance, adaptive_ones);
    needless("max_step", integration.max_step != usual.max_step, adaptive_ones);
  } else {
    needless("step_failure", integration.step_failure != usual.step_failure, "abm4 or rk4");
    needless("stiff_creep", integration.stiff_creep != usual.stiff_creep, "abm4 or rk4");
    if (spec.contact.lift_off) {
      findings.add(
          {spec.where, "contact.lift_off",
           fmt::format("lets constraints come and go at the ends of fixed steps, which {} does not know",
                       method_name(method)),
           "true", "false", "Leave it out, or set integration.method to abm4 or rk4"});
    }
    if (spec.contact.normal_force == wheelrail::NormalForceCoupling::previous_step) {
      findings.add(
          {spec.where, "contact.normal_force",
           fmt::format("makes the forces depend on the evaluation before, which the error control of {} "
                       "takes for noise",
                       method_name(method)),
           "previous_step", "solved", "Leave it out, or set integration.method to abm4"});
    }
  }
  if (method != IntegratorMethod::bdf) needless("max_order", integration.max_order != usual.max_order, "bdf");
}

void check_joint_stabilisation(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                               Findings& findings) {
  const IntegrationSpec& integration = spec.integration;
  const IntegrationSpec usual;
  const auto needless = [&](const char* key, bool given, const char* why, const char* advice) {
    if (given) findings.add({spec.where, key, why, "", "", std::string("Leave it out") + advice});
  };
  const JointStabilisation method = integration.joint_stabilisation;
  const bool joints = !vehicle.bodies.joints.empty();
  needless("integration.joint_stabilisation", !joints && method != usual.joint_stabilisation,
           "has no effect on a vehicle without joints", "");
  needless("integration.joint_stabilisation_rate",
           method == JointStabilisation::projection &&
               integration.joint_stabilisation_rate != usual.joint_stabilisation_rate,
           "has no effect on projection",
           ", or set integration.joint_stabilisation to baumgarte or partitioning");
  needless("integration.joint_stabilisation_threshold",
           method != JointStabilisation::partitioning &&
               integration.joint_stabilisation_threshold != usual.joint_stabilisation_threshold,
           "is of partitioning only", ", or set integration.joint_stabilisation to partitioning");
  const bool fixed = has_fixed_steps(integration.method);
  constexpr double longest = 0.5;  // of 1/rate: docs/theory/joints.md
  if (joints && fixed && method != JointStabilisation::projection &&
      integration.joint_stabilisation_rate * integration.step > longest * (1 + 1e-9)) {
    findings.add({spec.where, "integration.joint_stabilisation_rate",
                  fmt::format("is too fast for steps of {} s", integration.step),
                  fmt::format("{}", integration.joint_stabilisation_rate),
                  fmt::format("at most {:g} 1/s", longest / integration.step),
                  "Lower it, or shorten integration.step"});
  }
}

}  // namespace flangeway::vehicle_case
