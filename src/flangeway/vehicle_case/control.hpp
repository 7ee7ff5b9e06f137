// The controllers of a case file.
#pragma once

#include "flangeway/control/model.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Commands for controllers: actuators and valves of the vehicle, then a torque on each wheelset.
[[nodiscard]] std::vector<std::string> command_names(const vehicle::VehicleModel& vehicle);
/// Steps of a fixed length end at every sample, and the other solver of a co-simulation has no controllers.
void check_control(const CaseSpec& spec, const control::Model& control, bool step_is_open,
                   Findings& findings);
/// The files of the controllers, whose hashes a result keeps.
void add_control_sources(const control::Model& control, std::vector<SourceFile>& sources);

}  // namespace flangeway::vehicle_case
