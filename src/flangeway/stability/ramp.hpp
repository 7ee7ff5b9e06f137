// The speed ramped down in a run until hunting dies: critical speed as engineers find it without
// continuation. Theory: docs/theory/stability.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/stability/stability.hpp"

namespace flangeway::stability {

struct RampSettings {
  double from = 10, to = 120;     ///< m/s: where the ramp ends and where it begins
  double rate = 0.2;              ///< m/s²
  double hold = 10;               ///< s at the highest speed, in which hunting builds up
  double disturbance = 0.008;     ///< m, of all wheelsets at the start
  double least_amplitude = 2e-4;  ///< m: what is smaller is no hunting
};

/// 100 m of the run, those of the instability criterion.
struct RampWindow {
  double speed = 0;               ///< m/s, mean
  bool held = false;              ///< begins before the speed falls
  std::vector<double> amplitude;  ///< m, half of peak to peak of the lateral displacement of each wheelset
  std::vector<double> rms;        ///< N, of ΣY of each wheelset in a band of ± 2 Hz about its hunting
  bool flange = false;            ///< a wheelset touches its rail with a flange
};

/// Criteria: hunting, the rms of ΣY above its limit, and contact of a flange. NaN: never.
struct RampedCriterion {
  double begins = 0, ends = 0;    ///< m/s: at the first and the last window that fulfil it
  bool ends_before_fall = false;  ///< the last one begins at the highest speed
};

struct Ramp {
  RampSettings settings;
  std::vector<std::string> wheelsets;
  std::vector<RampWindow> windows;  ///< each 10 m; falling speed
  double frequency = 0;             ///< Hz, of the wheelset that moves most
  std::vector<double> rms_limit;    ///< N, (10 kN + P0/3)/2 of each wheelset; unverified [EN14363; UIC518]
  RampedCriterion hunting, rms, flange;
  /// Hunting went on when the speed began to fall, and ended above the lowest speed.
  [[nodiscard]] bool dies() const;
  std::string end;      ///< how the run ended
  std::string failure;  ///< of a numerical failure that ended it; empty: there was none
  /// Hunting followed to its end over speeds that are held: the speed without the lag of the ramp. None where
  /// the ramp has shown no hunting.
  std::optional<TimeSearch> held;
};

void check(const vehicle_case::CaseModel& model, const RampSettings& settings, Findings& findings);

/// A run on straight, even track with the rails of the case, and runs at constant speeds that locate where
/// hunting ends. Throws NumericalFailure where the run fails before the criteria have 100 m.
[[nodiscard]] Ramp ramp_of(const vehicle_case::CaseModel& model, const RampSettings& settings,
                           const Progress& progress = {});

}  // namespace flangeway::stability
