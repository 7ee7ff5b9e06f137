// Solves the normal and the tangential problem alternately by boundary elements. Private to the room.
#pragma once

#include "flangeway/contact/patch/boundary_elements/box.hpp"
#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// Solves both problems in turn until the pressures settle (Panagiotopoulos); once where they are independent
/// of each other. `previous` as in solve().
void alternate(const Problem& problem, const Box& box, const Tractions* previous,
               BoundaryElementMemory& memory, Solution& solution);

}  // namespace flangeway::contact::patch
