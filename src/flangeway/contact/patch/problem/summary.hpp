// Sums over the elements of a solved patch. Private to the folder.
#pragma once

#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Fills the totals, counts and sums of a solution from its fields.
void summarise(const Problem& problem, Solution& solution);

/// Every element under pressure adheres, until the tangential problem says otherwise.
void mark_contact(Solution& solution);

}  // namespace flangeway::contact::patch
