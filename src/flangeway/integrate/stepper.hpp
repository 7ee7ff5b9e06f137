// Interface of every integrator.
#pragma once

#include <cstddef>
#include <optional>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate {

/// A component of y whose derivative changed so much within one step of fixed size that the step does not
/// resolve it. In units of ErrorScale.
struct Jump {
  std::size_t component = 0;
  double size = 0;            ///< change of the derivative, times the step
  double step = 0, time = 0;  ///< s; time: where the step began
};

/// Integrates y' = f(t, y) step by step. A method is made with its options, then init() gives it the problem.
/// All that a method carries from step to step goes through save() and load(): a method that was loaded takes
/// the same steps, to the last bit, as the one that was saved.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Starts at (t, y); y has problem.size components. Resets the counts.
  virtual void init(const Problem& problem, double t, const double* y) = 0;
  /// One accepted step. `retry` when no step can be made, `fatal` when the problem says so; time() and
  /// state() then stay those of the last step. Allocates nothing, except where a method says otherwise.
  [[nodiscard]] virtual EvalStatus step() = 0;
  /// No step passes this time: one that would ends there exactly. Fixed steps are not shortened and ignore
  /// it.
  virtual void set_stop_time(double t) = 0;
  /// The derivative has changed at time(), where the next step begins.
  [[nodiscard]] virtual EvalStatus renew() = 0;
  /// Continues at time() from this y, without the history of the motion.
  virtual void restart(const double* y) = 0;

  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual double step_start() const = 0;
  [[nodiscard]] virtual const double* state() const = 0;
  /// y at a time within the last step.
  virtual void interpolate(double t, double* y) const = 0;
  [[nodiscard]] virtual const StepCounts& counts() const = 0;

  /// Steps adapt to the tolerances, and do not end where a run does.
  [[nodiscard]] virtual bool adaptive() const = 0;
  /// The last evaluation of a step is the one at its end.
  [[nodiscard]] virtual bool evaluates_end() const = 0;
  /// The last step() failed because of this.
  [[nodiscard]] virtual std::optional<Jump> failed_jump() const { return std::nullopt; }
  /// The largest of all steps so far.
  [[nodiscard]] virtual Jump largest_jump() const { return {}; }

  virtual void save(StateEncoder& encoder) const = 0;
  /// After init() with the same problem and options. False, and a method that must not be used, if the bytes
  /// belong to another method.
  [[nodiscard]] virtual bool load(StateDecoder& decoder) = 0;
};

}  // namespace flangeway::integrate
