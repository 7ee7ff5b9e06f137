// The law of a spring and damper in series.
#pragma once

#include "flangeway/multibody/elements/maxwell_damper.hpp"

namespace flangeway::multibody {

/// Tension F = k (l − l0 − u), u̇ = F/c.
template <typename P>
template <typename T>
Response<T, 1, 1> MaxwellDamper<P>::respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const {
  const T stretch = at.deflection[0] - at.state[0];
  Response<T, 1, 1> r;
  r.force[0] = stiffness * stretch;
  r.state_rate[0] = r.force[0] / damping;
  r.energy = 0.5 * (stiffness * (stretch * stretch));
  r.loss = r.force[0] * r.state_rate[0];
  return r;
}

}  // namespace flangeway::multibody
