// A run from its case to its result file: what flangeway run and flangeway cosim have in common.
#pragma once

#include <functional>
#include <string>

#include "command.hpp"
#include "flangeway/recording/continuation.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::app {

/// Reads the case and shows meanwhile that its tables are being made. Nothing, with findings.
[[nodiscard]] std::optional<vehicle_case::CaseModel> load_case(const Common& common, Findings& findings);

/// -o, or CASE.h5 in this folder.
[[nodiscard]] std::string result_file(const Common& common);

/// The solver of contacts and track in another process, and what to do as soon as the run has ended.
struct OtherSolver {
  simulate::RemoteContact* contact = nullptr;
  std::function<void(const simulate::Summary&)> ended;
};

/// Runs the case, records it in `file`, and prints its summary. With `checkpoint_interval` (s of wall time,
/// 0: only on an interruption) the file also keeps what the run needs to go on; without one, as where another
/// solver holds a part of it, it does not.
ExitCode record_run(const Common& common, const vehicle_case::CaseModel& model, const std::string& file,
                    std::optional<double> checkpoint_interval, const OtherSolver& other = {});

/// Goes on with the run of a result file, appends to it, and prints the summary of the whole run.
ExitCode continue_run(const Common& common, const std::string& file, double checkpoint_interval);

}  // namespace flangeway::app
