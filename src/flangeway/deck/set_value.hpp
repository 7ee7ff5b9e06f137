// Values of a deck that a command line changes: "FZ=12500" in all cases that have it, "3.FZ=12500" in one.
#pragma once

#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::deck {

/// `assignment` is NAME=VALUE or CASE.NAME=VALUE with a name of the format, in the units and signs of the
/// deck. Later cases that keep a value of a named case have their own copy, which stays. Findings: no such
/// name or case, no case that uses the value, values out of range.
void set_value(const std::string& assignment, Deck& deck, Findings& findings);

}  // namespace flangeway::deck
