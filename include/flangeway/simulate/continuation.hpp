// From a result file back to the run that wrote it, to go on with it.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

struct Continuation {
  vehicle_case::CaseModel model;
  results::StoredCheckpoint stored;
};

/// Reads the newest checkpoint of a result file and the case of its run. Nothing, and findings, where the run
/// is finished or has failed, has no checkpoint that is whole, was another version's, or where a file of its
/// case has changed or is missing.
[[nodiscard]] std::optional<Continuation> read_continuation(const std::string& path, Findings& findings);

}  // namespace flangeway::simulate
