// A first estimate of the normal problem from elements of twice the size. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// Solves the problem of `input` (whose fields lie on `fine`'s grid) on elements of twice the sides, itself
/// started the same way, and writes the pressures of the fine elements. Returns false, and does nothing,
/// where there are too few elements for that to pay.
bool estimate_pressure_on_coarse_grid(const NormalInput& input, const InfluenceSpec& fine,
                                      BoundaryElementMemory& memory, std::size_t level, double* pressure);

}  // namespace flangeway::contact::patch
