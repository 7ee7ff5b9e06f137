// Links that hang under a load, as those of UIC suspensions. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Along x and y of pose i: the stiffness W/l of a pendulum under the load W = normal + share |force of
/// another element|, and friction with the limit coefficient · W in series with springs. The energy counts
/// the load as constant.
template <typename P>
struct PendulumLink {
  template <typename T>
  using Motion = OfPoint<T>;
  static constexpr std::size_t states = 2, curves = 0, inputs = 1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> friction_stiffness = Packed<P, 3>::Zero();  ///< x and y, N/m
  P length = 1;                                            ///< m
  P normal = 0, share = 0;                                 ///< N, 1
  P coefficient = 0, viscosity = 1;                        ///< 1, N s/m
  P slides = 1;                                            ///< 0: the joints stick

  [[nodiscard]] bool has_state(std::size_t k) const {
    return slides > 0 && friction_stiffness[static_cast<Eigen::Index>(k)] > 0;
  }
  /// Of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const {
    return friction_stiffness[static_cast<Eigen::Index>(k)] / viscosity;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 2> respond(const Curves<P, curves>&, const Deformation<T, 3, 2, 1>& at) const {
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
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }
};

}  // namespace flangeway::multibody
