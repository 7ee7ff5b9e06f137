// How far points of a patch soften each other. Theory: docs/theory/elastic.md (9).
#pragma once

#include <algorithm>

namespace flangeway::contact {

inline constexpr double neighbourhood = 14e-3;  ///< m; points further apart are of two patches

/// Weight of one point of the profile in the patch of another, over their distance in m: 1 within 7 mm, 0
/// beyond 14 mm, a cubic between.
[[nodiscard]] inline double neighbour_weight(double distance) {
  constexpr double near = 7e-3;
  const double part = std::clamp((neighbourhood - distance) * (1 / (neighbourhood - near)), 0.0, 1.0);
  return part * part * (3 - 2 * part);
}

}  // namespace flangeway::contact
