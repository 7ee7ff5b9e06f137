// Friction wedge of a three-piece bogie. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Between the side frame, pose i, and the bolster, pose j. A spring pushes the wedge up between a slope of
/// the bolster, at an angle from the vertical, and a column of the side frame, whose face is normal to x. The
/// wedge rubs on the column up and down, and along y. States: the places of this friction, m.
template <typename P>
struct FrictionWedge {
  template <typename T>
  using Motion = OfPoint<T>;
  enum : std::size_t { rise, lateral, states };
  static constexpr std::size_t curves = 0, preload_component = 2;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P spring_stiffness = 0;                       ///< under the wedge, N/m
  P preload = 0;                                ///< of that spring, N
  P carried = 1;                                ///< 1: it stands on pose i; 0: it is inside pose j
  P tangent = 1;                                ///< of the angle of the slope from the vertical
  P side = 1;                                   ///< 1: the column is ahead of the bolster, −1: behind it
  P coefficient = 0;                            ///< of friction on the column
  P asymmetry = 0;                              ///< share of the friction that loads the slope
  P rise_stiffness = 0, lateral_stiffness = 0;  ///< before the wedge slips, N/m
  P viscosity = 1;                              ///< N s/m
  P slides = 1;                                 ///< 0: the wedge sticks

  [[nodiscard]] bool has_state(std::size_t k) const { return slides > 0 && held_stiffness(k) > 0; }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const { return held_stiffness(k) / viscosity; }
  /// Stiffness of the load-carrying spring; friction carries no permanent load.
  [[nodiscard]] double static_stiffness() const { return carried * spring_stiffness; }

  template <typename T>
  [[nodiscard]] Response<T, 3, 2> respond(const Curves<P, curves>&, const Deformation<T, 3, 2>& at) const;
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }

 private:
  [[nodiscard]] double held_stiffness(std::size_t k) const {
    return k == rise ? rise_stiffness : lateral_stiffness;
  }
};

}  // namespace flangeway::multibody
