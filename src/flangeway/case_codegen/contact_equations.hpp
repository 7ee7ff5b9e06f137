// The equations of one wheelset and of one contact, by equivalent profiles or by lookup table. Private to the
// room.
#pragma once

#include <vector>

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::case_codegen {

/// Constraints by the method of the model, fw_place (geometry and creepages), fw_slide (friction), fw_respond
/// (creep forces over the load), fw_damp (damping by creep): the same for all wheelsets. `rails_move`: as
/// inputs of the code say.
[[nodiscard]] std::vector<Function> contact_functions(const wheelrail::Model& model, bool rails_move);

}  // namespace flangeway::case_codegen
