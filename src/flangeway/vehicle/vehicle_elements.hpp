// Suspension elements of a vehicle file. Internal to compile().
#pragma once

#include "flangeway/vehicle/element_spec.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle {

void describe_elements(document::Visitor& visitor, ElementSpecs& elements);

struct AddedElements {
  std::vector<ElementSpec> joints;  ///< source of each joint of the model
  std::vector<ElementSpec> loaded;  ///< elements that must carry load, to be checked after the preloads
  std::vector<ElementSpec> valves;  ///< source of each differential valve
  std::vector<document::SourceFile> sources;  ///< libraries of laws
};
/// Checks elements and joints and adds them, with their copies and mirror images, to a vehicle that has its
/// bodies.
AddedElements add_elements(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings);

/// Finds elements that carry no load in the nominal position.
void check_loads(const std::vector<ElementSpec>& loaded, const VehicleModel& vehicle, Findings& findings);

/// Finds differential valves that are open in the nominal position.
void check_valves(const std::vector<ElementSpec>& valves, const VehicleModel& vehicle, Findings& findings);

}  // namespace flangeway::vehicle
