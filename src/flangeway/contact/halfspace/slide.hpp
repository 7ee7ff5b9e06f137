// The tangential problem of a patch whose pressures are known; private to the folder.
#pragma once

#include "flangeway/contact/halfspace/workspace.hpp"

namespace flangeway::contact::halfspace {

/// Fills tractions, slip, displacements in x and y, states and creepages of the solution.
void slide(const Problem& problem, const Tractions* previous, Workspace::Memory& memory, Solution& solution);

}  // namespace flangeway::contact::halfspace
