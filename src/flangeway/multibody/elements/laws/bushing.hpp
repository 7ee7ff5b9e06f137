// The law of springs and dampers in three directions.
#pragma once

#include "flangeway/multibody/elements/bushing.hpp"

namespace flangeway::multibody {

/// f = K d + C ḋ − preload, and k (d − u) with u̇ = k (d − u)/c of a damper that has a spring in series.
template <typename P>
template <typename T>
Response<T, 3, 3> Bushing<P>::respond(const Curves<P, curves>&, const Deformation<T, 3, 3>& at) const {
  Response<T, 3, 3> r;
  for_each_index<3>([&](std::size_t n) {
    const auto k = static_cast<Eigen::Index>(n);
    const T &d = at.deflection[n], &rate = at.rate[n];
    r.force[n] = stiffness[k] * d + damping[k] * rate - preload[k];
    r.energy += 0.5 * (stiffness[k] * (d * d)) - preload[k] * d;
    r.loss += damping[k] * (rate * rate);
    if (!at.has[n]) return;
    const T stretch = d - at.state[n], force = series_stiffness[k] * stretch;
    r.force[n] += force;
    r.state_rate[n] = force / series_damping[k];
    r.energy += 0.5 * (series_stiffness[k] * (stretch * stretch));
    r.loss += force * r.state_rate[n];
  });
  return r;
}

}  // namespace flangeway::multibody
