// Solids and what acts between them: from the file into virtual power. Private to the room.
#pragma once

#include "flangeway/symbolic/virtual_power.hpp"
#include "flangeway/symbolic_model/names.hpp"

namespace flangeway::symbolic_model {

/// Collects everything that has virtual power or energy.
struct System {
  symbolic::Frames& frames;
  symbolic::VirtualPower& power;
  Expression kinetic = 0, potential = 0;  ///< J
};

/// Adds solids with their weight, springs, bushings, gears and torques.
void add_elements(const ModelSpec& spec, Names& names, System& system);

}  // namespace flangeway::symbolic_model
