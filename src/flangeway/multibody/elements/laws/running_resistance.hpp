// The law of running resistance. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/running_resistance.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Davis's A + B|v| + C v². The constant part grows from zero over a small speed, so that a body comes to
/// rest.
template <typename P>
template <typename T>
Response<T, 1> RunningResistance<P>::respond(const Curves<P, curves>&, const Deformation<T, 1>& at) const {
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

}  // namespace flangeway::multibody
