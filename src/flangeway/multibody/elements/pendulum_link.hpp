// Links that hang under a load, as those of UIC suspensions. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Along x and y of pose i, under the load normal + share |force of another element|. Friction of the joints
/// acts in series with springs; its places are the states, m.
template <typename P>
struct PendulumLink {
  template <typename T>
  using Motion = OfPoint<T>;
  static constexpr std::size_t states = 2, curves = 0, inputs = 1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> friction_stiffness = Packed<P, 3>::Zero();  ///< x and y, N/m
  P length = 1;                                            ///< m
  P normal = 0, share = 0;                                 ///< N, 1
  P coefficient = 0, viscosity = 1;                        ///< 1, N s/m
  P slides = 1;                                            ///< 0: the joints stick

  [[nodiscard]] bool has_state(std::size_t k) const {
    return slides > 0 && friction_stiffness[static_cast<Eigen::Index>(k)] > 0;
  }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const {
    return friction_stiffness[static_cast<Eigen::Index>(k)] / viscosity;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 2> respond(const Curves<P, curves>&, const Deformation<T, 3, 2, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }
};

}  // namespace flangeway::multibody
