// Random states with all that the generated functions make of them, for the test of the generated code.
// Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/codegen/staging.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

/// stored.h: states, and the values of the targets there, evaluated on the graph and not by the C code.
[[nodiscard]] std::string write_stored(const symbolic_model::Model& model,
                                       const symbolic_model::ModelSpec& spec,
                                       const std::vector<StagedFunction>& functions);

}  // namespace flangeway::codegen
