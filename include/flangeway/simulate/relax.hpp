// Steady running that Newton's method does not reach. Theory: docs/theory/quasi_static.md.
#pragma once

#include <Eigen/Core>

#include "flangeway/simulate/reduced_equations.hpp"

namespace flangeway::simulate {

/// Lets the vehicle run at a constant speed from x, in reduced coordinates, until it has come to rest there.
/// Throws NumericalFailure where a wheelset leaves its rails or nothing comes to rest.
[[nodiscard]] Eigen::VectorXd relaxed(ReducedEquations& equations, double speed, const Eigen::VectorXd& x);

}  // namespace flangeway::simulate
