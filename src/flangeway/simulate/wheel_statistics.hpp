// Extremes of the wheels over a run, sampled after every step.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/simulate/chatter.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {

struct WheelSummary {
  std::string name;              ///< "wheelset1.left"
  double q_mean = 0, q_max = 0;  ///< N
  double y_max = 0;              ///< N, largest |Y|
  double yq_max = 0;             ///< largest Y/Q towards the field side
  double yq_max_distance = 0;    ///< m, where that was
  double nadal_at_yq_max = 0;    ///< Nadal's limit for the contact angle there; 0: no flange contact there
  double contact_angle_max = 0;  ///< rad, of loaded contacts
  double nadal_limit = 0;        ///< Nadal's limit at the largest angle of the flange; 0: it never touched
  double above_nadal_time = 0;   ///< s with Y/Q above the limit for the contact angle of that instant
  double flange_time = 0;        ///< s with a loaded flange contact
  double tensile_time = 0;  ///< s with a pulling normal force: not admissible [Escalona2021, section 6.1]
  double tensile_from = 0, tensile_to = 0;      ///< m, the first and the last place of that
  double lift_time = 0, lift_from = 0;          ///< s off the rail, and m where that first was
  double lift_max = 0;                          ///< m
  double pull_max = 0;                          ///< N, the largest pull
  double pull_max_distance = 0;                 ///< m
  double force_discontinuity_max = 0;           ///< N, between two steps (WheelInstant)
  double force_discontinuity_max_distance = 0;  ///< m
  ChatterWatch chatter;
};

/// All fields but the name.
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelSummary> wheel) {
  codec(wheel.q_mean, wheel.q_max, wheel.y_max, wheel.yq_max, wheel.yq_max_distance, wheel.nadal_at_yq_max,
        wheel.contact_angle_max, wheel.nadal_limit, wheel.above_nadal_time, wheel.flange_time,
        wheel.tensile_time, wheel.tensile_from, wheel.tensile_to, wheel.lift_time, wheel.lift_from,
        wheel.lift_max, wheel.pull_max, wheel.pull_max_distance, wheel.force_discontinuity_max,
        wheel.force_discontinuity_max_distance, wheel.chatter);
}

class WheelStatistics {
 public:
  explicit WheelStatistics(const vehicle_case::CaseModel& model);
  /// Adds a step of `step` s that ended at `distance` m.
  void add(const wheelrail::Workspace& contacts, const wheelrail::ContactState& carried, double step,
           double distance);
  /// Summaries of the wheels that exist.
  [[nodiscard]] std::vector<WheelSummary> result() const;
  /// Whether it is of so many wheels, two of each wheelset: loaded bytes may be those of another number.
  [[nodiscard]] bool has_wheel_count(std::size_t wheels) const { return wheels_.size() == wheels; }

 private:
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<WheelStatistics> statistics) {
    codec(statistics.wheels_, statistics.time_);
  }
  void add_wheel(const WheelInstant& instant, double step, double distance, WheelSummary& wheel) const;

  bool rough_;                        // the track is irregular
  std::vector<WheelSummary> wheels_;  // of a wheel that is not there without a name
  double time_ = 0;                   // s
};

}  // namespace flangeway::simulate
