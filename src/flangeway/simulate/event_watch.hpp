// Finds when wheels come to and leave their flanges and treads.
#pragma once

#include <cstdint>
#include <vector>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/event.hpp"

namespace flangeway::simulate {

/// s within which the time of an event is found.
inline constexpr double event_resolution = 1e-7;

/// Compares the wheels at both ends of a step; a change is located by bisection of the step's dense output,
/// so that no step is shortened for it. What begins and ends within one step is not seen.
class EventWatch {
 public:
  explicit EventWatch(const vehicle_case::CaseModel& model);

  /// At the start, after derivative() there.
  void start(const Simulation& simulation);
  /// After a step, with forces and contacts at `end`, its end or, for the last one, less. Leaves forces and
  /// contacts elsewhere if it says true.
  bool after_step(const Simulation& simulation, Advance& advance, double end);

  [[nodiscard]] const EventList& events() const { return events_; }
  /// A derailment ends the list.
  void add(const Event& event) { events_.add(event); }
  /// Whether it is of so many wheels: loaded bytes may be those of another number.
  [[nodiscard]] bool has_wheel_count(std::size_t wheels) const { return before_.size() == wheels; }

 private:
  struct WheelTouch {
    bool flange = false, tread = false;
    friend bool operator==(const WheelTouch&, const WheelTouch&) = default;
  };
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<WheelTouch> touch) {
    codec(touch.flange, touch.tread);
  }
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<EventWatch> watch) {
    codec(watch.events_, watch.before_, watch.start_);
  }
  [[nodiscard]] static WheelTouch touch(const Simulation& simulation, std::size_t wheel);
  void locate(const Simulation& simulation, Advance& advance, std::size_t wheel, double end,
              bool WheelTouch::*what);

  const vehicle_case::CaseModel& model_;
  EventList events_;
  std::vector<Event> found_;                // of one step
  std::vector<WheelTouch> before_, after_;  // [2 × wheelsets] left, right, left …
  std::vector<double> y_;
  double start_ = 0;  // m
};

}  // namespace flangeway::simulate
