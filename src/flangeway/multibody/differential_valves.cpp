#include "flangeway/multibody/differential_valves.hpp"

#include "flangeway/multibody/elements/gas_exchange.hpp"
#include "flangeway/multibody/elements/laws/differential_valve.hpp"
#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

namespace {

using At = DeformationOf<AirSpringAt, double>;

At deformation_at(const AirSpringAt& spring, std::size_t output, const double* auxiliary,
                  const Workspace& w) {
  At at;
  for (std::size_t k = 0; k < at.deflection.size(); ++k) at.deflection[k] = w.element_deflection[output + k];
  for (std::size_t k = 0; k < at.state.size(); ++k) {
    at.has[k] = spring.auxiliary[k] != no_index;
    if (at.has[k]) at.state[k] = auxiliary[spring.auxiliary[k]];
  }
  return at;
}

}  // namespace

ValveFlow<double> flow_through(const Model& model, const DifferentialValve& valve, const double* auxiliary,
                               const Workspace& w) {
  const auto& springs = elements_of<AirSpring>(model);
  const AirSpringAt &i = springs[valve.i], &j = springs[valve.j];
  const double opening = valve.opening == no_index ? 0 : auxiliary[valve.opening];
  return flow_through(model, valve, i, j, deformation_at(i, valve.output_i, auxiliary, w),
                      deformation_at(j, valve.output_j, auxiliary, w), opening);
}

ValveFlow<ValveSlopes> flow_slopes(const Model& model, const DifferentialValve& valve,
                                   const double* auxiliary, const Workspace& w) {
  using T = ValveSlopes;
  const auto& springs = elements_of<AirSpring>(model);
  const AirSpringAt &i = springs[valve.i], &j = springs[valve.j];
  const auto moved = [&](const AirSpringAt& spring, std::size_t output, std::size_t first) {
    DeformationOf<AirSpringAt, T> at;
    at.deflection[2] = T::variable(w.element_deflection[output + 2], first);
    std::size_t next = first + 1;
    for (const std::size_t k : {AirSpringAt::moved, AirSpringAt::supply}) {
      at.has[k] = spring.auxiliary[k] != no_index;
      if (at.has[k]) at.state[k] = T::variable(auxiliary[spring.auxiliary[k]], next);
      ++next;
    }
    return at;
  };
  const T opening = valve.opening == no_index ? T(0.0) : T::variable(auxiliary[valve.opening], 6);
  return flow_through(model, valve, i, j, moved(i, valve.output_i, 0), moved(j, valve.output_j, 3), opening);
}

void exchange_gas(const Model& model, const double* auxiliary, const Workspace& w, double* rate) {
  const auto& springs = elements_of<AirSpring>(model);
  for (const DifferentialValve& valve : model.lists->differential_valves) {
    const ValveFlow<double> at = flow_through(model, valve, auxiliary, w);
    for_each_gas_state(valve, springs[valve.i], springs[valve.j],
                       [&](std::size_t state, double by_flow) { rate[state] += by_flow * at.flow; });
    if (valve.opening != no_index) rate[valve.opening] = at.opening_rate;
  }
}

}  // namespace flangeway::multibody
