// The law of a friction wedge. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/friction_wedge.hpp"
#include "flangeway/multibody/elements/push.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// The column pushes with N = (Fs − asymmetry · f)/tangent, where Fs is the force of the spring and f the
/// friction along the rise of the wedge. The wedge slips beyond coefficient · N.
template <typename P>
template <typename T>
Response<T, 3, 2> FrictionWedge<P>::respond(const Curves<P, curves>&, const Deformation<T, 3, 2>& at) const {
  using std::sqrt;
  const P slope = side / tangent;
  const T &x = at.deflection[0], &y = at.deflection[1], &z = at.deflection[2];
  const Push<T> spring = push_of(preload, spring_stiffness, T(carried * z - slope * x));
  const T risen = z - asymmetry * slope * x;
  const T stretched = at.has[rise] ? T(risen - at.state[rise]) : risen;
  const T sheared = at.has[lateral] ? T(y - at.state[lateral]) : y;
  const std::array<T, 2> held{T(rise_stiffness * stretched), T(lateral_stiffness * sheared)};
  const T held_energy = 0.5 * (held[rise] * stretched + held[lateral] * sheared);
  Response<T, 3, 2> r;
  const auto push_and_rub = [&](const std::array<T, 2>& friction) {
    r.force = {T((side / tangent) * (spring.force - asymmetry * friction[rise])), friction[lateral],
               T(friction[rise] - carried * spring.force)};
    r.energy = spring.energy;
  };
  if (!at.has[rise] && !at.has[lateral]) {
    push_and_rub(held);
    r.energy += held_energy;
    return r;
  }
  constexpr double tiny = 1e-12;  // N²: a force of zero has no direction, and needs none
  const T size = sqrt(held[rise] * held[rise] + held[lateral] * held[lateral] + tiny);
  const T lean = (asymmetry * coefficient) * held[rise] / size;
  const Slip<T, 2> slip = slip_of(held, T(coefficient * spring.force / (tangent + lean)), viscosity);
  push_and_rub(slip.force);
  r.energy += slip.share * slip.share * held_energy;
  r.state_rate = slip.rate;
  r.drag = slip.force;
  r.lead = slip.lead;
  return r;
}

}  // namespace flangeway::multibody
