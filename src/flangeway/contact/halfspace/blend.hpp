// Parts of a patch that feel each other less, for methods that know wholes only; private to the folder.
#pragma once

#include "flangeway/contact/halfspace/workspace.hpp"

namespace flangeway::contact::halfspace {

/// Whether the parts of the problem feel each other by factors that its method cannot take: strips with a
/// fast tangential method, at a given approach and given creepages.
[[nodiscard]] bool needs_blending(const Problem& problem);

/// Solves such a problem with each border between parts closed (the parts are a whole) and open (each is
/// alone), and adds the fields with the factor and what it lacks to one as weights
/// [docs/theory/halfspace.md, "Parts that grow together"].
void solve_blended(const Problem& problem, Workspace& workspace, Solution& solution);

}  // namespace flangeway::contact::halfspace
