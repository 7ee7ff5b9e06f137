// Random states and what the numerical engine makes of them. Private to the room.
#pragma once

#include <string>

#include "flangeway/simulate/simulation.hpp"

namespace flangeway::case_codegen {

/// stored.h: the test of the generated code. Of a simulation at its start, which stays there.
[[nodiscard]] std::string write_stored(simulate::Simulation& simulation);

}  // namespace flangeway::case_codegen
