// A first estimate of the tangential problem from elements of twice the size. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

namespace flangeway::contact::patch {

/// Solves the problem of `input` (whose elements lie in `fine`'s grid) on elements of twice the sides, itself
/// started the same way, and writes tractions, states and creepages of the fine elements where `input` looks
/// for its start. Returns false, and does nothing, where there are too few elements for that to pay.
bool estimate_tractions_on_coarse_grid(const TangentialInput& input, const InfluenceSpec& fine,
                                       BoundaryElementMemory& memory, std::size_t level, double* tractions,
                                       std::vector<std::uint8_t>& sliding, std::array<double, 2>& creepage);

}  // namespace flangeway::contact::patch
