// Springs and dampers in three directions between two points that coincide nominally.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Along the axes of pose i. A direction whose damper has a spring in series has no `damping`; its state is
/// the place of that damper, m.
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
  [[nodiscard]] Response<T, 3, 3> respond(const Curves<P, curves>&, const Deformation<T, 3, 3>& at) const;
  void remove_dampers(std::array<Table, curves>&) {
    damping.setZero();
    series_stiffness.setZero();
  }
};

}  // namespace flangeway::multibody
