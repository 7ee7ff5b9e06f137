// When a run is a derailment. Criteria and why: docs/theory/derailment.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/simulate/simulation.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {

/// s over which the load of one side is averaged: with no load left in the mean, the vehicle overturns. Our
/// choice: impacts of flanges and bouncing wheels (above 2 Hz) average out, the roll of a vehicle does not.
inline constexpr double overturning_time = 0.5;

struct Derailment {
  double time = 0, distance = 0;  ///< s, m
  std::string wheel;              ///< "wheelset1.left"; of an overturned vehicle the one that would lift most
  std::string kind;               ///< one of the texts in derailment.cpp
  double yq = 0;                  ///< Y/Q of the wheel at the event
  double angle = 0;               ///< rad, of its steepest contact
  double nadal = 0;               ///< Nadal's limit for that contact
};

/// Looks at a run after every step.
class DerailmentWatch {
 public:
  /// Wheel loads are averaged over samples that lie `sample` s apart.
  DerailmentWatch(const vehicle_case::CaseModel& model, double sample);

  /// After a step of `step` s that ended at `time` and `distance`: a derailment in it, if there was one.
  [[nodiscard]] std::optional<Derailment> after_step(const Simulation& simulation, double time,
                                                     double distance, double step);
  /// After a step that failed, with contacts evaluated at its start: a wheel that came to the end of its rail
  /// in it.
  [[nodiscard]] std::optional<Derailment> after_failure(const Simulation& simulation, double time,
                                                        double distance) const;

 private:
  struct Wheel {
    std::size_t wheelset, side;
    const geometry::KecProfile* profile;              ///< nullptr with lookup tables
    double s = 0;                                     ///< of the knife, after the last step
    const wheelrail::online::Shape* shape = nullptr;  ///< elastic contact
  };
  [[nodiscard]] std::optional<Derailment> climbed_over(const Simulation& simulation, const Wheel& wheel,
                                                       double time, double distance) const;
  [[nodiscard]] Derailment describe(const Simulation& simulation, const Wheel& wheel, const char* kind,
                                    double time, double distance) const;
  [[nodiscard]] std::optional<Derailment> overturned(const Simulation& simulation, double time,
                                                     double distance, double step);
  [[nodiscard]] bool add_loads(const double* load);

  const vehicle_case::CaseModel& model_;
  std::vector<Wheel> wheels_;
  double sample_;
  std::vector<std::array<double, 2>>
      loads_;                        // ΣQ of the left and of the right wheels in the last overturning_time
  std::array<double, 2> sum_{0, 0};  // of loads_
  double since_sample_ = 0;          // s
  std::size_t samples_ = 0;
  bool started_ = false;
};

}  // namespace flangeway::simulate
