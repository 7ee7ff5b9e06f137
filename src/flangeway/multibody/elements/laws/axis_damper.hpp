// The law of a damper along a direction, with a spring in series or without.
#pragma once

#include "flangeway/multibody/elements/axis_damper.hpp"
#include "flangeway/multibody/elements/curve.hpp"

namespace flangeway::multibody {

/// Without the spring F = damper(ḋ). With it F = k (d − u), u̇ = rate(F), the inverse of the damper.
template <typename P>
template <typename T>
Response<T, 1, 1> AxisDamper<P>::respond(const Curves<P, curves>& curve,
                                         const Deformation<T, 1, 1>& at) const {
  constexpr double speed_width = 1e-4, force_width = 1;  // m/s, N: tables are straight over them, mostly
  const T& rate = at.rate[0];
  const T viscous = curve_value(curve[damper], rate, T(damping * rate), speed_width);
  Response<T, 1, 1> r;
  r.force[0] = viscous;
  r.loss = viscous * rate;
  if (!at.has[0]) return r;
  const T stretch = at.deflection[0] - at.state[0], force = series_stiffness * stretch;
  r.state_rate[0] = curve_value(curve[inverse], force, T(mobility * force), force_width);
  r.force[0] += force;
  r.energy = 0.5 * (force * stretch);
  r.loss += force * r.state_rate[0];
  return r;
}

}  // namespace flangeway::multibody
