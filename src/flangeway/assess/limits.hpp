// Limits of the forces between wheel and rail.
#pragma once

#include <cmath>

namespace flangeway::assess {

/// Nadal's limit of Y/Q for a wheel that touches its rail under the contact angle `angle` (rad) with friction
/// `friction` [Nadal1908]: (tan δ − μ)/(1 + μ tan δ). Below it the wheel slides down, however friction acts;
/// above it friction that is used up in lateral direction lets it climb. Negative below the angle of
/// friction.
[[nodiscard]] inline double nadal_limit(double angle, double friction) {
  const double slope = std::tan(angle);
  return (slope - friction) / (1 + friction * slope);
}

/// Y/Q of a leading wheel in running tests, mean over 2 m, in curves of at least 250 m radius [EN14363].
inline constexpr double yq_limit = 0.8;

/// Length of the window of the sliding means of ΣY and Y/Q, m [EN14363].
inline constexpr double mean_length = 2.0;

/// Prud'homme's limit of the sum of the guiding forces ΣY of a wheelset with the static vertical force
/// `axle_force` (N) on the rails, N: factor (10 kN + P0/3), as mean over 2 m. The factor is 1; older rules
/// have 0.85 for freight wagons. [Prudhomme1967; EN14363]
[[nodiscard]] inline double prudhomme_limit(double axle_force, double factor = 1) {
  return factor * (10e3 + axle_force / 3);
}

/// Y/Q of a wheel, positive towards the field side where `lateral` is; 0 where the wheel carries `min_load`
/// or less.
[[nodiscard]] inline double force_ratio(double lateral, double vertical, double min_load = 0) {
  return vertical > min_load ? lateral / vertical : 0;
}

}  // namespace flangeway::assess
