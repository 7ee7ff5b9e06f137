// Resistance of bearings, rolling and air to the motion along the track. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Against the velocity of a point of pose j along x of pose i, a track frame that stands still.
template <typename P>
struct RunningResistance {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 0, curves = 0;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitX();  ///< axes of pose i
  P constant = 0, linear = 0, quadratic = 0;       ///< A in N, B in N s/m, C in N s²/m²
  P least_speed = 1;                               ///< m/s, from which A acts in full

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>&, const Deformation<T, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { constant = linear = quadratic = 0; }
};

}  // namespace flangeway::multibody
