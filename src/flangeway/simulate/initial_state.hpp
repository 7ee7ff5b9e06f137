// Finds the state in which a run begins.
#pragma once

#include "flangeway/simulate/equations.hpp"

namespace flangeway::simulate {

/// Before anything is known of contacts: the nominal position with the initial displacements of the case.
[[nodiscard]] State nominal_state(const vehicle_case::CaseModel& model);

/// From there to the vehicle at its start: wheelsets at rest on the rails and rolling, joints together, a
/// track that yields in equilibrium under it.
void find_initial_state(Equations& equations, State& state);

}  // namespace flangeway::simulate
