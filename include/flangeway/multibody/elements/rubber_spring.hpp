// Rubber spring: elastic, with friction and with viscosity [Berg1998]. Theory: docs/theory/rubber_spring.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Along the axes of pose i: f = K d + friction + spring and damper in series − preload. Friction has the
/// slope Fmax/x2 after each turn and tends to its limit ±Fmax; x2 is the displacement at which it has come to
/// half of the limit. States of each direction, all in m: place of the friction; how much softer it has
/// become on its way up and on its way down, 0 to x2; place of the damper.
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
  [[nodiscard]] Response<T, 3, 12> respond(const Curves<P, curves>&, const Deformation<T, 3, 12>& at) const {
    Response<T, 3, 12> r;
    for_each_index<3>([&](std::size_t n) {
      const auto k = static_cast<Eigen::Index>(n);
      const T& d = at.deflection[n];
      r.force[n] = stiffness[k] * d - preload[k];
      r.energy += 0.5 * (stiffness[k] * (d * d)) - preload[k] * d;
      add_friction(at, n, r);
      add_viscosity(at, n, r);
    });
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) {
    series_stiffness.setZero();
    slides = 0;
  }

 private:
  template <typename T>
  void add_friction(const Deformation<T, 3, 12>& at, std::size_t n, Response<T, 3, 12>& r) const {
    const auto k = static_cast<Eigen::Index>(n);
    const T &d = at.deflection[n], &rate = at.rate[n];
    const T stretch = at.has[slip + n] ? T(d - at.state[slip + n]) : d,
            held = friction_stiffness[k] * stretch;
    r.force[n] += held;
    r.energy += 0.5 * (held * stretch);
    if (!at.has[slip + n]) return;
    const T rising = positive_part(rate), falling = positive_part(T(-rate));
    const T of_up = softening(at.state[up + n], rising, falling, held, k, r.state_rate[up + n]);
    const T of_down = softening(at.state[down + n], falling, rising, T(-held), k, r.state_rate[down + n]);
    r.state_rate[slip + n] = (1.0 - of_up) * rising - (1.0 - of_down) * falling;
    r.loss += held * r.state_rate[slip + n];
  }

  /// The present slope over the first one, on a way that goes on at the speed `going`; `back` is that of the
  /// way back, on which it recovers. With p = 1 − state/x2, dF/dx = K p², and p/(Fmax − F) is constant.
  template <typename T>
  [[nodiscard]] T softening(const T& state, const T& going, const T& back, const T& force, Eigen::Index k,
                            T& state_rate) const {
    constexpr double least_gap = 1e-3;  // share of Fmax that a step may not overrun
    constexpr double recovery = 0.02;   // share of x2 over which the next way becomes a new one
    constexpr double quickest = 4e-3;   // s, in which it does so at most
    const P limit = friction_limit[k], slope = friction_stiffness[k];
    const P given = slope / (slope + tiny), half = limit / (slope + tiny);  // half is x2
    const T p = positive_part(T(1.0 - state / half));
    const T gap = least_gap * limit + positive_part(T((1 - least_gap) * limit - force));
    state_rate =
        given * (going * (limit * (p * p * p) / gap) - state * (back / (recovery * half + quickest * back)));
    return 1.0 - given * (1.0 - p * p);
  }
  static constexpr double tiny = 1e-9;  ///< N/m: of a place in a batch without friction

  template <typename T>
  void add_viscosity(const Deformation<T, 3, 12>& at, std::size_t n, Response<T, 3, 12>& r) const {
    if (!at.has[viscous + n]) return;
    const auto k = static_cast<Eigen::Index>(n);
    const T stretch = at.deflection[n] - at.state[viscous + n], force = series_stiffness[k] * stretch;
    r.force[n] += force;
    r.state_rate[viscous + n] = force / series_damping[k];
    r.energy += 0.5 * (force * stretch);
    r.loss += force * r.state_rate[viscous + n];
  }
};

}  // namespace flangeway::multibody
