// Spring and damper in parallel along the line of two points.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Tension F = preload + spring(l − l0) + damper(l̇) [Yu2022, eq. 29–31].
template <typename P>
struct Axial {
  template <typename T>
  using Motion = AlongLine<T>;
  static constexpr std::size_t states = 0;
  enum : std::size_t { spring, damper, curves };  ///< in place of stiffness and damping
  static constexpr double preload_sign = 1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P length = 0;                  ///< nominal, m
  P stiffness = 0, damping = 0;  ///< N/m, Ns/m
  P preload = 0;                 ///< N

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
    constexpr double spring_width = 1e-6,
                     damper_width = 1e-4;  // m, m/s: tables are straight over them, mostly
    const T &d = at.deflection[0], &rate = at.rate[0];
    const T elastic = curve_value(curve[spring], d, T(stiffness * d), spring_width);
    const T viscous = curve_value(curve[damper], rate, T(damping * rate), damper_width);
    Response<T, 1> r;
    r.force[0] = preload + elastic + viscous;
    r.energy = preload * d + curve_work(curve[spring], d, T(0.5 * (stiffness * (d * d))));
    r.loss = viscous * rate;
    return r;
  }
  void remove_dampers(std::array<Table, curves>& tables) { damping = 0, tables[damper] = {}; }
};

}  // namespace flangeway::multibody
