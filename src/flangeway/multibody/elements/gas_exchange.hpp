// Effect of the flow through a differential valve on its two air springs.
#pragma once

#include "flangeway/multibody/elements/air_spring.hpp"
#include "flangeway/multibody/elements/differential_valve.hpp"

namespace flangeway::multibody {

using AirSpringAt = Element<AirSpring>;

/// Volume at the nominal density of spring j of a volume at that of spring i: the mass is the same.
[[nodiscard]] inline double volume_ratio(const AirSpringAt& i, const AirSpringAt& j) {
  return i.nominal_pressure() / j.nominal_pressure();
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
