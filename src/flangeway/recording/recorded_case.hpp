// The case of a result file, as its run has read it.
#pragma once

#include <optional>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::recording {

/// Gives nothing, and findings, where the case was built without a file, or where a file that it reads has
/// changed since the run or is missing.
[[nodiscard]] std::optional<vehicle_case::CaseModel> load_recorded_case(
    const std::string& result, const results::CheckpointOrigin& origin, const results::Provenance& provenance,
    Findings& findings);

}  // namespace flangeway::recording
