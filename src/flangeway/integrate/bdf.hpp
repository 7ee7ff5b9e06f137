// Backward differentiation formulas of variable order and step, by CVODE.
#pragma once

#include <memory>

#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate {

struct BdfSolver;  // CVODE's memory, see bdf.cpp

/// BDF of orders 1 to 5 in fixed-leading-coefficient form [Hindmarsh2005] with Newton's method; accepted
/// steps are projected onto the constraints of the problem without loss of history [Eich1993]. Theory:
/// docs/theory/integrators.md.
class Bdf {
 public:
  Bdf();
  ~Bdf();
  Bdf(const Bdf&) = delete;
  Bdf& operator=(const Bdf&) = delete;

  /// Starts at (t, y); y has problem.size components. Resets counts. Throws std::bad_alloc only.
  void init(const Problem& problem, const Tolerances& tolerances, double t, const double* y);

  /// One accepted step, as long as the tolerances allow. `retry` when it cannot be made however short;
  /// `fatal` when the problem says so. time() and state() then stay those of the last accepted step.
  [[nodiscard]] EvalStatus step();

  [[nodiscard]] double time() const;
  [[nodiscard]] double step_start() const;
  [[nodiscard]] const double* state() const;
  /// y at a time within the last step, of the order of the step.
  void interpolate(double t, double* y) const;
  [[nodiscard]] const StepCounts& counts() const;

 private:
  std::unique_ptr<BdfSolver> solver_;
};

}  // namespace flangeway::integrate
