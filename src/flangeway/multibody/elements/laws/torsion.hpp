// The law of rotational springs and dampers.
#pragma once

#include "flangeway/multibody/elements/torsion.hpp"

namespace flangeway::multibody {

/// g = K χ + C χ̇ − preload.
template <typename P>
template <typename T>
Response<T, 3> Torsion<P>::respond(const Curves<P, curves>&, const Deformation<T, 3>& at) const {
  Response<T, 3> r;
  for_each_index<3>([&](std::size_t n) {
    const auto k = static_cast<Eigen::Index>(n);
    const T &chi = at.deflection[n], &rate = at.rate[n];
    r.force[n] = stiffness[k] * chi + damping[k] * rate - preload[k];
    r.energy += 0.5 * (stiffness[k] * (chi * chi)) - preload[k] * chi;
    r.loss += damping[k] * (rate * rate);
  });
  return r;
}

}  // namespace flangeway::multibody
