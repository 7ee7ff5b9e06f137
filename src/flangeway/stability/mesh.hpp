// The intervals of time of an orbit: how far its polynomials are from the solution, and intervals that share
// the error evenly. Theory: docs/theory/stability.md.
#pragma once

#include "flangeway/stability/orbit.hpp"

namespace flangeway::stability {

/// The largest difference between the polynomials of an orbit and the solution, estimated from their fourth
/// derivatives: the root of the mean square over all components, in the scales of the flow.
[[nodiscard]] double mesh_error(const Flow& flow, const Orbit& orbit);
/// The largest of these errors of an interval over their mean: 1 where all are alike.
[[nodiscard]] double mesh_unevenness(const Flow& flow, const Orbit& orbit);
/// The orbit moved to as many intervals that share the error evenly, by the polynomials of the old ones. Not
/// corrected on them.
[[nodiscard]] OrbitAndDirection on_even_errors(const Flow& flow, const OrbitAndDirection& from,
                                               Eigen::Index intervals);

/// The state at a time, a share of the period from 0 to 1, by the polynomial of its interval.
[[nodiscard]] Eigen::VectorXd state_at(const Orbit& orbit, double time);

}  // namespace flangeway::stability
