// The result file of a run, from its first row to its summary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/writer.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::recording {

struct RunFile {
  std::string path;
  std::vector<std::string> sets;                     ///< "key.path=value" that the case was loaded with
  std::string command_line;                          ///< as typed, or what takes its place
  bool force = false;                                ///< over a file that exists
  bool checkpoints = true;                           ///< the run can be continued from the file
  std::vector<results::Channel> more_channels = {};  ///< after the channels of the case
};

/// The file of a new run, with the channels and the provenance of its case; gives nothing, and findings,
/// where it cannot be written.
[[nodiscard]] std::optional<results::Writer> create_run_file(const vehicle_case::CaseModel& model,
                                                             const RunFile& file, Findings& findings);

/// The file of a run that goes on: what stands in it after the checkpoint is lost.
[[nodiscard]] std::optional<results::Writer> resume_run_file(const vehicle_case::CaseModel& model,
                                                             const std::string& path,
                                                             const results::Checkpoint& checkpoint,
                                                             Findings& findings);

/// Ends the file with the summary of its run. What the file could not take becomes the failure of the
/// summary. `sensitivities`: JSON text of sensitivities_json(), or "".
void finish_run_file(results::Writer& writer, simulate::Summary& summary,
                     const std::string& sensitivities = "");

}  // namespace flangeway::recording
