// The tables of a vehicle on its track as C. Private to the room.
#pragma once

#include <string>

#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::case_codegen {

/// Centreline, irregularities, equivalent profiles or lookup tables; fw_wheelset_table.
[[nodiscard]] std::string tables_code(const vehicle_case::CaseModel& model);

}  // namespace flangeway::case_codegen
