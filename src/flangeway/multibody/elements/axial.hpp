// Spring and damper in parallel along the line of two points.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

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
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const;
  void remove_dampers(std::array<Table, curves>& tables) { damping = 0, tables[damper] = {}; }
};

}  // namespace flangeway::multibody
