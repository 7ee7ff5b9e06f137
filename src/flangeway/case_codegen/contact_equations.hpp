// The equations of one wheelset and of one contact by knife-edge equivalent profiles. Private to the room.
#pragma once

#include <vector>

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::case_codegen {

/// fw_knife (place on the profile), fw_constrain, fw_place (geometry and creepages), fw_respond (creep forces
/// over the load), fw_damp (damping by creep): the same for all wheelsets.
[[nodiscard]] std::vector<Function> contact_functions(const wheelrail::Settings& settings);

}  // namespace flangeway::case_codegen
