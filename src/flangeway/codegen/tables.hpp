// Profiles, course of the rails and patches as tables of C. Private to the room.
#pragma once

#include <string>

#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

struct Tables {
  std::string code;  ///< definitions of the tables
  std::size_t profile_breaks = 2, course_pieces = 1, course_functions = 3, patch_nodes = 2;
};
/// Findings where a profile's table or a section of the track cannot be.
[[nodiscard]] Tables write_tables(const symbolic_model::Model& model, const symbolic_model::ModelSpec& spec,
                                  Findings& findings);

}  // namespace flangeway::codegen
