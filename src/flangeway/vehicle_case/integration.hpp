// Time integration settings of a case. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_case/settings.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Puts a step where the case gives none. Returns whether it gave one.
bool settle_step(CaseSpec& spec);
[[nodiscard]] IntegrationSettings integration_settings(const CaseSpec& spec, bool step_given);
/// Reports requests beyond the integrator.
void check_integration(const CaseSpec& spec, Findings& findings);
/// Finds a switch that has no effect.
void check_wheel_projection(const CaseSpec& spec, bool joints, Findings& findings);
/// The same as check_integration for the stabilisation of joints; `step` in s is that of methods with fixed
/// steps.
void check_joint_stabilisation(const CaseSpec& spec, double step, bool joints, Findings& findings);

}  // namespace flangeway::vehicle_case
