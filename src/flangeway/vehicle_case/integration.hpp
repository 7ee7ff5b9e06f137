// What a case says of the integration in time. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/settings.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

[[nodiscard]] IntegrationSettings integration_settings(const IntegrationSpec& spec);
/// Finds what the integrator cannot do, and keys that it does not use.
void check_integration(const CaseSpec& spec, Findings& findings);
/// The same for what holds joints together.
void check_joint_stabilisation(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                               Findings& findings);

}  // namespace flangeway::vehicle_case
