// The files of a case as Specs, before they are compiled.
#pragma once

#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::vehicle_case {

/// Reads the vehicle and track files that the case names, or takes those that were given in their place.
[[nodiscard]] std::optional<CaseFiles> read_files(CaseDocuments documents, const document::Assignments& sets,
                                                  Findings& findings);

}  // namespace flangeway::vehicle_case
