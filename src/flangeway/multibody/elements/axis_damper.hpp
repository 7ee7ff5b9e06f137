// Damper along a direction of a body, with a spring in series or without.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

template <typename P>
struct AxisDamper {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 1;         ///< place of the damper, m
  enum : std::size_t { damper, inverse, curves };  ///< force over speed, and speed over force

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitZ();  ///< axes of pose i
  P damping = 0;                                   ///< N s/m, in place of a table; 0 with a spring in series
  P series_stiffness = 0, mobility = 0;            ///< N/m; m/(N s), in place of the inverse table

  [[nodiscard]] bool has_state(std::size_t) const { return series_stiffness > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>& curve,
                                          const Deformation<T, 1, 1>& at) const;
  void remove_dampers(std::array<Table, curves>& tables) {
    damping = series_stiffness = 0;
    tables = {};
  }
};

}  // namespace flangeway::multibody
