// Axle-box spring on an inclined link, as in the Y25 bogie. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Pose i is the axle box, pose j the bogie frame that stands on it. The spring hangs on a link, which is
/// inclined in the xz plane: its load pushes a pusher of the frame against the box, and the box against a
/// guide of the frame. The pusher rubs on the box along y and z. States: the places of this friction, m.
template <typename P>
struct LenoirLink {
  template <typename T>
  using Motion = OfPoint<T>;
  enum : std::size_t { lateral, vertical, states };
  static constexpr std::size_t curves = 0, preload_component = 2;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P spring_stiffness = 1;  ///< N/m
  P preload = 0;           ///< of the spring, N
  P tangent = 0;           ///< of the angle of the link from the vertical
  P side = 1;              ///< 1: the pusher pushes the box along +x, −1: along −x
  P guide_stiffness = 1;   ///< of the guide that the box is pushed against, N/m
  P coefficient = 0;       ///< of friction on the pusher
  P lateral_stiffness = 0, vertical_stiffness = 0;  ///< before the pusher slips, N/m
  P viscosity = 1;                                  ///< N s/m
  P slides = 1;                                     ///< 0: the pusher sticks

  [[nodiscard]] bool has_state(std::size_t k) const { return slides > 0 && held_stiffness(k) > 0; }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const { return held_stiffness(k) / viscosity; }
  /// Stiffness of the spring; friction carries no permanent load.
  [[nodiscard]] double static_stiffness() const { return spring_stiffness; }

  template <typename T>
  [[nodiscard]] Response<T, 3, 2> respond(const Curves<P, curves>&, const Deformation<T, 3, 2>& at) const;
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }

 private:
  [[nodiscard]] double held_stiffness(std::size_t k) const {
    return k == lateral ? lateral_stiffness : vertical_stiffness;
  }
};

}  // namespace flangeway::multibody
