// Advances a simulation step by step, and interpolates within a step.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "flangeway/integrate/stepper.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

class Advance {
 public:
  /// Begins with a simulation at its start and the integrator of its case.
  explicit Advance(Simulation& simulation);
  /// Begins with another integrator.
  Advance(Simulation& simulation, std::unique_ptr<integrate::Stepper> stepper);

  /// Takes one step. Then state(), bodies() and contacts() of the simulation belong to time(). After a
  /// failure time and state are still those of the step before.
  EvalStatus step();
  /// No step passes this time; one of fixed length ends there anyway. Infinite: none is held back.
  void stop_at(double t) { stop_ = t; }
  /// The forces at time() have changed: goes on without what is known of the motion before.
  EvalStatus restart();
  /// A sudden change in a fixed step, and the component of the state that changed; see describe_jump().
  using Jump = integrate::Jump;
  /// The change that made the last step fail.
  [[nodiscard]] std::optional<Jump> jump() const;
  /// The largest one of all steps so far.
  [[nodiscard]] Jump largest_jump() const;

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] double step_start() const { return stepper_->step_start(); }
  /// The integrator chooses its steps, so the last one may pass the end of the run.
  [[nodiscard]] bool adaptive() const { return stepper_->adaptive(); }
  /// The state at a time within the last step, on the rails, with forces and contacts there in bodies() and
  /// contacts(), until return_to_end() or the next step. Size of y: that of the state.
  EvalStatus look_at(double t, double* y);
  /// The component `place` of q at a time within the last step.
  [[nodiscard]] double place_at(double t, std::size_t place);
  /// Evaluates forces and contacts at time() again.
  EvalStatus return_to_end();
  /// Makes time(), and the state of the simulation, those of t within the last step: no step may follow.
  EvalStatus cut_short(double t);

  [[nodiscard]] const integrate::StepCounts& counts() const { return stepper_->counts(); }
  /// Evaluations for rows, events and statistics, in addition to those in counts().
  [[nodiscard]] std::size_t looks() const { return looks_; }
  /// The time step of the case in s; 0 for an integrator that chooses its steps.
  [[nodiscard]] double fixed_step() const;

  void save(StateEncoder& encoder) const;
  /// Returns false where the bytes do not belong to this case; then this object must not be used.
  [[nodiscard]] bool load(StateDecoder& decoder);

 private:
  EvalStatus exchange();
  EvalStatus evaluate_end();

  Simulation& simulation_;
  std::unique_ptr<integrate::Stepper> stepper_;
  double time_ = 0, stop_ = std::numeric_limits<double>::infinity();
  std::size_t looks_ = 0;
  std::vector<double> integrated_, rate_;
};

}  // namespace flangeway::simulate
