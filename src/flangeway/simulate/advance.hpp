// A simulation in time by the method of its case: steps, and what is between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/integrate/bdf.hpp"
#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// How much more a velocity may change in a fixed step than in the one before, m/s or rad/s: |q̈(end) −
/// q̈(start)| · step. Above the first one, steps are halved if that is allowed; above the second one the
/// impact was not resolved, and the run warns; above the third one the step destroys the motion, and fails.
/// Measured: docs/theory/integrators.md.
inline constexpr double jump_to_halve = 0.005, jump_to_warn = 0.05, jump_to_stop = 1;
/// A fixed step is halved at most this often.
inline constexpr int max_halvings = 10;

/// "abm4, step 0.001 s" or "bdf, relative tolerance 1e-06, absolute tolerance 1e-06, order ≤ 2".
[[nodiscard]] std::string integrator_text(const vehicle_case::IntegrationSettings& settings);

class Advance {
 public:
  /// Of a simulation at its start, by the method of its case.
  explicit Advance(Simulation& simulation);

  /// One step. Afterwards state(), bodies() and contacts() of the simulation are those of time(). On failure
  /// time and state stay those of the last step.
  EvalStatus step();
  /// A velocity that jumped in a fixed step, and its place in the state.
  struct Jump {
    std::size_t place = 0;
    double size = 0, step = 0, time = 0;  ///< m/s or rad/s; s, s
  };
  /// The last step failed because of this.
  [[nodiscard]] const std::optional<Jump>& jump() const { return jump_; }
  /// Of all steps so far.
  [[nodiscard]] const Jump& largest_jump() const { return largest_jump_; }

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] double step_start() const { return start_; }
  /// Adaptive steps do not end where a run does.
  [[nodiscard]] bool adaptive() const { return !fixed_; }
  /// The state at a time within the last step, on the rails, with forces and contacts there in bodies() and
  /// contacts(), until return_to_end() or the next step. Size of y: that of the state.
  EvalStatus look_at(double t, double* y);
  /// Component `place` of q, a position, at a time within the last step.
  [[nodiscard]] double place_at(double t, std::size_t place);
  /// Forces and contacts of time() again.
  EvalStatus return_to_end();
  /// Makes time(), and the state of the simulation, those of t within the last step: no step may follow.
  EvalStatus cut_short(double t);

  [[nodiscard]] const integrate::StepCounts& counts() const;
  /// Evaluations for rows, events and statistics, in addition to those in counts().
  [[nodiscard]] std::size_t looks() const { return looks_; }
  [[nodiscard]] std::size_t halvings() const { return halvings_; }
  [[nodiscard]] double fixed_step() const { return fixed_ ? step_ : 0; }

 private:
  EvalStatus fixed_advance();
  EvalStatus exchange();
  void limit_jump();
  [[nodiscard]] Jump last_jump() const;
  bool halve();
  void lengthen();
  [[nodiscard]] double fixed_time() const;
  EvalStatus evaluate_end();
  template <typename Method>
  EvalStatus adaptive_advance(Method& method);
  void interpolate(double t, double* integrated) const;

  Simulation& simulation_;
  const vehicle_case::IntegrationSettings& settings_;
  bool fixed_ = true;
  integrate::FixedStepper stepper_;
  integrate::DormandPrince dormand_prince_;
  integrate::Bdf bdf_;
  double time_ = 0, start_ = 0, step_ = 0;
  // Fixed steps: full_ whole ones, then part_ of step / 2^level_.
  long full_ = 0, part_ = 0;
  int level_ = 0;
  double longer_step_ = 0;  // of the next step; 0: as it was
  std::size_t halvings_ = 0, looks_ = 0;
  std::optional<Jump> jump_;
  Jump largest_jump_;
  std::vector<double> integrated_, rate_;
};

}  // namespace flangeway::simulate
