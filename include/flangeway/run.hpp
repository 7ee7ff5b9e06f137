// Runs a case in time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "flangeway/case.hpp"

namespace flangeway {

enum class RunStatus {
  completed,
  derailed,  ///< a result, not a failure
  stopped,   ///< by a function of RunOptions
  failed     ///< a numerical failure, or results that could not be written; recorded rows are kept
};
/// "completed", "derailed", "stopped", "failed"
[[nodiscard]] const char* to_string(RunStatus status);

/// A controller of the case (control.python, control.fmus) as a function: fills the outputs at `time` (s)
/// from the inputs, both in the order of the case file, and returns an empty text, or why it cannot. `limit`:
/// s of wall time that it may take.
using Controller = std::function<std::string(double time, std::span<const double> inputs,
                                             std::span<double> outputs, double limit)>;

struct RunOptions {
  /// Called with each recorded row, SI, one number for each channel of the case, from the thread that called
  /// run(). False ends the run.
  std::function<bool(std::span<const double> row)> on_row = {};
  /// Called about every 20 ms of wall time with distance (m) and time (s). False ends the run.
  std::function<bool(double distance, double time)> on_progress = {};
  /// The result file (HDF5) to write, as `flangeway run -o` writes it; empty: none.
  std::filesystem::path output = {};
  bool overwrite = false;  ///< a result file that exists; otherwise it is an InputError
  /// s of wall time after which the result file gets what continue_run() needs; 0: only where a function ends
  /// the run.
  double checkpoint_interval = 0;
  std::map<std::string, Controller> controllers = {};  ///< by their names in the case
};

/// Extremes of one wheel over the run.
struct WheelSummary {
  std::string name;                            ///< "wheelset1.left"
  double vertical_mean = 0, vertical_max = 0;  ///< Q, N
  double lateral_max = 0;                      ///< largest |Y|, N
  double ratio_max = 0;                        ///< largest Y/Q towards the field side
  double ratio_max_distance = 0;               ///< m, of that
  double flange_time = 0;                      ///< s with a loaded flange contact
  double lift_time = 0;                        ///< s off the rail
};

struct RunSummary {
  RunStatus status = RunStatus::failed;
  std::string failure;            ///< what failed, when and where; empty unless the status is `failed`
  double time = 0, distance = 0;  ///< s and m, at the end
  std::size_t steps = 0, evaluations = 0;      ///< of the integrator
  double wall_time = 0, real_time_factor = 0;  ///< s; simulated time over wall time
  std::vector<std::string> warnings;
  std::vector<WheelSummary> wheels;
  std::string json;  ///< everything, as `flangeway run --json` prints it
  std::string text;  ///< the same for people
};

/// Runs the case to its end, a derailment or a failure. Throws InputError for options that do not fit the
/// case or a file that cannot be written, and passes exceptions of the functions in `options` on.
[[nodiscard]] RunSummary run(const Case& to_run, const RunOptions& options = {});

/// Continues the run of a result file from its newest checkpoint and appends to the file; the result has the
/// same bits as a run without the stop. Of `options` only the functions and checkpoint_interval count.
/// Throws InputError where the run is finished, or its case has changed.
[[nodiscard]] RunSummary continue_run(const std::filesystem::path& result, const RunOptions& options = {});

}  // namespace flangeway
