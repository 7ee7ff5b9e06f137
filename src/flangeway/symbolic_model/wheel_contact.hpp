// Wheels on rails: surfaces, constraints and wrenches as expressions. Private to the room.
// Theory: docs/theory/realtime.md.
#pragma once

#include "flangeway/symbolic_model/model.hpp"
#include "flangeway/symbolic_model/names.hpp"

namespace flangeway::symbolic_model {

void add_wheels(const ModelSpec& spec, Names& names, Model& model);

}  // namespace flangeway::symbolic_model
