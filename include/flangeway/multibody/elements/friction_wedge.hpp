// Friction wedge of a three-piece bogie. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/push.hpp"

namespace flangeway::multibody {

/// Between the side frame, pose i, and the bolster, pose j. A spring pushes the wedge up between a slope of
/// the bolster, at an angle from the vertical, and a column of the side frame, whose face is normal to x. The
/// column pushes with N = (Fs − asymmetry · f)/tangent, f is its friction along the rise of the wedge. The
/// wedge rubs on the column up and down, and along y, up to coefficient · N.
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
  /// Of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const { return held_stiffness(k) / viscosity; }
  /// Of the spring that carries load: friction carries none for long.
  [[nodiscard]] double static_stiffness() const { return carried * spring_stiffness; }

  template <typename T>
  [[nodiscard]] Response<T, 3, 2> respond(const Curves<P, curves>&, const Deformation<T, 3, 2>& at) const {
    using std::sqrt;
    const P slope = side / tangent;
    const T &x = at.deflection[0], &y = at.deflection[1], &z = at.deflection[2];
    const Push<T> spring = push_of(preload, spring_stiffness, T(carried * z - slope * x));
    const T risen = z - asymmetry * slope * x;
    const T stretched = at.has[rise] ? T(risen - at.state[rise]) : risen;
    const T sheared = at.has[lateral] ? T(y - at.state[lateral]) : y;
    const std::array<T, 2> held{T(rise_stiffness * stretched), T(lateral_stiffness * sheared)};
    const T held_energy = 0.5 * (held[rise] * stretched + held[lateral] * sheared);
    Response<T, 3, 2> r;
    if (!at.has[rise] && !at.has[lateral]) {
      push_and_rub(spring, held, r);
      r.energy += held_energy;
      return r;
    }
    constexpr double tiny = 1e-12;  // N²: a force of zero has no direction, and needs none
    const T size = sqrt(held[rise] * held[rise] + held[lateral] * held[lateral] + tiny);
    const T lean = (asymmetry * coefficient) * held[rise] / size;
    const Slip<T, 2> slip = slip_of(held, T(coefficient * spring.force / (tangent + lean)), viscosity);
    push_and_rub(spring, slip.force, r);
    r.energy += slip.share * slip.share * held_energy;
    r.state_rate = slip.rate;
    r.drag = slip.force;
    r.lead = slip.lead;
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }

 private:
  template <typename T>
  void push_and_rub(const Push<T>& spring, const std::array<T, 2>& friction, Response<T, 3, 2>& r) const {
    r.force = {T((side / tangent) * (spring.force - asymmetry * friction[rise])), friction[lateral],
               T(friction[rise] - carried * spring.force)};
    r.energy = spring.energy;
  }
  [[nodiscard]] double held_stiffness(std::size_t k) const {
    return k == rise ? rise_stiffness : lateral_stiffness;
  }
};

}  // namespace flangeway::multibody
