// Temperatures of the surfaces of a patch in steady rolling. Private to the room.
#pragma once

#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Fills the temperatures of a solution from its tractions and slip. Heat flows normal to the surface, each
/// row for itself [Ertz2002]; docs/theory/halfspace.md, "Temperature".
void find_temperatures(const Problem& problem, Solution& solution);

/// Whether friction depends on the temperature.
[[nodiscard]] bool friction_is_hot(const Problem& problem);

/// The coefficient of each element with the slip of the solution, and with the temperature that this slip and
/// this coefficient make: both are found together, from the leading edge of each row on. With its memory
/// along the rows. The temperatures of the solution become those of the bodies alone.
void find_hot_friction(const Problem& problem, Solution& solution, std::vector<double>& friction);

}  // namespace flangeway::contact::patch
