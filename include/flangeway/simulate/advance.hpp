// A simulation in time: steps, and what is between them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "flangeway/integrate/stepper.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

class Advance {
 public:
  /// Of a simulation at its start, by the method of its case.
  explicit Advance(Simulation& simulation);
  /// … by this method.
  Advance(Simulation& simulation, std::unique_ptr<integrate::Stepper> stepper);

  /// One step. Afterwards state(), bodies() and contacts() of the simulation are those of time(). On failure
  /// time and state stay those of the last step.
  EvalStatus step();
  /// A velocity that jumped in a fixed step, and its place in the state; size in m/s or rad/s.
  using Jump = integrate::Jump;
  /// The last step failed because of this.
  [[nodiscard]] std::optional<Jump> jump() const;
  /// Of all steps so far.
  [[nodiscard]] Jump largest_jump() const;

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] double step_start() const { return stepper_->step_start(); }
  /// Adaptive steps do not end where a run does.
  [[nodiscard]] bool adaptive() const { return stepper_->adaptive(); }
  /// The state at a time within the last step, on the rails, with forces and contacts there in bodies() and
  /// contacts(), until return_to_end() or the next step. Size of y: that of the state.
  EvalStatus look_at(double t, double* y);
  /// Component `place` of q, a position, at a time within the last step.
  [[nodiscard]] double place_at(double t, std::size_t place);
  /// Forces and contacts of time() again.
  EvalStatus return_to_end();
  /// Makes time(), and the state of the simulation, those of t within the last step: no step may follow.
  EvalStatus cut_short(double t);

  [[nodiscard]] const integrate::StepCounts& counts() const { return stepper_->counts(); }
  /// Evaluations for rows, events and statistics, in addition to those in counts().
  [[nodiscard]] std::size_t looks() const { return looks_; }
  /// The case's step; 0 where steps adapt.
  [[nodiscard]] double fixed_step() const;

  void save(StateEncoder& encoder) const;
  /// False, and an advance that must not be used, where the bytes are not those of one of this case.
  [[nodiscard]] bool load(StateDecoder& decoder);

 private:
  EvalStatus exchange();
  EvalStatus evaluate_end();

  Simulation& simulation_;
  std::unique_ptr<integrate::Stepper> stepper_;
  double time_ = 0;
  std::size_t looks_ = 0;
  std::vector<double> integrated_, rate_;
};

}  // namespace flangeway::simulate
