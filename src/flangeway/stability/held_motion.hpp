// Whether a vehicle at a constant speed hunts or comes to rest, from the rows of its run.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/stability/time_search.hpp"

namespace flangeway::stability {

class HeldMotion {
 public:
  /// `begins`: s, when the speed is reached.
  HeldMotion(const vehicle_case::CaseModel& model, double speed, double begins, double min_amplitude);

  void add(const double* row);
  /// rest, dying or hunting once this is clear.
  [[nodiscard]] const std::optional<Motion>& decided() const { return decided_; }
  /// s, by which it is clear.
  [[nodiscard]] double latest_end() const;
  /// m, of the wheelset that moves most in the last window.
  [[nodiscard]] double amplitude() const { return windows_.empty() ? 0 : windows_.back().amplitude; }
  /// Hz, of this wheelset.
  [[nodiscard]] double frequency() const { return windows_.empty() ? 0 : windows_.back().frequency; }

 private:
  struct Window {
    double amplitude = 0, frequency = 0;
  };
  void end_window();
  void decide();

  double begins_, length_, min_amplitude_;  // s, s, m
  std::size_t time_ = 0;                    // channel
  std::vector<std::size_t> lateral_;        // channels
  std::vector<std::vector<double>> y_;      // m, of each wheelset in this window
  std::vector<Window> windows_;
  std::optional<Motion> decided_;
};

}  // namespace flangeway::stability
