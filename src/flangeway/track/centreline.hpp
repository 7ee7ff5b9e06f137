// The centreline as a table: the exact laws are integrated and sampled on a uniform grid.
#pragma once

#include <vector>

#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/track/alignment.hpp"

namespace flangeway::track {

/// A point of the centreline, from s = 0 at the origin with heading 0.
struct Place {
  double x = 0, y = 0, z = 0, heading = 0;  ///< m, rad
};
/// At ascending s ≥ 0.
[[nodiscard]] std::vector<Place> places_at(const Alignment& alignment, const std::vector<double>& s);

/// Channels x, y, z (m), heading ψ, slope θ, cant angle φ (rad) on nodes at multiples of `step` from -run_out
/// (or a little before) to length + run_out (or a little beyond). At s = 0 position and heading are zero.
/// Between nodes and joints the integrals are exact to rounding (Gauss–Legendre, 5 points).
[[nodiscard]] math::UniformSpline tabulate_centreline(const Alignment& alignment, double rail_distance,
                                                      double step, double run_out);

}  // namespace flangeway::track
