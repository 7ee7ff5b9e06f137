// Spring and damper in series along the line of two points.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// The elongation u of the damper is a state: tension F = k (l − l0 − u), u̇ = F/c.
template <typename P>
struct MaxwellDamper {
  template <typename T>
  using Motion = AlongLine<T>;
  static constexpr std::size_t states = 1, curves = 0;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P length = 0;                  ///< nominal, m
  P stiffness = 0, damping = 1;  ///< N/m, Ns/m

  [[nodiscard]] bool has_state(std::size_t) const { return stiffness > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const {
    const T stretch = at.deflection[0] - at.state[0];
    Response<T, 1, 1> r;
    r.force[0] = stiffness * stretch;
    r.state_rate[0] = r.force[0] / damping;
    r.energy = 0.5 * (stiffness * (stretch * stretch));
    r.loss = r.force[0] * r.state_rate[0];
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { stiffness = 0; }
};

}  // namespace flangeway::multibody
