// A spring that only pushes. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Force of a spring that lifts off instead of pulling.
template <typename T>
struct Push {
  T force;   ///< N, not negative
  T energy;  ///< J, 0 at zero travel
};

/// `travel` unloads the spring, m.
template <typename P, typename T>
[[nodiscard]] Push<T> push_of(const P& preload, const P& stiffness, const T& travel) {
  using math::select;
  constexpr double tiny = 1e-9;  // N/m: a constant force never lifts off
  const T force = positive_part(T(preload - stiffness * travel));
  const T reached = select(force > T(0.0), travel, T(preload / (stiffness + tiny)));
  return {force, -0.5 * ((force + preload) * reached)};
}

}  // namespace flangeway::multibody
