// Rubber spring: elastic, with friction and with viscosity [Berg1998]. Theory: docs/theory/rubber_spring.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Along the axes of pose i. Friction has the slope Fmax/x2 after each turn and tends to its limit ±Fmax; x2
/// is the displacement at which it has come to half of the limit. States of each direction, all in m: place
/// of the friction; how much softer it has become on its way up and on its way down, 0 to x2; place of the
/// damper.
template <typename P>
struct RubberSpring {
  template <typename T>
  using Motion = OfPoint<T>;
  static constexpr std::size_t states = 12, curves = 0;
  enum : std::size_t { slip = 0, up = 3, down = 6, viscous = 9 };  ///< first states, each of x, y and z
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> stiffness = Packed<P, 3>::Zero();           ///< N/m
  Packed<P, 3> friction_limit = Packed<P, 3>::Ones();      ///< N, where there is friction
  Packed<P, 3> friction_stiffness = Packed<P, 3>::Zero();  ///< limit over x2, N/m; 0: no friction
  Packed<P, 3> series_stiffness = Packed<P, 3>::Zero();    ///< of the damper, N/m; 0: no damper
  Packed<P, 3> series_damping = Packed<P, 3>::Ones();      ///< N s/m
  Packed<P, 3> preload = Packed<P, 3>::Zero();             ///< force on j at zero deflection, axes of i
  P slides = 1;                                            ///< 0: the friction sticks

  [[nodiscard]] bool has_state(std::size_t k) const {
    const auto n = static_cast<Eigen::Index>(k % 3);
    return k < viscous ? slides > 0 && friction_stiffness[n] > 0 : series_stiffness[n] > 0;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 12> respond(const Curves<P, curves>&, const Deformation<T, 3, 12>& at) const;
  void remove_dampers(std::array<Table, curves>&) {
    series_stiffness.setZero();
    slides = 0;
  }

 private:
  // Parts of the law.
  template <typename T>
  void add_friction(const Deformation<T, 3, 12>& at, std::size_t n, Response<T, 3, 12>& r) const;
  template <typename T>
  [[nodiscard]] T softening(const T& state, const T& going, const T& back, const T& force, Eigen::Index k,
                            T& state_rate) const;
  template <typename T>
  void add_viscosity(const Deformation<T, 3, 12>& at, std::size_t n, Response<T, 3, 12>& r) const;
};

}  // namespace flangeway::multibody
