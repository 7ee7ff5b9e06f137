// A stop beyond a gap, along a direction fixed in pose i.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Table over the penetration |d| − clearance; zero up to the first x of the table.
template <typename P>
struct BumpStop {
  template <typename T>
  using Motion = AlongDirection<T>;
  static constexpr std::size_t states = 0;
  enum : std::size_t { stop, curves };

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i
  P clearance = 0;                                 ///< m
  P positive = 1, negative = 1;  ///< 1: stops motion of j in +direction, −direction; 0: does not

  /// Whether none of the elements touches.
  template <typename T>
  [[nodiscard]] bool is_idle(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
    using math::any;
    using std::abs;
    return !any(abs(at.deflection[0]) - clearance > T(curve[stop].start()));
  }

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
    using math::select;
    using std::abs;
    constexpr double width = 1e-6;  // m: tables are straight over it, mostly
    const T &d = at.deflection[0], penetration = abs(d) - clearance, start = curve[stop].start(), none = 0.0;
    const T side = select(d > none, T(positive), T(negative)), sign = select(d > none, T(1), T(-1));
    const T push = side * curve_value(curve[stop], penetration, none, width);
    const T energy =
        side * (curve_work(curve[stop], penetration, none) - curve_work(curve[stop], start, none));
    const auto touches = penetration > start;
    Response<T, 1> r;
    r.force[0] = select(touches, sign * push, none);
    r.energy = select(touches, energy, none);
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) {}
};

}  // namespace flangeway::multibody
