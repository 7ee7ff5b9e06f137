// Parts of a patch that feel each other less, for methods that know wholes only; private to the folder.
#pragma once

#include "flangeway/contact/halfspace/workspace.hpp"

namespace flangeway::contact::halfspace {

/// Whether the parts of the problem feel each other by factors that its method cannot take: strips with a
/// fast tangential method, at a given approach and given creepages.
[[nodiscard]] bool needs_blending(const Problem& problem);

/// Solves such a problem for each run of parts as a whole that is alone, and adds the fields: each border
/// inside the run gives its factor as weight, each at its ends what the factor lacks to one
/// [docs/theory/halfspace.md, "Sub-patch interaction"].
void solve_blended(const Problem& problem, Workspace& workspace, Solution& solution);

}  // namespace flangeway::contact::halfspace
