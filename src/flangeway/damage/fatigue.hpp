// Indices of rolling contact fatigue at the surface. Theory: docs/theory/wear_laws.md, "Fatigue".
#pragma once

#include <algorithm>

#include "flangeway/math/types.hpp"

namespace flangeway::damage {

/// Surface fatigue index μ − 2π a b k/(3 N): how far the traction coefficient μ that is used lies beyond the
/// shakedown limit k/p₀ of the surface. Above 0 the surface ratchets. k in Pa: yield stress in shear; N > 0.
/// [Ekberg2002]
[[nodiscard]] inline double surface_fatigue_index(double traction_coefficient, double a, double b,
                                                  double normal_force, double yield_in_shear) {
  return traction_coefficient - 2 * pi * a * b * yield_in_shear / (3 * normal_force);
}

/// Damage by a pass after the whole life rail model, 1 at its largest, over Tγ in N: cracks grow from 15 N
/// on, most at 65 N. Beyond 175 N wear takes more away than grows, and the damage is negative. [Burstow2004]
[[nodiscard]] inline double crack_damage(double t_gamma) {
  constexpr double begins = 15, largest = 65, ends = 175;  // N
  if (t_gamma <= begins) return 0;
  return std::min((t_gamma - begins) / (largest - begins), (ends - t_gamma) / (ends - largest));
}

}  // namespace flangeway::damage
