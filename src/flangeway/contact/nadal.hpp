// Lateral over vertical force at which a flange begins to climb.
#pragma once

#include <cmath>

namespace flangeway::contact {

/// Nadal's limit of Y/Q for a wheel that touches its rail under the contact angle `angle` (rad) with friction
/// `friction` [Nadal1908]: (tan δ − μ)/(1 + μ tan δ). Below it the wheel slides down, however friction acts;
/// above it friction that is used up in lateral direction lets it climb. Negative below the angle of
/// friction.
[[nodiscard]] inline double nadal_limit(double angle, double friction) {
  const double slope = std::tan(angle);
  return (slope - friction) / (1 + friction * slope);
}

}  // namespace flangeway::contact
