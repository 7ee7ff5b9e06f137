// Notices that adaptive steps have collapsed. Private to the room.
#pragma once

#include <algorithm>
#include <cstdint>

namespace flangeway::simulate {

/// Looks at the mean length of every 2000 steps. For a moment, as in an impact, steps of any length are
/// normal; a run whose mean step is below 0.1 µs would take days for a second.
class StepWindow {
 public:
  void begin(std::uint64_t steps, double time) { steps_ = steps, time_ = time; }
  /// To be called after each step with all steps so far and the time in s. `max_step` (s) is the limit that
  /// the case gives, 0: none; steps that have to be short are no collapse.
  [[nodiscard]] bool collapsed(std::uint64_t steps, double time, double max_step) {
    constexpr std::uint64_t window = 2000;
    constexpr double min_mean_step = 1e-7;  // [s]
    if (steps < steps_ + window) return false;
    const double mean = (time - time_) / static_cast<double>(steps - steps_);
    begin(steps, time);
    return mean < (max_step > 0 ? std::min(min_mean_step, max_step / 10) : min_mean_step);
  }

 private:
  std::uint64_t steps_ = 0;
  double time_ = 0;
};

}  // namespace flangeway::simulate
