// The functions of a generated model: what each computes, and where it puts it. Private to the room.
#pragma once

#include <vector>

#include "flangeway/codegen/staging.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

[[nodiscard]] SymbolTable symbol_table(const symbolic_model::Model& model);
[[nodiscard]] std::vector<StagedFunction> model_functions(const symbolic_model::Model& model);

}  // namespace flangeway::codegen
