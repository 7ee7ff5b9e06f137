// The law of a leaf spring. Theory: docs/theory/leaf_spring.md.
#pragma once

#include "flangeway/multibody/elements/leaf_spring.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// The force tends to the envelopes K D (1 ± c) of loading and unloading over the length β [Fancher1980]; D
/// is the compression from the unloaded length. F = K (D − u), where the state u is the friction in m.
template <typename P>
template <typename T>
Response<T, 1, 1> LeafSpring<P>::respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const {
  using math::select;
  using std::abs;
  const P before = preload / stiffness;
  const T pressed = before - at.deflection[0], speed = -at.rate[0];
  const T u = at.has[0] ? T(at.state[0]) : T(0.0);
  Response<T, 1, 1> r;
  r.force[0] = -(stiffness * (pressed - u));
  r.energy = 0.5 * (stiffness * ((pressed - before) * (pressed + before)));
  if (!at.has[0]) return r;
  // Stored beside the spring: ½ K u²/m, m = c D/β − 1, with which the loss is positive.
  const T held = positive_part(pressed), margin = (friction / length) * held - 1.0, none = 0.0;
  const auto loaded = margin > T(friction);
  const T m = select(loaded, margin, T(friction));
  const T m_rate = select(loaded, T((friction / length) * speed), none);
  r.state_rate[0] = speed - (friction * (held * speed) + abs(speed) * u) / length;
  r.energy += 0.5 * (stiffness * (u * u / m));
  r.loss = stiffness * (0.5 * (u * u * m_rate / (m * m)) - u * speed - u * r.state_rate[0] / m);
  return r;
}

}  // namespace flangeway::multibody
