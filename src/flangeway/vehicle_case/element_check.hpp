// Relations between elements, their bodies and wheelsets that a slip breaks. Private to the room.
#pragma once

#include <vector>

#include "flangeway/multibody/roles.hpp"
#include "flangeway/vehicle_case/vehicle_check.hpp"

namespace flangeway::vehicle_case {

/// Adds remarks on elements whose damping does not fit their stiffness, whose ends are on both sides of the
/// vehicle or on a body of the other side, and that join running gear far apart.
/// Theory: docs/theory/vehicle_check.md, "Bands".
void check_elements(const multibody::Model& vehicle, const std::vector<multibody::BodyRole>& roles,
                    VehicleCheck& check);

/// Adds radii and tape circles of the wheels, and remarks on wheelsets that stand in each other.
void check_running_gear(const vehicle::VehicleModel& vehicle, VehicleCheck& check);

}  // namespace flangeway::vehicle_case
