// Solves the tangential problem of a patch whose pressures are known. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// Fills tractions, slip, displacements in x and y, states and creepages of the solution.
void solve_tangential_problem(const Problem& problem, const Tractions* previous,
                              BoundaryElementMemory& memory, Solution& solution);

}  // namespace flangeway::contact::patch
