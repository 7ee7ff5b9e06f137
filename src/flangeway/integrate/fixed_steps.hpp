// Fixed steps in a run: they keep the time, and are halved for a while where one of them fails.
#pragma once

#include <vector>

#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/integrate/stepper.hpp"

namespace flangeway::integrate {

struct FixedStepOptions {
  FixedMethod method = FixedMethod::abm4;
  double step = 1e-3;    ///< s
  int max_halvings = 0;  ///< a step is halved at most this often; 0: never
  /// Jumps, in units of ErrorScale, above which a step that can be halved is halved, and above which one that
  /// cannot fails. 0: no limit.
  double jump_to_halve = 0, jump_to_fail = 0;
};

class FixedSteps final : public Stepper {
 public:
  explicit FixedSteps(const FixedStepOptions& options) : options_(options) {}
  void init(const Problem& problem, double t, const double* y) override;
  /// One step, halved as often as it takes and the options allow.
  [[nodiscard]] EvalStatus step() override;
  void set_stop_time(double) override {}
  /// By Problem::renew where there is one.
  [[nodiscard]] EvalStatus renew() override;
  void restart(const double* y) override;

  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double step_start() const override { return step_start_; }
  [[nodiscard]] const double* state() const override { return y_.data(); }
  /// The cubic that has y and y' of both ends of the step.
  void interpolate(double t, double* y) const override { stepper_.interpolate(step_start_, t, y); }
  [[nodiscard]] const StepCounts& counts() const override;
  [[nodiscard]] bool adaptive() const override { return false; }
  [[nodiscard]] bool evaluates_end() const override { return true; }
  [[nodiscard]] std::optional<Jump> failed_jump() const override { return failed_; }
  [[nodiscard]] Jump largest_jump() const override { return largest_; }
  void save(StateEncoder& encoder) const override;
  [[nodiscard]] bool load(StateDecoder& decoder) override;

 private:
  template <typename Codec, typename Steps>
  static void walk(Codec& codec, Steps& steps) {
    codec(steps.y_, steps.start_, steps.time_, steps.step_start_, steps.full_, steps.part_, steps.level_,
          steps.longer_step_, steps.halvings_, steps.largest_.component, steps.largest_.size,
          steps.largest_.step, steps.largest_.time);
  }
  [[nodiscard]] Jump last_jump() const;
  [[nodiscard]] double length(int level) const;
  [[nodiscard]] bool halve();
  void lengthen();
  void limit_jump();

  FixedStepOptions options_;
  Problem problem_;
  FixedStepper stepper_;
  std::vector<double> y_;
  double start_ = 0, time_ = 0, step_start_ = 0;
  // time_ is start_ and full_ whole steps and part_ of step / 2^level_.
  long full_ = 0, part_ = 0;
  int level_ = 0;
  double longer_step_ = 0;  // of the next step; 0: as it was
  std::uint64_t halvings_ = 0;
  std::optional<Jump> failed_;
  Jump largest_;
  mutable StepCounts counts_;
};

}  // namespace flangeway::integrate
