// Bodies that bend, from a vehicle file. Private to the room.
#pragma once

#include "flangeway/vehicle/flexible_spec.hpp"
#include "flangeway/vehicle/vehicle_bodies.hpp"

namespace flangeway::vehicle {

/// Once the preloads are known.
void add_flexible_bodies(const VehicleSpec& spec, multibody::Model& model, Findings& findings);

}  // namespace flangeway::vehicle
