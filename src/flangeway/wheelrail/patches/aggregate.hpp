// Forces of a solved patch in all frames, and of all patches together. Internal to the room.
#pragma once

#include "flangeway/wheelrail/patches/contact.hpp"
#include "flangeway/wheelrail/patches/placing.hpp"

namespace flangeway::wheelrail::patches {

/// What the tractions of a patch add up to, from its solution. [Vollebregt2021, section 3.7]
void aggregate(const Placement& placement, Patch& patch);

/// Sums of all patches.
void aggregate(const Placement& placement, Contact& contact);

}  // namespace flangeway::wheelrail::patches
