// The rigid slip between the surfaces of a patch. Internal to the room.
#pragma once

#include "flangeway/wheel_on_rail/discretise.hpp"

namespace flangeway::wheel_on_rail {

/// Creepages and rigid slip of a patch whose wheel was lowered by `lowering` (m) since it was discretised;
/// velocities in the axes of the patch.
void set_motion(const ContactProblem& problem, const Velocities& velocities, const PatchWork& work,
                double lowering, Patch& patch);

}  // namespace flangeway::wheel_on_rail
