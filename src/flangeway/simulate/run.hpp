// Runs a case in time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/assess/cross_check.hpp"
#include "flangeway/control/external.hpp"
#include "flangeway/core/chainage.hpp"
#include "flangeway/integrate/adaptive.hpp"
#include "flangeway/simulate/derailment.hpp"
#include "flangeway/simulate/event.hpp"
#include "flangeway/simulate/simulation.hpp"
#include "flangeway/simulate/wheel_statistics.hpp"

namespace flangeway::simulate {

enum class RunStatus {
  not_run,
  completed,
  derailed,  ///< a result, not a failure
  stopped,   ///< interrupted from outside, or results could not be written
  failed     ///< numerical failure; results so far are kept
};

struct Summary {
  RunStatus status = RunStatus::not_run;
  std::string method, integrator, coupling = "none";
  /// Steps, unknowns and wall time (s) of a flexible track. In co-simulation those of the process of the
  /// track, with the contacts.
  std::size_t track_steps = 0, track_unknowns = 0;
  double track_wall_time = 0;
  double time = 0, distance = 0;
  ChainageTable chainage;  ///< over the distance run; empty: the track has no chainage
  integrate::StepCounts counts;
  std::size_t looks = 0;     ///< evaluations beside those of the integrator: rows, events, statistics
  std::size_t halvings = 0;  ///< of fixed steps
  EventList events;
  double wall_time = 0, real_time_factor = 0;
  std::vector<std::string> warnings;
  std::optional<Derailment> derailment;
  std::string failure;  ///< what, when and where, if status is failed
  double position_drift = 0, velocity_drift = 0;
  std::optional<multibody::JointDrift> joint_drift;                        ///< of a vehicle with joints
  std::vector<std::pair<std::string, std::array<double, 6>>> final_state;  ///< body → q
  std::vector<WheelSummary> wheels;
  std::optional<assess::CrossCheck> cross_check = {};  ///< with another contact method, if requested

  /// No wheel was pulled onto its rail. [Escalona2021, section 6.1]
  [[nodiscard]] bool admissible() const;
};

/// Version of the bytes of a checkpoint, which begin with it. It is raised when a state changes what it
/// saves: a run continues from bytes of the same version, whichever program wrote them.
inline constexpr std::uint64_t checkpoint_version = 2;
/// 0 where the bytes are too few.
[[nodiscard]] std::uint64_t version_of_checkpoint(std::span<const std::byte> bytes);

struct RunOptions {
  /// The solver of track and contacts in co-simulation.
  RemoteContact* remote = nullptr;
  /// Functions in place of controllers of the case that are in other processes.
  control::Functions controllers;
  /// Called with every row to record (see recorder.hpp); false ends the run in order.
  std::function<bool(const double* row)> record;
  /// Called with every record of the deformed track (see deformed_track.hpp), which begins with its time;
  /// false ends the run in order. Without it there are none.
  std::function<bool(const double* record)> record_deformed_track;
  /// Called with every record of what rules judge (see judged.hpp), every output.judged_interval; false ends
  /// the run in order. Without it there are none.
  std::function<bool(const double* record)> record_judged;
  /// Called about every 20 ms of wall time with distance and time; false ends the run in order.
  std::function<bool(double distance, double time)> progress;
  /// Asked before every step; true ends the run in order.
  std::function<bool()> stop;
  /// Called with the bytes from which the run can be continued (see continue_from), every checkpoint_interval
  /// s of wall time, and when stop() or progress() ends the run; false ends the run in order.
  std::function<bool(std::span<const std::byte> bytes)> checkpoint;
  double checkpoint_interval = 0;  ///< s of wall time; 0: only when stop() or progress() ends the run
  /// The bytes that checkpoint() got in a run of the same case: continues from there, and all results have
  /// the same bits as without the stop if the same program wrote them. Empty: starts from the beginning.
  std::span<const std::byte> continue_from;
  /// Called before the first step of a continued run; false ends it.
  std::function<bool()> continued;
};

/// Runs from the start of the case to its end, a derailment, an interruption or a failure. The status is
/// `not_run` where continue_from does not belong to this case; then no function was called. Throws only what
/// these functions throw.
[[nodiscard]] Summary run(const vehicle_case::CaseModel& model, const RunOptions& options);

/// The distance in m that a run covers if nothing ends it before, for its progress.
[[nodiscard]] double expected_distance(const vehicle_case::CaseModel& model);
/// "completed", "derailed", "stopped"; a failure counts as stopped.
[[nodiscard]] const char* status_name(RunStatus status);
/// "abm4, step 0.001 s" or "bdf, relative tolerance 1e-06, absolute tolerance 1e-06, order ≤ 2".
[[nodiscard]] std::string integrator_text(const vehicle_case::IntegrationSettings& settings);

}  // namespace flangeway::simulate
