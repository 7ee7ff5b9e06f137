// Damper along a direction of a body, with a spring in series or without.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Without the spring F = damper(ḋ). With it F = k (d − u), u̇ = rate(F), the inverse of the damper.
template <typename P>
struct AxisDamper {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 1;
  enum : std::size_t { damper, inverse, curves };

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitZ();  ///< axes of pose i
  P damping = 0;                                   ///< N s/m, in place of a table; 0 with a spring in series
  P series_stiffness = 0, mobility = 0;            ///< N/m; m/(N s), in place of the inverse table

  [[nodiscard]] bool has_state(std::size_t) const { return series_stiffness > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1, 1>& at) const {
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
  void remove_dampers(std::array<Table, curves>& tables) {
    damping = series_stiffness = 0;
    tables = {};
  }
};

}  // namespace flangeway::multibody
