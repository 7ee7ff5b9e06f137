// Rotational springs and dampers. An anti-roll bar is one.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// About the axes of pose i.
template <typename P>
struct Torsion {
  template <typename T>
  using Motion = Rotation<T>;
  static constexpr std::size_t states = 0, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> stiffness = Packed<P, 3>::Zero(), damping = Packed<P, 3>::Zero();  ///< Nm/rad, Nms/rad
  Packed<P, 3> preload = Packed<P, 3>::Zero();  ///< moment on j at zero deflection, axes of i

  template <typename T>
  [[nodiscard]] Response<T, 3> respond(const Curves<P, curves>&, const Deformation<T, 3>& at) const;
  void remove_dampers(std::array<Table, curves>&) { damping.setZero(); }
};

}  // namespace flangeway::multibody
