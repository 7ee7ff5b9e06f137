// Solves the tangential problem of a patch whose pressures are known. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// To a relative tolerance; fills tractions, slip, displacements in x and y, states and creepages of the
/// solution.
void solve_tangential_problem(const Problem& problem, const Tractions* previous, double tolerance,
                              BoundaryElementMemory& memory, Solution& solution);

}  // namespace flangeway::contact::patch
