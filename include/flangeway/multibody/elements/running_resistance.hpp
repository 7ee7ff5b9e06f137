// Resistance of bearings, rolling and air to the motion along the track. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Davis's A + B|v| + C v² against the velocity v of a point of pose j along x of pose i, a track frame that
/// stands still. The constant part grows from zero over a small speed, so that a body comes to rest.
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
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>&, const Deformation<T, 1>& at) const {
    using math::select;
    using std::abs;
    const T &v = at.rate[0], size = abs(v), full = 1.0;
    const T share = full - positive_part(T(full - size / least_speed));
    const T sign = select(v > T(0.0), full, T(-1.0));
    Response<T, 1> r;
    r.force[0] = sign * (constant * share + linear * size + quadratic * (size * size));
    r.loss = r.force[0] * v;
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { constant = linear = quadratic = 0; }
};

}  // namespace flangeway::multibody
