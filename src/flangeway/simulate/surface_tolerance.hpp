// Tolerances of BDF for the positions of friction surfaces. Private to the room. Theory:
// docs/theory/friction.md.
#pragma once

#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::simulate {

/// Tolerates a thousandth of other positions' error: 1 nm at a tolerance of 1 µm, which is 10 mN at 10
/// kN/mm.
void tighten_surfaces(const multibody::Model& vehicle, std::vector<integrate::ErrorScale>& scale);

}  // namespace flangeway::simulate
