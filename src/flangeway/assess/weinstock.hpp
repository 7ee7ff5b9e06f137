// Weinstock's limit of the forces of both wheels of a wheelset.
#pragma once

#include "flangeway/assess/limits.hpp"

namespace flangeway::assess {

/// Limit of the sum of |Y/Q| of both wheels of a wheelset: Nadal's limit of the wheel whose flange touches,
/// and the friction that the tread of the other one uses up [Weinstock1984]. docs/theory/derailment.md
[[nodiscard]] inline double weinstock_limit(double angle, double friction) {
  return nadal_limit(angle, friction) + friction;
}

}  // namespace flangeway::assess
