// The normal force of an elastic contact with hysteresis damping.
#pragma once

#include <cmath>

namespace flangeway::contact {

/// F = K δ^1.5 (1 + χ δ̇/v), χ = ¾(1 − e²) [Antunes2018, eq. 9; Lankarani1990], with v the speed at which the
/// impact began. That speed is zero where bodies are laid upon each other, and damping without bound would
/// follow; and a contact that has lasted may meet faster indentation than it began with. So v is not less
/// than min_impact_speed nor than |δ̇|: the bracket stays within 1 ± χ, and no contact pulls.
struct ImpactLaw {
  double restitution = 0.5;       ///< e, 0 … 1; 1: no damping
  double min_impact_speed = 0.1;  ///< m/s, > 0
  double damper =
      0;  ///< N s/m; > 0: F = K δ^1.5 + c δ̇ in place of the hysteresis, and both above are not used
};

struct ImpactForce {
  double force = 0;      ///< N, ≥ 0
  double stiffness = 0;  ///< ∂F/∂δ, N/m
};

/// The damper grows from nothing over this depth, m: a wheel that touches meets no jump of the force.
inline constexpr double damper_depth = 1e-5;

/// F = K δ^1.5 + c δ̇ min(1, δ/damper_depth), but no contact pulls.
[[nodiscard]] inline ImpactForce damped_force(double damper, double hertz_stiffness, double depth,
                                              double rate) {
  const double slope = hertz_stiffness * std::sqrt(depth), damping = damper * rate;
  const bool entering = depth < damper_depth;
  const double force = slope * depth + damping * (entering ? depth / damper_depth : 1);
  if (!(force > 0)) return {};
  return {force, std::fmax(1.5 * slope + (entering ? damping / damper_depth : 0), 0)};
}

/// Hertz's stiffness in N/m^1.5; depth in m; rate δ̇ and impact speed in m/s. No force at depth ≤ 0.
[[nodiscard]] inline ImpactForce impact_force(const ImpactLaw& law, double hertz_stiffness, double depth,
                                              double rate, double impact_speed) {
  if (!(depth > 0)) return {};
  if (law.damper > 0) return damped_force(law.damper, hertz_stiffness, depth, rate);
  const double share = 0.75 * (1 - law.restitution * law.restitution);
  const double speed = std::fmax(std::fmax(law.min_impact_speed, impact_speed), std::abs(rate));
  const double slope = hertz_stiffness * std::sqrt(depth) * (1 + share * rate / speed);
  return {slope * depth, 1.5 * slope};
}

}  // namespace flangeway::contact
