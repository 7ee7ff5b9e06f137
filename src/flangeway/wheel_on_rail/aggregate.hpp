// Forces of a solved patch in all frames, and their sum over all patches. Internal to the room.
#pragma once

#include "flangeway/wheel_on_rail/contact.hpp"
#include "flangeway/wheel_on_rail/placing.hpp"

namespace flangeway::wheel_on_rail {

/// Sums the tractions of a patch, from its solution. [Vollebregt2021, section 3.7]
void aggregate(const Placement& placement, Patch& patch);

/// Sums of all patches.
void aggregate(const Placement& placement, Contact& contact);

}  // namespace flangeway::wheel_on_rail
