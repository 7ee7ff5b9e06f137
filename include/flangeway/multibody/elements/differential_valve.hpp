// Differential valve between two air springs. Theory: docs/theory/air_spring.md.
#pragma once

#include <cmath>
#include <string>

#include "flangeway/multibody/elements/air_spring.hpp"

namespace flangeway::multibody {

/// It opens where the pressures of two bags, or of their tanks, differ in either direction.
struct DifferentialValve {
  std::string name;
  std::size_t i = 0, j = 0;  ///< among the air springs
  bool between_tanks = false;
  double opens_at = 0, open_at = 1;        ///< difference at which it begins to open, and is open, Pa
  double resistance = 1, orifice = 0;      ///< of the open valve, Pa s/m³, Pa s²/m⁶
  double opening_rate = 0;                 ///< of its lag, 1/s; 0: it follows at once
  std::size_t opening = no_index;          ///< auxiliary state: 0 shut to 1 open; where it lags
  std::size_t output_i = 0, output_j = 0;  ///< of the two springs, in Workspace::element_deflection
};

/// What a valve does at one instant. Amounts of gas are volumes at the nominal density of spring i.
template <typename T>
struct ValveFlow {
  T difference = 0.0;         ///< p_i − p_j, Pa
  T opening = 0.0;            ///< 0 to 1
  T flow = 0.0;               ///< from i to j, m³/s
  T opening_rate = 0.0;       ///< of its state, 1/s
  T loss = 0.0, zeros = 0.0;  ///< W; power by which the zeros of the energies of both bags differ
};

using AirSpringAt = Element<AirSpring>;

/// Volume at the nominal density of spring j of a volume at that of spring i: the mass is the same.
[[nodiscard]] inline double volume_ratio(const AirSpringAt& i, const AirSpringAt& j) {
  return i.nominal_pressure() / j.nominal_pressure();
}

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

/// Calls use(auxiliary state, its rate for a flow of 1 m³/s). Gas that leaves a tank changes both states of a
/// spring: what has moved into the tank, and what the spring has been given.
template <typename Use>
void for_each_gas_state(const DifferentialValve& valve, const AirSpringAt& i, const AirSpringAt& j,
                        const Use& use) {
  const auto spring = [&](const AirSpringAt& e, double rate) {
    use(e.auxiliary[AirSpringAt::supply], rate);
    if (valve.between_tanks) use(e.auxiliary[AirSpringAt::moved], rate);
  };
  spring(i, -1 / i.area);
  spring(j, volume_ratio(i, j) / j.area);
}

}  // namespace flangeway::multibody
