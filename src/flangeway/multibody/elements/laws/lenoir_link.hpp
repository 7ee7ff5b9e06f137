// The law of an axle-box spring on an inclined link. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/lenoir_link.hpp"
#include "flangeway/multibody/elements/push.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// The load Fs of the spring pushes the pusher with N = tangent · Fs, and beyond coefficient · N it slips.
template <typename P>
template <typename T>
Response<T, 3, 2> LenoirLink<P>::respond(const Curves<P, curves>&, const Deformation<T, 3, 2>& at) const {
  const P incline = side * tangent, closed = tangent * preload / guide_stiffness;
  const T &x = at.deflection[0], &y = at.deflection[1], &z = at.deflection[2];
  const Push<T> spring = push_of(preload, spring_stiffness, T(z - incline * x));
  const T pressed = positive_part(T(closed - side * x));
  const T sheared = at.has[lateral] ? T(y - at.state[lateral]) : y;
  const T stretched = at.has[vertical] ? T(z - at.state[vertical]) : z;
  const std::array<T, 2> held{T(lateral_stiffness * sheared), T(vertical_stiffness * stretched)};
  const T held_energy = 0.5 * (held[lateral] * sheared + held[vertical] * stretched);
  Response<T, 3, 2> r;
  r.force[0] = incline * spring.force - side * guide_stiffness * pressed;
  r.energy = spring.energy + 0.5 * (guide_stiffness * ((pressed - closed) * (pressed + closed)));
  if (!at.has[lateral] && !at.has[vertical]) {
    r.force[1] = held[lateral], r.force[2] = held[vertical] - spring.force;
    r.energy += held_energy;
    return r;
  }
  const Slip<T, 2> slip = slip_of(held, T((coefficient * tangent) * spring.force), viscosity);
  r.force[1] = slip.force[lateral], r.force[2] = slip.force[vertical] - spring.force;
  r.energy += slip.share * slip.share * held_energy;
  r.state_rate = slip.rate;
  r.drag = slip.force;
  r.lead = slip.lead;
  return r;
}

}  // namespace flangeway::multibody
