// Random states and what the numerical engine makes of them. Private to the room.
#pragma once

#include <string>

#include "flangeway/simulate/simulation.hpp"

namespace flangeway::case_codegen {

/// stored.h: the test of the generated code. Of a simulation at its start, which stays there. A finding at
/// `where` if the engine can evaluate too few states.
[[nodiscard]] std::string write_stored(simulate::Simulation& simulation, const SourceLocation& where,
                                       Findings& findings);

}  // namespace flangeway::case_codegen
