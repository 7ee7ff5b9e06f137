// Leaf spring with friction between its leaves. Theory: docs/theory/leaf_spring.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Pose j stands on pose i along a direction fixed in pose i. The force tends to the envelopes K D (1 ± c) of
/// loading and unloading over the length β [Fancher1980]; D is the compression from the unloaded length. The state
/// u is the friction in m: F = K (D − u).
template <typename P>
struct LeafSpring {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 1, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitZ();  ///< axes of pose i, from i to j
  P stiffness = 1;                                 ///< N/m
  P friction = 0;                                  ///< c
  P length = 1;                                    ///< β, m
  P preload = 0;                                   ///< force on j at zero deflection, N

  [[nodiscard]] bool has_state(std::size_t) const { return friction > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const {
    using std::abs;
    using math::select;
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
  void remove_dampers(std::array<Table, curves>&) { friction = 0; }
};

}  // namespace flangeway::multibody
