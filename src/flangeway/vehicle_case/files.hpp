// The files of a case as Specs, before they are compiled.
#pragma once

#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::vehicle_case {

/// Those of the assignments that change the case file itself, not the vehicle or the track.
[[nodiscard]] document::Assignments case_assignments(const document::Assignments& sets);

/// Reads the vehicle and track files that the case names, or takes those that were given in their place.
[[nodiscard]] std::optional<CaseFiles> read_files(CaseDocuments documents, const document::Assignments& sets,
                                                  Findings& findings);

}  // namespace flangeway::vehicle_case
