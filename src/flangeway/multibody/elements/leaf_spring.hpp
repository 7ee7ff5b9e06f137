// Leaf spring with friction between its leaves. Theory: docs/theory/leaf_spring.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Pose j stands on pose i along a direction fixed in pose i. State: friction over stiffness, m.
template <typename P>
struct LeafSpring {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 1, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitZ();  ///< axes of pose i, from i to j
  P stiffness = 1;                                 ///< N/m
  P friction = 0;                                  ///< c: the envelopes are K D (1 ± c)
  P length = 1;                                    ///< β, over which the force tends to them, m
  P preload = 0;                                   ///< force on j at zero deflection, N

  [[nodiscard]] bool has_state(std::size_t) const { return friction > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { friction = 0; }
};

}  // namespace flangeway::multibody
