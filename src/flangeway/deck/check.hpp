// Checks the digits of a case against each other and against the previous case. Internal to the room.
#pragma once

#include "flangeway/deck/scanner.hpp"

namespace flangeway::deck {

/// Checks of the digits alone, before the values of the case are read. `previous` is the last case of the
/// same element, or null. Overrules what a first case cannot have, with a warning.
void check_digits(Case& one, const Case* previous, Scanner& in, Findings& warnings);
/// Checks of the values against the digits and against the case before. Overrules a rolling direction that
/// the material does not have, with a warning.
void check_values(Case& one, const Case* previous, Scanner& in, Findings& warnings);

}  // namespace flangeway::deck
