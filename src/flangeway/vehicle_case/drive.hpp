// Forward motion of the vehicle in a case. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/settings.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

void check_drive(const CaseSpec& spec, Findings& findings);
/// The settings of the drive; the body whose speed is prescribed is marked in the vehicle.
[[nodiscard]] DriveSettings compile_drive(const CaseSpec& spec, vehicle::VehicleModel& vehicle,
                                          Findings& findings);

}  // namespace flangeway::vehicle_case
