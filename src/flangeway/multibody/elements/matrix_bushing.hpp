// Bushing with full matrices of stiffness and damping. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Symmetric matrices, whose rows and columns are those of the motion.
template <typename P>
struct MatrixBushing {
  template <typename T>
  using Motion = PointAndRotation<T>;
  static constexpr std::size_t states = 0, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 6, 6> stiffness = Packed<P, 6, 6>::Zero();  ///< N/m, N/rad and Nm/m, Nm/rad
  Packed<P, 6, 6> damping = Packed<P, 6, 6>::Zero();    ///< the same times s
  Packed<P, 6> preload = Packed<P, 6>::Zero();  ///< force and moment on j at zero deflection, axes of i

  template <typename T>
  [[nodiscard]] Response<T, 6> respond(const Curves<P, curves>&, const Deformation<T, 6>& at) const;
  void remove_dampers(std::array<Table, curves>&) { damping.setZero(); }
};

}  // namespace flangeway::multibody
