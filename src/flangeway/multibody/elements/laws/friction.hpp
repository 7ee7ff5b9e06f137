// The law of dry friction in series with springs. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/friction.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// f = k (d − u) up to the limit H of |f|, H = limit + coefficient (normal + share |force of another
/// element|); beyond it the surface, at u, slips.
template <typename P, template <typename> class Seen>
template <typename T>
Response<T, 3, 3> FrictionLaw<P, Seen>::respond(const Curves<P, curves>&,
                                                const Deformation<T, 3, 3, 1>& at) const {
  using std::abs;
  Response<T, 3, 3> r;
  bool moves = false;
  for_each_index<3>([&](std::size_t n) {
    const T stretch = at.has[n] ? T(at.deflection[n] - at.state[n]) : at.deflection[n];
    r.force[n] = stiffness[static_cast<Eigen::Index>(n)] * stretch;
    r.energy += 0.5 * (r.force[n] * stretch);
    moves = moves || at.has[n];
  });
  if (!moves) return r;
  const T hold = limit + coefficient * (normal + share * abs(at.input[0]));
  const Slip<T, 3> slip = slip_of(r.force, hold, viscosity);
  r.state_rate = slip.rate;
  r.force = r.drag = slip.force;
  r.lead = slip.lead;
  r.energy = slip.share * slip.share * r.energy;
  return r;
}

}  // namespace flangeway::multibody
