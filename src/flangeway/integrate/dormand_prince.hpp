// Dormand–Prince 5(4) with adaptive steps and dense output.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate {

/// The pair of [DormandPrince1980] with the continuous extension of order 4 and the step control of
/// [Hairer1993, section II.4–II.6]. After init nothing allocates. Theory: docs/theory/integrators.md.
class DormandPrince {
 public:
  /// Starts at (t, y); y has problem.size components. Resets counts.
  void init(const Problem& problem, const Tolerances& tolerances, double t, const double* y);

  /// One accepted step, as long as the tolerances allow. `retry` when steps became as short as rounding
  /// allows, or the derivative cannot be evaluated at the start; `fatal` when the problem says so. time() and
  /// state() then stay those of the last accepted step.
  [[nodiscard]] EvalStatus step();

  /// No step passes this time: one that would ends there exactly.
  void limit_end(double t) { limit_ = t; }
  /// The derivative has changed at time(), where the next step begins: evaluates it again.
  EvalStatus renew();

  [[nodiscard]] double time() const { return t_; }
  [[nodiscard]] double step_start() const { return t_ - last_; }
  [[nodiscard]] const double* state() const { return y_.data(); }
  /// y at a time within the last step; error of order 4 in the step.
  void interpolate(double t, double* y) const;
  [[nodiscard]] const StepCounts& counts() const { return counts_; }

 private:
  using Buffer = std::vector<double>;
  static constexpr std::size_t stages = 7;

  EvalStatus begin();
  [[nodiscard]] bool ends_at_limit(double h) const;
  EvalStatus attempt(double h);
  EvalStatus evaluate(double t, const Buffer& y, Buffer& f);
  [[nodiscard]] double error_norm(double h);
  [[nodiscard]] double norm(const Buffer& x) const;
  EvalStatus accept(double h, double error);
  [[nodiscard]] double first_step();

  Problem problem_;
  Tolerances tolerances_;
  StepCounts counts_;
  double t_ = 0, last_ = 0, next_ = 0;  // end and length of the last step; length of the next
  double limit_ = std::numeric_limits<double>::infinity();  // of the end of a step
  double previous_error_ = 1e-4;
  bool started_ = false;
  std::array<Buffer, stages> k_;
  std::array<Buffer, 5> dense_;
  Buffer y_, trial_, end_, tolerated_, tolerated_end_;
};

}  // namespace flangeway::integrate
