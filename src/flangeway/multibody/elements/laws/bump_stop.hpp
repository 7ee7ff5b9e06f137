// The law of a stop beyond a gap.
#pragma once

#include "flangeway/multibody/elements/bump_stop.hpp"
#include "flangeway/multibody/elements/curve.hpp"

namespace flangeway::multibody {

/// Whether none of the elements touches.
template <typename P>
template <typename T>
bool BumpStop<P>::is_idle(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
  using math::any;
  using std::abs;
  return !any(abs(at.deflection[0]) - clearance > T(curve[stop].start()));
}

/// Table over the penetration |d| − clearance; zero up to the first x of the table.
template <typename P>
template <typename T>
Response<T, 1> BumpStop<P>::respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
  using math::select;
  using std::abs;
  constexpr double width = 1e-6;  // m: tables are straight over it, mostly
  const T &d = at.deflection[0], penetration = abs(d) - clearance, start = curve[stop].start(), none = 0.0;
  const T side = select(d > none, T(positive), T(negative)), sign = select(d > none, T(1), T(-1));
  const T push = side * curve_value(curve[stop], penetration, none, width);
  const T energy = side * (curve_work(curve[stop], penetration, none) - curve_work(curve[stop], start, none));
  const auto touches = penetration > start;
  Response<T, 1> r;
  r.force[0] = select(touches, sign * push, none);
  r.energy = select(touches, energy, none);
  return r;
}

}  // namespace flangeway::multibody
