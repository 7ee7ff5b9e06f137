// The table of creep forces as C. Private to the room.
#pragma once

#include <string>

#include "flangeway/wheelrail/model.hpp"

namespace flangeway::case_codegen {

/// fw_creep: what the runtime reads with the law kalker_table, as whole multiples of the table's resolution,
/// for the ratios of the axes that the contacts of the model have. Of other laws an empty table.
[[nodiscard]] std::string creep_table_code(const wheelrail::Model& contact);

}  // namespace flangeway::case_codegen
