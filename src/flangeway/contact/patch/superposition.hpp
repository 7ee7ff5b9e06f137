// Sub-patch interaction for methods that solve whole patches only, as a weighted sum of solutions with the
// factors of the borders. Private to the room.
#pragma once

#include "flangeway/contact/patch/solve.hpp"

namespace flangeway::contact::patch {

/// Whether the parts of the problem feel each other by factors that its method cannot take: strips with a
/// fast tangential method, at a given approach and given creepages.
[[nodiscard]] bool needs_superposition(const Problem& problem);

/// Solves the problem for each run of parts as a separate whole, and adds the fields: each border inside the
/// run contributes its factor as weight, each at its ends the complement of the factor to one
/// [docs/theory/halfspace.md, "Sub-patch interaction"].
void superpose(const Problem& problem, Workspace& workspace, Solution& solution);

}  // namespace flangeway::contact::patch
