// Dormand–Prince 5(4) with adaptive steps and dense output.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "flangeway/integrate/stepper.hpp"

namespace flangeway::integrate {

/// The pair of [DormandPrince1980] with the continuous extension of order 4 and the step control of
/// [Hairer1993, section II.4–II.6]. After init nothing allocates. Theory: docs/theory/integrators.md.
class DormandPrince final : public Stepper {
 public:
  explicit DormandPrince(const Tolerances& tolerances = {}) : tolerances_(tolerances) {}
  void init(const Problem& problem, double t, const double* y) override;
  void init(const Problem& problem, const Tolerances& tolerances, double t, const double* y) {
    tolerances_ = tolerances;
    init(problem, t, y);
  }

  /// `retry` when steps became as short as rounding allows, or the derivative cannot be evaluated at the
  /// start.
  [[nodiscard]] EvalStatus step() override;
  void set_stop_time(double t) override { limit_ = t; }
  /// Evaluates the derivative again.
  [[nodiscard]] EvalStatus renew() override;
  void restart(const double* y) override;

  [[nodiscard]] double time() const override { return t_; }
  [[nodiscard]] double step_start() const override { return t_ - last_; }
  [[nodiscard]] const double* state() const override { return y_.data(); }
  /// Error of order 4 in the step.
  void interpolate(double t, double* y) const override;
  [[nodiscard]] const StepCounts& counts() const override { return counts_; }
  [[nodiscard]] bool adaptive() const override { return true; }
  [[nodiscard]] bool evaluates_end() const override { return true; }
  void save(StateEncoder& encoder) const override;
  [[nodiscard]] bool load(StateDecoder& decoder) override;

 private:
  using Buffer = std::vector<double>;
  // The derivative at the start of the next step is k_[0]; the interpolation reads dense_.
  template <typename Codec, typename Method>
  static void walk(Codec& codec, Method& method) {
    codec(method.counts_, method.t_, method.last_, method.next_, method.limit_, method.previous_error_,
          method.started_, method.k_[0], method.dense_, method.y_);
  }
  static constexpr std::size_t stages = 7;

  EvalStatus begin();
  [[nodiscard]] bool ends_at_limit(double h) const;
  EvalStatus attempt(double h);
  EvalStatus evaluate(double t, const Buffer& y, Buffer& f);
  [[nodiscard]] double error_norm(double h);
  [[nodiscard]] double norm(const Buffer& x) const;
  EvalStatus accept(double h, double error);
  [[nodiscard]] double find_first_step();

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
