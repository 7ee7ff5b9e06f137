// Detects derailments during a run. The criteria and their reasons: docs/theory/derailment.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/assess/derailment.hpp"
#include "flangeway/simulate/simulation.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {

struct Derailment {
  double time = 0, distance = 0;  ///< s, m
  std::string wheel;              ///< "wheelset1.left"; of an overturned vehicle the one that would lift most
  std::string kind;               ///< one of the texts in derailment.cpp
  double yq = 0;                  ///< Y/Q of the wheel at the event
  double angle = 0;               ///< rad, of its steepest contact
  double nadal = 0;               ///< Nadal's limit for that contact
};

/// The state of the detection between two steps.
struct DerailmentState {
  std::vector<double> place;  ///< of each wheel after the last step: wheelrail::Climb, m
  bool started = false;       ///< there was one
  assess::SideLoads loads;    ///< of all left and of all right wheels
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<DerailmentState> state) {
  codec(state.place, state.started, state.loads);
}

/// Checks for a derailment after every step.
class DerailmentWatch {
 public:
  /// Wheel loads are averaged over samples that lie `sample` s apart.
  DerailmentWatch(const vehicle_case::CaseModel& model, double sample);

  /// Finds a derailment in a step of `step` s that ended at `time` and `distance`.
  [[nodiscard]] std::optional<Derailment> after_step(const Simulation& simulation, double time,
                                                     double distance, double step);
  /// Finds a wheel that came to the end of its rail in a step that failed. Contacts are those of its start.
  [[nodiscard]] std::optional<Derailment> after_failure(const Simulation& simulation, double time,
                                                        double distance) const;

 private:
  struct Wheel {
    std::size_t wheelset, side;
  };
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<DerailmentWatch> watch) {
    codec(watch.state_);
  }
  [[nodiscard]] Derailment describe(const Simulation& simulation, const Wheel& wheel, const char* kind,
                                    double time, double distance) const;
  [[nodiscard]] std::optional<Derailment> tipped(const Simulation& simulation, double time,
                                                 double distance) const;
  [[nodiscard]] std::optional<Derailment> overturned(const Simulation& simulation, double time,
                                                     double distance, double step);

  const vehicle_case::CaseModel& model_;
  std::vector<Wheel> wheels_;
  DerailmentState state_;
};

}  // namespace flangeway::simulate
