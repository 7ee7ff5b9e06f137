// Rotational springs and dampers. An anti-roll bar is one.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// About the axes of pose i: g = K χ + C χ̇ − preload.
template <typename P>
struct Torsion {
  template <typename T>
  using Motion = Rotation<T>;
  static constexpr std::size_t states = 0, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> stiffness = Packed<P, 3>::Zero(), damping = Packed<P, 3>::Zero();  ///< Nm/rad, Nms/rad
  Packed<P, 3> preload = Packed<P, 3>::Zero();  ///< moment on j at zero deflection, axes of i

  template <typename T>
  [[nodiscard]] Response<T, 3> respond(const Curves<P, curves>&, const Deformation<T, 3>& at) const {
    Response<T, 3> r;
    for_each_index<3>([&](std::size_t n) {
      const auto k = static_cast<Eigen::Index>(n);
      const T &chi = at.deflection[n], &rate = at.rate[n];
      r.force[n] = stiffness[k] * chi + damping[k] * rate - preload[k];
      r.energy += 0.5 * (stiffness[k] * (chi * chi)) - preload[k] * chi;
      r.loss += damping[k] * (rate * rate);
    });
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { damping.setZero(); }
};

}  // namespace flangeway::multibody
