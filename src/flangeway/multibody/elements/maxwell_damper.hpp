// Spring and damper in series along the line of two points.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// The state is the elongation of the damper, m.
template <typename P>
struct MaxwellDamper {
  template <typename T>
  using Motion = AlongLine<T>;
  static constexpr std::size_t states = 1, curves = 0;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P length = 0;                  ///< nominal, m
  P stiffness = 0, damping = 1;  ///< N/m, Ns/m

  [[nodiscard]] bool has_state(std::size_t) const { return stiffness > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>&, const Deformation<T, 1, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { stiffness = 0; }
};

}  // namespace flangeway::multibody
