// The equations of a symbolic model as Matlab functions. Private to the room.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

/// Files by name: a function for each part of the equations, the start, the accelerations, and a test with
/// stored values at random states.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> matlab_files(
    symbolic_model::Model& model, const symbolic_model::ModelSpec& spec);

}  // namespace flangeway::codegen
