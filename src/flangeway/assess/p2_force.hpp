// The second peak of the vertical force of a wheel that runs over a dipped rail joint.
#pragma once

#include <cmath>

namespace flangeway::assess {

/// Track under one wheel as a single mass on a spring and a damper. The values are attributed to [GMTT0088];
/// they are unverified, as no printed text of it was found.
struct JointTrack {
  double mass = 245;        ///< kg, of the track that moves with the wheel
  double damping = 55.4e3;  ///< N s/m
  double stiffness = 62e6;  ///< N/m
};

inline constexpr double usual_dip_angle = 0.020;  ///< rad, between both rail ends; unverified, too

/// P2 = Q + α V √(Mv/(Mv + Mz)) (1 − π Cz/(4 √(Kz (Mv + Mz)))) √(Kz Mv) [Jenkins1974; GMTT0088], N.
/// `static_load` Q (N) and `unsprung_mass` Mv (kg) of one wheel, speed in m/s, angle α between the rail ends
/// in rad. The force is that between the time of the contact's own vibration, which P1 belongs to, and that
/// of the suspension. Without damping it is the balance of momentum and energy: the wheel's mass takes the
/// track's along, and both sink into its spring. docs/theory/out_of_round.md (9)
[[nodiscard]] inline double p2_force(double static_load, double speed, double unsprung_mass,
                                     double angle = usual_dip_angle, const JointTrack& track = {}) {
  constexpr double quarter_turn = 0.78539816339744831;
  const double together = unsprung_mass + track.mass;
  const double damped = 1 - quarter_turn * track.damping / std::sqrt(track.stiffness * together);
  return static_load + angle * speed * std::sqrt(unsprung_mass / together) * damped *
                           std::sqrt(track.stiffness * unsprung_mass);
}

}  // namespace flangeway::assess
