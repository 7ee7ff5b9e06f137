// The law of a spring and damper in parallel.
#pragma once

#include "flangeway/multibody/elements/axial.hpp"
#include "flangeway/multibody/elements/curve.hpp"

namespace flangeway::multibody {

/// Tension F = preload + spring(l − l0) + damper(l̇) [Yu2022, eq. 29–31].
template <typename P>
template <typename T>
Response<T, 1> Axial<P>::respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
  constexpr double spring_width = 1e-6,
                   damper_width = 1e-4;  // m, m/s: tables are straight over them, mostly
  const T &d = at.deflection[0], &rate = at.rate[0];
  const T elastic = curve_value(curve[spring], d, T(stiffness * d), spring_width);
  const T viscous = curve_value(curve[damper], rate, T(damping * rate), damper_width);
  Response<T, 1> r;
  r.force[0] = preload + elastic + viscous;
  r.energy = preload * d + curve_work(curve[spring], d, T(0.5 * (stiffness * (d * d))));
  r.loss = viscous * rate;
  return r;
}

}  // namespace flangeway::multibody
