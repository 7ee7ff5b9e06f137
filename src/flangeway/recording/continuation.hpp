// Reads a result file, and the case that it belongs to, so that the run can be continued.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::recording {

struct Continuation {
  vehicle_case::CaseModel model;
  results::StoredCheckpoint stored;
  std::string notice;  ///< that another version of Flangeway began the run, or rows were damaged; or empty
};

/// In how many processes runs are to go on.
enum class Processes { one, two };

/// Reads the newest checkpoint of a result file and the case of its run. Gives nothing, and findings, where
/// the run is finished or has failed, where it has no sound checkpoint or one of another format,
/// where a file of its case has changed or is missing, or where its case is for another number of processes.
[[nodiscard]] std::optional<Continuation> read_continuation(const std::string& path, Processes processes,
                                                            Findings& findings);

}  // namespace flangeway::recording
