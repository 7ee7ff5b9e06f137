// Sums over the elements of a solved patch; private to the folder.
#pragma once

#include "flangeway/contact/halfspace/problem.hpp"

namespace flangeway::contact::halfspace {

/// Fills the totals, counts and sums of a solution from its fields.
void summarise(const Problem& problem, Solution& solution);

}  // namespace flangeway::contact::halfspace
