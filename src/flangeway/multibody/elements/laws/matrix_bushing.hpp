// The law of a bushing with full matrices. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/matrix_bushing.hpp"

namespace flangeway::multibody {

/// Forces and moments f = K d + C ḋ − preload.
template <typename P>
template <typename T>
Response<T, 6> MatrixBushing<P>::respond(const Curves<P, curves>&, const Deformation<T, 6>& at) const {
  Response<T, 6> r;
  for_each_index<6>([&](std::size_t n) {
    const auto row = static_cast<Eigen::Index>(n);
    T elastic = 0.0, viscous = 0.0;
    for_each_index<6>([&](std::size_t l) {
      const auto column = static_cast<Eigen::Index>(l);
      elastic += stiffness(row, column) * at.deflection[l];
      viscous += damping(row, column) * at.rate[l];
    });
    r.force[n] = elastic + viscous - preload[row];
    r.energy += 0.5 * (elastic * at.deflection[n]) - preload[row] * at.deflection[n];
    r.loss += viscous * at.rate[n];
  });
  return r;
}

}  // namespace flangeway::multibody
