// A run from its case to its result file: what flangeway run and flangeway cosim have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command.hpp"
#include "cross_check_run.hpp"
#include "flangeway/recording/continuation.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::app {

/// -o, or CASE.h5 in this folder.
[[nodiscard]] std::string result_file(const Common& common);

/// Reads the case and shows meanwhile that its tables are being made. Nothing, with findings.
[[nodiscard]] std::optional<vehicle_case::CaseModel> load_case(const Common& common, Findings& findings);

/// Options for a recorded run, besides the case.
struct RunFileOptions {
  double checkpoint = 0;  ///< s of wall time between checkpoints; 0: one on an interruption only
  bool continues = false;
};
/// --checkpoint and --continue of `verb`.
[[nodiscard]] std::vector<Option> recording_options(RunFileOptions& options, const std::string& verb);

/// A case to run, and the file of its results.
struct RecordedCase {
  vehicle_case::CaseModel model;
  std::string file;
  std::vector<std::string> sets;            ///< "key.path=value" that the case was loaded with
  std::optional<results::Checkpoint> from;  ///< where it goes on; otherwise it begins
  std::string notice = {};                  ///< a warning of its summary
};

/// Reads the case that is named, or that of the result file that is named and goes on. Nothing, with
/// findings; also where the results cannot be written, unless this process does not write any.
[[nodiscard]] std::optional<RecordedCase> load_recorded_case(const Common& common,
                                                             const RunFileOptions& options,
                                                             recording::Processes processes, bool writes,
                                                             Findings& findings);

/// The solver of contacts and track in another process, and what to do as soon as the run has ended.
struct OtherSolver {
  simulate::RemoteContact* contact = nullptr;
  std::function<void(const simulate::Summary&)> ended;
};

/// Runs the case from its start or its checkpoint, records it, and prints the summary of the whole run. The
/// file also keeps what the run needs to go on. `check`: the case with another contact method, run afterwards
/// unless the first run was interrupted.
ExitCode record_run(const Common& common, const RecordedCase& recorded, double checkpoint_interval,
                    const OtherSolver& other = {}, const CrossCheckCase* check = nullptr);

}  // namespace flangeway::app
