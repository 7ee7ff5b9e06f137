// A stop beyond a gap, along a direction fixed in pose i.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

template <typename P>
struct BumpStop {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 0;
  enum : std::size_t { stop, curves };  ///< over the penetration |d| − clearance

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i
  P clearance = 0;                                 ///< m
  P positive = 1, negative = 1;  ///< 1: stops motion of j in +direction, −direction; 0: does not

  /// Whether none of the elements touches.
  template <typename T>
  [[nodiscard]] bool is_idle(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const;

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) {}
};

}  // namespace flangeway::multibody
