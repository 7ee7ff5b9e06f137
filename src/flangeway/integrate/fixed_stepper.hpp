// Fixed-step integration of order 4, in exponential form for stiffly damped components.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/integrate/adaptive.hpp"
#include "flangeway/integrate/fixed_step.h"
#include "flangeway/integrate/problem.hpp"

namespace flangeway::integrate {

enum class FixedMethod {
  rk4,  ///< classical Runge–Kutta; 4 evaluations per step, the last one at its end
  abm4  ///< Adams–Bashforth–Moulton, PECE, started by RK4; 2 evaluations per step
};

/// Advances y by one constant step at a time. After init nothing allocates.
class FixedStepper {
 public:
  /// `step` in s, > 0. Resets history and counts.
  void init(const Problem& problem, FixedMethod method, double step);

  /// From (t, y) to t + step; y has problem.size components. On `retry` (from the problem) or `fatal` (from
  /// the problem, or a derivative, rate or state that is not finite) y and the history are left as they were.
  /// The caller owns the time: pass t = t0 + n·step.
  [[nodiscard]] EvalStatus step(double t, double* y);

  /// y at a time within the last step, which began at `start`: the cubic that has y and y' of both ends.
  void interpolate(double start, double t, double* y) const;

  /// Steps fail (`retry`) in which jump() would be larger; 0 (as after init): none does.
  void set_jump_limit(double limit) { jump_limit_ = limit; }
  [[nodiscard]] double jump_limit() const { return jump_limit_; }
  /// Largest change of a derivative over the last attempted step, times the step, in units of ErrorScale, and
  /// its component: the new part of the step. For components with a rate, the change of the derivative
  /// without −rate · y. 0 while no limit is set.
  [[nodiscard]] double jump() const { return jump_; }
  [[nodiscard]] std::size_t jump_component() const { return jump_component_; }

  /// The derivative at the end of the last step, to be changed where it jumps there. [problem.size]
  [[nodiscard]] double* newest_derivative() { return past_f_[0].data(); }
  /// Forgets the past. Call whenever t or y was changed from outside (event, restart, jump of the forces).
  void reset();

  /// Another step size; resets the history.
  void set_step(double step);

  void save(StateEncoder& encoder) const { walk(encoder, *this); }
  /// After init() with the same problem and method. False if the bytes belong to another stepper.
  [[nodiscard]] bool load(StateDecoder& decoder);

  [[nodiscard]] double step_size() const { return h_; }
  [[nodiscard]] FixedMethod method() const { return method_; }
  [[nodiscard]] const StepCounts& counts() const { return counts_; }

 private:
  using Buffer = std::vector<double>;

  // The weights are not among them: they follow from the rates.
  template <typename Codec, typename Stepper>
  static void walk(Codec& codec, Stepper& stepper) {
    codec(stepper.h_, stepper.counts_, stepper.jump_, stepper.jump_limit_, stepper.jump_component_,
          stepper.history_, stepper.past_y_, stepper.past_f_);
  }
  void forget_weights();
  EvalStatus advance(double t, const double* y);
  EvalStatus runge_kutta(double t);
  EvalStatus adams(double t);
  EvalStatus find_stiff(double t, const double* y);
  [[nodiscard]] fw_stiff stiff() const { return {stiff_count_, stiff_.data(), weights_.data()}; }
  EvalStatus evaluate(double t, const Buffer& y, double* dydt);
  EvalStatus finish(double t);
  [[nodiscard]] bool jumps();
  void commit(double* y);

  Problem problem_;
  FixedMethod method_ = FixedMethod::abm4;
  double h_ = 0;
  StepCounts counts_;
  double jump_ = 0, jump_limit_ = 0;
  std::size_t jump_component_ = 0;

  // history_ points of the past are known: past_y_[0], past_f_[0] the newest. The vectors are rotated, not
  // copied.
  std::size_t history_ = 0;
  std::array<Buffer, 4> past_y_, past_f_;

  std::size_t stiff_count_ = 0;
  std::vector<std::size_t> stiff_;   // [stiff_count_] indices of components with a rate
  std::vector<fw_weights> weights_;  // [stiff_count_]
  Buffer rate_, next_, next_f_, k2_, k3_, k4_, a_, b_, c_;  // [size] scratch; next_ is the new state
};

}  // namespace flangeway::integrate
