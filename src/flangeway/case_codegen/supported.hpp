// Parts of a case that code generation does not support. Private to the room.
#pragma once

#include "flangeway/document/read.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::case_codegen {

/// A finding for each key of the case that generated code does not follow.
void check_supported(const vehicle_case::CaseModel& model, const document::Document& file,
                     Findings& findings);

}  // namespace flangeway::case_codegen
