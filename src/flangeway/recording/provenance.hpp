// Provenance and status of a run for its result file.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/channel.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::recording {

/// `sets`: "key.path=value" that the case was loaded with; `command_line` as typed, or what takes its place.
[[nodiscard]] results::Provenance provenance(const vehicle_case::CaseModel& model,
                                             const std::vector<std::string>& sets,
                                             const std::string& command_line);
/// A failure counts as stopped.
[[nodiscard]] results::Status result_status(simulate::RunStatus status);

}  // namespace flangeway::recording
