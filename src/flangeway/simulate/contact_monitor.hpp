// Monitors the contacts of a run for conditions beyond its model: docs/theory/trust.md.
#pragma once

#include <string>
#include <vector>

#include "flangeway/simulate/simulation.hpp"
#include "flangeway/simulate/wheel_statistics.hpp"

namespace flangeway::simulate {

/// Monitored condition of a wheel: total duration, first position, largest value and its position.
struct MonitoredCondition {
  double duration = 0, start = 0;      ///< s, m
  double max_value = 0, position = 0;  ///< unit of the condition, m
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<MonitoredCondition> condition) {
  codec(condition.duration, condition.start, condition.max_value, condition.position);
}

/// Undamped elastic normal forces of a wheel on its body at the end of a step, and the position of the body;
/// in axes of the track there.
struct WheelPush {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  ///< N; N m about the centre of the body
  double moved = 0;                                  ///< W, power of moving rails and uneven surfaces
  Vec3 place = Vec3::Zero();                         ///< m, of the centre: along the track, y, z
  double roll = 0, yaw = 0;                          ///< rad
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelPush> push) {
  codec(push.force, push.moment, push.moved, push.place, push.roll, push.yaw);
}

/// Work in J that is done on the forces of a wheel in a step of `step` s.
[[nodiscard]] double work_between(const WheelPush& before, const WheelPush& after, double step);

/// The energy that the normal forces of a wheel store, against the work done on them: (1); on
/// constraints (2).
struct IndentationBalance {
  bool started = false;
  WheelPush push;                       ///< of the last step, of elastic forces
  double power = 0;                     ///< W, of the last step, on constraints
  double stored = 0;                    ///< J, at the start
  double work = 0;                      ///< J, since the start
  double both_ways = 0;                 ///< J, its absolute value summed up
  double least = 0, least_place = 0;    ///< J, m: the lowest surplus so far
  double gained = 0, from = 0, to = 0;  ///< J, m, m: the largest rise of the surplus
  double creep = 0;                     ///< J, that creep has taken; on constraints
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<IndentationBalance> balance) {
  codec(balance.started, balance.push, balance.power, balance.stored, balance.work, balance.both_ways,
        balance.least, balance.least_place, balance.gained, balance.from, balance.to, balance.creep);
}

/// Work in J that was done on the conservative normal forces in a step, which does not count for the first
/// one, and the energy in J that they store at its end at `distance` m.
void add_energy(double work, double stored, double distance, IndentationBalance& balance);

struct WheelDiagnostics {
  IndentationBalance energy;      ///< on constraints: of both wheels, with the left one
  MonitoredCondition wide_patch;  ///< half its width over the radius of the profile
  MonitoredCondition slow_slide;  ///< share of the friction that is used
  MonitoredCondition table_end;   ///< ratio of the axes, or its inverse
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelDiagnostics> diagnostics) {
  codec(diagnostics.energy, diagnostics.wide_patch, diagnostics.slow_slide, diagnostics.table_end);
}

/// One warning of each kind, of the wheel that it concerns most; both lists in the order of the wheels.
[[nodiscard]] std::vector<std::string> describe_warnings(const vehicle_case::CaseModel& model,
                                                         const std::vector<WheelSummary>& wheels,
                                                         const std::vector<WheelDiagnostics>& diagnostics);

/// Curvature of a profile over its lateral coordinate, 1/m, without its sign.
class CurvatureTable {
 public:
  explicit CurvatureTable(const profile::Curve& curve);
  [[nodiscard]] double at(double y) const;

 private:
  std::vector<double> y_, curvature_;
};

class ContactMonitor {
 public:
  explicit ContactMonitor(const vehicle_case::CaseModel& model);
  /// After a step of `step` s that ended at `distance` m.
  void add(const Simulation& simulation, double step, double distance);
  /// `wheels`: summaries of the wheels that exist.
  [[nodiscard]] std::vector<std::string> warnings(const std::vector<WheelSummary>& wheels) const;
  /// Whether it monitors this number of wheels: loaded bytes may have another one.
  [[nodiscard]] bool has_wheel_count(std::size_t wheels) const { return wheels_.size() == wheels; }

  /// Monitors the contacts of one wheel at the end of a step; its wheelset moves at `speed` m/s.
  void check_contacts(const wheelrail::WheelsetResult& result, std::size_t wheelset, std::size_t side,
                      double speed, double step, double distance);

 private:
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<ContactMonitor> monitor) {
    codec(monitor.wheels_, monitor.unchecked_time_);
  }
  [[nodiscard]] double width_over_radius(const wheelrail::Contact& contact, std::size_t wheel) const;

  const vehicle_case::CaseModel& model_;
  std::vector<CurvatureTable> wheel_profiles_,
      rail_profiles_;  // left and right of each wheelset; of the track
  std::vector<WheelDiagnostics> wheels_;
  double unchecked_time_ = 0;  // s, since the contacts were last checked
};

}  // namespace flangeway::simulate
