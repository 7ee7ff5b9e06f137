// Indentation of a flange into the rail where the constraint acts on the tread: the elastic part of the
// hybrid table.
#pragma once

#include "flangeway/geometry/position.hpp"

namespace flangeway::geometry {

/// The common normal of flange and rail: point of maximum indentation. [Escalona2021, eq. 26–27]
struct FlangeIndentation {
  bool found = false;
  double indentation = 0;  ///< δ in m; negative: a gap
  Touch touch;             ///< on the wheel; angle is that of the common tangent
};

/// Solves the two equations by Newton's method from `start` (the solution at a neighbouring position).
/// `y`, `z`, `roll` in left-hand coordinates of the side, y relative to its rail; only wheel points with
/// arc length ≤ `max_wheel_s` are flange points.
[[nodiscard]] FlangeIndentation flange_indentation(const Side& side, double y, double z, double roll,
                                                   const Touch& start, double max_wheel_s);

}  // namespace flangeway::geometry
