// Suspension elements of a vehicle file. Internal to compile().
#pragma once

#include "flangeway/vehicle/element_spec.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle {

void describe_elements(document::Visitor& visitor, ElementSpecs& elements);

/// Checks elements and joints and adds them, with their copies and mirror images, to a vehicle that has its
/// bodies. Returns what each joint of the model was made from.
std::vector<ElementSpec> add_elements(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings);

}  // namespace flangeway::vehicle
