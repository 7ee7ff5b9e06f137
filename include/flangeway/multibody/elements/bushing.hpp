// Springs and dampers in three directions between two points that coincide nominally.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Along the axes of pose i: f = K d + C ḋ − preload, and k (d − u) with u̇ = k (d − u)/c of a damper that has
/// a spring in series; such a direction has no `damping`.
template <typename P>
struct Bushing {
  template <typename T>
  using Motion = OfPoint<T>;
  static constexpr std::size_t states = 3, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> stiffness = Packed<P, 3>::Zero(), damping = Packed<P, 3>::Zero();
  Packed<P, 3> preload = Packed<P, 3>::Zero();           ///< force on j at zero deflection, axes of i
  Packed<P, 3> series_stiffness = Packed<P, 3>::Zero();  ///< 0: no damper with a spring in this direction
  Packed<P, 3> series_damping = Packed<P, 3>::Ones();

  [[nodiscard]] bool has_state(std::size_t k) const {
    return series_stiffness[static_cast<Eigen::Index>(k)] > 0;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 3> respond(const Curves<P, curves>&, const Deformation<T, 3, 3>& at) const {
    Response<T, 3, 3> r;
    for_each_index<3>([&](std::size_t n) {
      const auto k = static_cast<Eigen::Index>(n);
      const T &d = at.deflection[n], &rate = at.rate[n];
      r.force[n] = stiffness[k] * d + damping[k] * rate - preload[k];
      r.energy += 0.5 * (stiffness[k] * (d * d)) - preload[k] * d;
      r.loss += damping[k] * (rate * rate);
      if (!at.has[n]) return;
      const T stretch = d - at.state[n], force = series_stiffness[k] * stretch;
      r.force[n] += force;
      r.state_rate[n] = force / series_damping[k];
      r.energy += 0.5 * (series_stiffness[k] * (stretch * stretch));
      r.loss += force * r.state_rate[n];
    });
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) {
    damping.setZero();
    series_stiffness.setZero();
  }
};

}  // namespace flangeway::multibody
