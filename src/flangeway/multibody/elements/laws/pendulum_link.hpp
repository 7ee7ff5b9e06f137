// The law of links that hang under a load. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/pendulum_link.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// The stiffness W/l of a pendulum under the load W, and friction with the limit coefficient · W in series
/// with springs. The energy counts the load as constant.
template <typename P>
template <typename T>
Response<T, 3, 2> PendulumLink<P>::respond(const Curves<P, curves>&,
                                           const Deformation<T, 3, 2, 1>& at) const {
  using std::abs;
  const T load = normal + share * abs(at.input[0]);
  Response<T, 3, 2> r;
  std::array<T, 2> held{T(0.0), T(0.0)};
  T held_energy = 0.0;
  for_each_index<2>([&](std::size_t n) {
    const T& d = at.deflection[n];
    const T stretch = at.has[n] ? T(d - at.state[n]) : d, swing = load * d / length;
    held[n] = friction_stiffness[static_cast<Eigen::Index>(n)] * stretch;
    r.force[n] = swing;
    r.energy += 0.5 * (swing * d);
    held_energy += 0.5 * (held[n] * stretch);
  });
  r.force[2] = T(0.0);
  if (at.has[0] || at.has[1]) {
    const Slip<T, 2> slip = slip_of(held, T(coefficient * load), viscosity);
    r.state_rate = slip.rate;
    held = r.drag = slip.force;
    r.lead = slip.lead;
    held_energy = slip.share * slip.share * held_energy;
  }
  for_each_index<2>([&](std::size_t n) { r.force[n] += held[n]; });
  r.energy += held_energy;
  return r;
}

}  // namespace flangeway::multibody
