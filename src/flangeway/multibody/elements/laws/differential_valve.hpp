// The law of a differential valve. Theory: docs/theory/air_spring.md.
#pragma once

#include <cmath>

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/gas_exchange.hpp"
#include "flangeway/multibody/elements/laws/air_spring.hpp"

namespace flangeway::multibody {

/// The difference of pressure opens the valve, and drives gas through it as through a throttle.
/// `state`: the opening, where the valve lags.
template <typename M, typename T>
[[nodiscard]] ValveFlow<T> flow_through(const M& model, const DifferentialValve& valve, const AirSpringAt& i,
                                        const AirSpringAt& j, const DeformationOf<AirSpringAt, T>& at_i,
                                        const DeformationOf<AirSpringAt, T>& at_j, const T& state) {
  using std::abs;
  const auto in_i = i.gas_at(curves_of(model, i), at_i, valve.between_tanks),
             in_j = j.gas_at(curves_of(model, j), at_j, valve.between_tanks);
  ValveFlow<T> out;
  out.difference = in_i.pressure - in_j.pressure;
  const T beyond =
      positive_part(T((abs(out.difference) - valve.opens_at) / (valve.open_at - valve.opens_at)));
  const T target = 1.0 - positive_part(T(1.0 - beyond));
  const bool lags = valve.opening_rate > 0;
  out.opening = lags ? state : target;
  out.opening_rate = lags ? T(valve.opening_rate * (target - state)) : T(0.0);
  out.flow = out.opening * throttle_flow(out.difference, valve.resistance, valve.orifice);
  const double ratio = volume_ratio(i, j);
  out.zeros = i.nominal_pressure() * std::log(ratio) * out.flow;
  out.loss = (in_i.worth - ratio * in_j.worth) * out.flow + out.zeros;
  return out;
}

}  // namespace flangeway::multibody
