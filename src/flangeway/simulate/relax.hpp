// Steady running that Newton's method does not reach. Theory: docs/theory/stability.md, quasi_static.md.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>

#include "flangeway/simulate/reduced_equations.hpp"

namespace flangeway::simulate {

/// Whether x is in balance with elastic contact looked for everywhere, in later evaluations too: false if a
/// contact was missed. True for other contacts.
[[nodiscard]] bool balanced(ReducedEquations& equations, double speed, const Eigen::VectorXd& x);

/// By Newton's method or, where it does not converge, by relaxed(). Throws NumericalFailure, also where a
/// rail would have to hold a wheel down.
[[nodiscard]] Eigen::VectorXd steady_running(ReducedEquations& equations, double speed,
                                             const Eigen::VectorXd& x);

/// Lets the vehicle run at a constant speed from x, in reduced coordinates, until it has come to rest there:
/// by steps of implicit Euler of growing length, which also end where hunting grows from, or else by a run in
/// time. Throws NumericalFailure where a wheelset leaves its rails or nothing comes to rest within 200 s and
/// `most_steps`.
[[nodiscard]] Eigen::VectorXd relaxed(ReducedEquations& equations, double speed, const Eigen::VectorXd& x,
                                      std::uint64_t most_steps = 5000);

/// Callbacks and times of a run of reduced equations.
struct ReducedRun {
  double duration = 0, interval = 0;           ///< s
  std::function<void(double time)> load;       ///< before each evaluation
  std::function<void(double time)> evaluated;  ///< after one at the start and each interval
};
/// Runs in time from x at a constant speed. Throws NumericalFailure where a wheelset leaves its rails.
void run_reduced(ReducedEquations& equations, double speed, const Eigen::VectorXd& x, const ReducedRun& run);

}  // namespace flangeway::simulate
