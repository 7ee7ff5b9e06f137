// The lowest speed of hunting by runs in time: hunting is followed downwards over speeds that are held until
// it goes on or has died out. Independent of continuation. Theory: docs/theory/stability.md.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::stability {

/// The share of the work that is done, and what is being done; false: stop, with what there is.
using Progress = std::function<bool(double fraction, const std::string& what)>;

struct TimeSearchSettings {
  double from = 10, to = 120;   ///< m/s, range of speeds
  double disturbance = 0.008;   ///< m, lateral, of all wheelsets at the start of a run
  double min_amplitude = 2e-4;  ///< m: smaller motions count as rest
  double resolution = 0.25;     ///< m/s
  double max_time = 1500;       ///< s of time in all runs together
};

/// Outcome of a run at a constant speed.
enum class Motion { rest, dying, hunting, derailed, failed, stopped };
constexpr auto alternatives_of(Motion) {
  return std::to_array<Alternative<Motion>>(
      {{Motion::rest, "rest", "the amplitude fell below the smallest one that counts"},
       {Motion::dying, "dying", "the amplitude still fell when the run ended"},
       {Motion::hunting, "hunting", "the amplitude does not fall"},
       {Motion::derailed, "derailed", "a wheel left its rail"},
       {Motion::failed, "failed", "the run ended with a numerical failure"},
       {Motion::stopped, "stopped", "the user, or the time of all runs, ended the run"}});
}

/// One speed that was held.
struct HeldSpeed {
  double speed = 0;           ///< m/s
  bool from_hunting = false;  ///< it began with hunting at a higher speed; false: with displaced wheelsets
  Motion motion = Motion::rest;
  double amplitude = 0;  ///< m, half of peak to peak, of the wheelset that moved most at last
  double frequency = 0;  ///< Hz, of this wheelset
  double time = 0;       ///< s, that the run took
  std::string failure = {};
};

struct TimeSearch {
  TimeSearchSettings settings;
  std::vector<HeldSpeed> runs;  ///< in the order in which they were made
  /// m/s, lowest at which hunting goes on or a displaced vehicle derails; NaN: none.
  double lowest = 0;
  double dies = 0;       ///< m/s, next speed below at which hunting dies out; NaN: none was found
  bool derails = false;  ///< at the lowest speed it derails
  double amplitude = 0, frequency = 0;  ///< m, Hz, of hunting at the lowest speed
  std::string end = {};                 ///< why not all was tried; empty: it was
};

/// Runs on straight, even track with the rails of the case, whatever its contact method.
[[nodiscard]] TimeSearch search_in_time(const vehicle_case::CaseModel& model,
                                        const TimeSearchSettings& settings, const Progress& progress = {});

/// The speed at which a vehicle that hunts at `start` ceases to hunt when it runs slower and slower: what a
/// ramp has found, without its lag. `start`: m/s.
[[nodiscard]] TimeSearch search_downwards(const vehicle_case::CaseModel& model,
                                          const TimeSearchSettings& settings, double start,
                                          const Progress& progress = {});

}  // namespace flangeway::stability
