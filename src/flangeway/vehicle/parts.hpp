// Vehicles that are put together from other files: bogies in a vehicle, vehicles in a train.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

/// Reads a vehicle file and all that its parts name. Bodies and elements of a part have names that begin with
/// that of the part, and stand where the part stands. Files beside the document itself are added to
/// `sources`.
void read_vehicle(const document::Document& document, VehicleSpec& spec,
                  std::vector<document::SourceFile>& sources, Findings& findings);

}  // namespace flangeway::vehicle
