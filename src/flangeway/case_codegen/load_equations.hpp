// The equations of the two multipliers of a wheelset, as the library solves them. Private to the room.
#pragma once

#include <vector>

#include "flangeway/case_codegen/symbols.hpp"

namespace flangeway::case_codegen {

/// fw_set_normal_force, fw_begin_equations, fw_add_creep, fw_newton_step, fw_correct, fw_solve_two.
[[nodiscard]] std::vector<Function> load_functions();

}  // namespace flangeway::case_codegen
