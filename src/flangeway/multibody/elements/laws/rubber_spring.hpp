// The law of a rubber spring [Berg1998]. Theory: docs/theory/rubber_spring.md.
#pragma once

#include "flangeway/multibody/elements/rubber_spring.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// f = K d + friction + spring and damper in series − preload.
template <typename P>
template <typename T>
Response<T, 3, 12> RubberSpring<P>::respond(const Curves<P, curves>&, const Deformation<T, 3, 12>& at) const {
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

template <typename P>
template <typename T>
void RubberSpring<P>::add_friction(const Deformation<T, 3, 12>& at, std::size_t n,
                                   Response<T, 3, 12>& r) const {
  const auto k = static_cast<Eigen::Index>(n);
  const T &d = at.deflection[n], &rate = at.rate[n];
  const T stretch = at.has[slip + n] ? T(d - at.state[slip + n]) : d, held = friction_stiffness[k] * stretch;
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
template <typename P>
template <typename T>
T RubberSpring<P>::softening(const T& state, const T& going, const T& back, const T& force, Eigen::Index k,
                             T& state_rate) const {
  constexpr double min_gap = 1e-3;   // share of Fmax that a step may not overrun
  constexpr double recovery = 0.02;  // share of x2 over which the next way becomes a new one
  constexpr double quickest = 4e-3;  // s, in which it does so at most
  constexpr double tiny = 1e-9;      // N/m: of a place in a batch without friction
  const P limit = friction_limit[k], slope = friction_stiffness[k];
  const P given = slope / (slope + tiny), half = limit / (slope + tiny);  // half is x2
  const T p = positive_part(T(1.0 - state / half));
  const T gap = min_gap * limit + positive_part(T((1 - min_gap) * limit - force));
  state_rate =
      given * (going * (limit * (p * p * p) / gap) - state * (back / (recovery * half + quickest * back)));
  return 1.0 - given * (1.0 - p * p);
}

template <typename P>
template <typename T>
void RubberSpring<P>::add_viscosity(const Deformation<T, 3, 12>& at, std::size_t n,
                                    Response<T, 3, 12>& r) const {
  if (!at.has[viscous + n]) return;
  const auto k = static_cast<Eigen::Index>(n);
  const T stretch = at.deflection[n] - at.state[viscous + n], force = series_stiffness[k] * stretch;
  r.force[n] += force;
  r.state_rate[viscous + n] = force / series_damping[k];
  r.energy += 0.5 * (force * stretch);
  r.loss += force * r.state_rate[viscous + n];
}

}  // namespace flangeway::multibody
