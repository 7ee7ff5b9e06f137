// Checks of what the user asks for that more than one method makes.
#pragma once

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::stability {

/// That the speeds `from` (--from) and `to` (--to), m/s, rise.
void check_speeds(double from, double to, Findings& findings);

}  // namespace flangeway::stability
