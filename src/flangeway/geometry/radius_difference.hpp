// The difference of the rolling radii of a wheelset over its lateral displacement, after [EN15302];
// docs/theory/conicity.md.
//
//   const auto difference = geometry::radius_difference(pair, {});
//   const auto conicity = assess::equivalent_conicity(difference, 3e-3);  // at ±3 mm
//
// y points to the left, and the difference is left − right. The standard prints right − left over a y to
// the right; its row (y, Δr) is our row (−y, −Δr).
#pragma once

#include <vector>

#include "flangeway/assess/series.hpp"
#include "flangeway/geometry/pair.hpp"

namespace flangeway::geometry {

struct RadiusDifferenceOptions {
  /// false: each wheel meets its rail on its own, the wheelset stays level (the way of [EN15302]).
  /// true: the wheelset rests on both rails and rolls; y is its displacement at rail level, r0 below its
  /// centre, which is the one that follows the yaw in pure rolling.
  bool roll = false;
  double step = 1e-5;   ///< m; a jump at a two-point contact is spread over one step
  double reach = 0.03;  ///< m; no displacement beyond this
};

/// Δr = r_left − r_right in m over the lateral displacement y in m, as a broken line; y rises. It ends on
/// each side where a flange has climbed the rail (its contact is flatter than flange_angle again) or a wheel
/// has no rail. Empty if the wheelset does not stand on the rails in the middle.
struct RadiusDifference {
  std::vector<double> y, value;

  /// Between the ends of y.
  [[nodiscard]] double at(double displacement) const;
  /// For assess::equivalent_conicity(), while this lives.
  operator assess::Series() const { return {y, value}; }
};

[[nodiscard]] RadiusDifference radius_difference(const WheelsetGeometry& geometry,
                                                 const RadiusDifferenceOptions& options);

}  // namespace flangeway::geometry
