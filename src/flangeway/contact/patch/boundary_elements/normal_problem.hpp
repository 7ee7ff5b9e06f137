// Solves the normal problem of a patch by boundary elements. Private to the room.
#pragma once

#include "flangeway/contact/patch/boundary_elements/box.hpp"
#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// Solves for the pressures inside the box, to a relative tolerance. Writes pressures, normal displacements,
/// the approach and the outcome.
void solve_normal_problem(const Problem& problem, const Box& box, double tolerance,
                          BoundaryElementMemory& memory, Solution& solution);

}  // namespace flangeway::contact::patch
