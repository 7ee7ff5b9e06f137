// The law of an air spring. Theory: docs/theory/air_spring.md.
#pragma once

#include "flangeway/multibody/elements/air_spring.hpp"
#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/power.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Flow through a throttle for a given pressure difference: the root of R q + C |q| q = head.
template <typename T, typename P>
[[nodiscard]] T throttle_flow(const T& head, const P& resistance, const P& orifice) {
  using std::abs;
  using std::sqrt;
  return 2.0 * head / (resistance + sqrt(resistance * resistance + 4.0 * (orifice * abs(head))));
}

/// Keeps a volume or an amount of gas positive in motions that no bag survives.
template <typename P, typename T>
[[nodiscard]] T at_least(const P& least, const T& x) {
  return least + positive_part(T(x - least));
}

template <typename P>
template <typename T>
struct AirSpring<P>::Gas {
  T amount;    ///< m³
  T enthalpy;  ///< over n p0
  T pressure;  ///< absolute, Pa
  T worth;     ///< energy that more of it brings in, J/m³
};

/// Gas in bag and tank carries; throttle or pipe damp; an emergency spring helps; shear has friction.
template <typename P>
template <typename T>
Response<T, 3, 5> AirSpring<P>::respond(const Curves<P, curves>& curve,
                                        const Deformation<T, 3, 5, 1>& at) const {
  Response<T, 3, 5> r;
  add_gas(curve, at, r);
  add_emergency_spring(at, r);
  add_shear(at, r);
  return r;
}

template <typename P>
template <typename T>
auto AirSpring<P>::gas_at(const Curves<P, curves>& curve, const Deformation<T, 3, 5, 1>& at,
                          bool of_tank) const -> Gas<T> {
  return of_tank ? gas_in_tank(at) : gas_in_bag(at, swept_volume(curve, T(-at.deflection[2])));
}

/// (x^(n−1) − 1)/(n−1) of gas whose density is x times the nominal one: enthalpy over n p0.
template <typename P>
template <typename T>
T AirSpring<P>::enthalpy(const T& density) const {
  return (power(density, P(polytropic - 1)) - 1.0) / (polytropic - 1);
}

template <typename P>
template <typename T>
T AirSpring<P>::state_of(const Deformation<T, 3, 5, 1>& at, std::size_t k) const {
  return at.has[k] ? T(area * at.state[k]) : T(0.0);
}

template <typename P>
template <typename T>
T AirSpring<P>::swept_volume(const Curves<P, curves>& curve, const T& x) const {
  return curve_work(curve[area_table], x, T(area * x + 0.5 * (area_rate * (x * x))));
}

template <typename P>
template <typename T>
auto AirSpring<P>::gas_of(const T& amount, const T& space) const -> Gas<T> {
  const T density = amount / space, h = enthalpy(density);
  const P pressure = nominal_pressure();
  return {amount, h, pressure * (density * (1.0 + (polytropic - 1) * h)), pressure * (1.0 + polytropic * h)};
}

template <typename P>
template <typename T>
auto AirSpring<P>::gas_in_bag(const Deformation<T, 3, 5, 1>& at, const T& swept) const -> Gas<T> {
  const T into_tank = has_tank * state_of(at, moved), supplied = has_valve * state_of(at, supply);
  return gas_of(at_least(P(0.02 * volume), T(volume - into_tank + supplied)),
                at_least(P(0.02 * volume), T(volume - swept)));
}

template <typename P>
template <typename T>
auto AirSpring<P>::gas_in_tank(const Deformation<T, 3, 5, 1>& at) const -> Gas<T> {
  return gas_of(at_least(P(0.02 * tank_volume), T(tank_volume + has_tank * state_of(at, moved))),
                T(tank_volume));
}

template <typename P>
template <typename T>
void AirSpring<P>::add_gas(const Curves<P, curves>& curve, const Deformation<T, 3, 5, 1>& at,
                           Response<T, 3, 5>& r) const {
  constexpr double width = 1e-6;  // m: tables are straight over it, mostly
  const P pressure = nominal_pressure();
  const T x = -at.deflection[2], swept = swept_volume(curve, x);
  const T now = curve_value(curve[area_table], x, T(area + area_rate * x), width);
  const Gas<T> bag = gas_in_bag(at, swept), tank = gas_in_tank(at);
  r.force[2] = -(bag.pressure - atmosphere) * now;
  r.energy =
      pressure * (bag.amount * bag.enthalpy + has_tank * (tank.amount * tank.enthalpy)) - atmosphere * swept;
  add_flow(at, T(polytropic * (pressure * (bag.enthalpy - tank.enthalpy))), pressure, r);
  add_valve(at, x, bag.worth, r);
}

/// `head`: difference of enthalpy times the nominal density, Pa.
template <typename P>
template <typename T>
void AirSpring<P>::add_flow(const Deformation<T, 3, 5, 1>& at, const T& head, const P& pressure,
                            Response<T, 3, 5>& r) const {
  using std::abs;
  if (!at.has[moved]) return;
  const T stationary = throttle_flow(head, resistance, orifice);
  const T in_pipe = state_of(at, flow), q = has_pipe * in_pipe + (1.0 - has_pipe) * stationary;
  const T drop = (resistance + orifice * abs(q)) * q;
  r.state_rate[moved] = has_tank * q / area;
  r.loss += has_tank * (drop * q);
  if (!at.has[flow]) return;
  constexpr double gas = 287.05 * 293.15;  // J/kg: specific gas constant of air times 20 °C
  const P inertance = pressure * pipe_slenderness / gas;
  r.state_rate[flow] = has_pipe * (head - drop) / (inertance * area);
  r.energy += 0.5 * (has_pipe * inertance * (in_pipe * in_pipe));
}

/// `worth`: energy that an amount of gas brings into the bag, J/m³.
template <typename P>
template <typename T>
void AirSpring<P>::add_valve(const Deformation<T, 3, 5, 1>& at, const T& x, const T& worth,
                             Response<T, 3, 5>& r) const {
  if (!at.has[supply]) return;
  const auto opened = [&](const T& by) {
    const T full = valve_flow, open = valve_gain * positive_part(T(by - valve_dead_band));
    return full - positive_part(T(full - open));
  };
  const T filled = has_valve * (opened(x) - opened(T(-x)) + at.input[0]);
  r.state_rate[supply] = filled / area;
  r.supplied = worth * filled;
}

template <typename P>
template <typename T>
void AirSpring<P>::add_emergency_spring(const Deformation<T, 3, 5, 1>& at, Response<T, 3, 5>& r) const {
  const T pressed = positive_part(T(-at.deflection[2] - emergency_clearance));
  r.force[2] += -(emergency_stiffness * pressed);
  r.energy += 0.5 * (emergency_stiffness * (pressed * pressed)) - preload[0] * at.deflection[0] -
              preload[1] * at.deflection[1];
}

template <typename P>
template <typename T>
void AirSpring<P>::add_shear(const Deformation<T, 3, 5, 1>& at, Response<T, 3, 5>& r) const {
  std::array<T, 2> held{T(0.0), T(0.0)};
  T held_energy = 0.0;
  for_each_index<2>([&](std::size_t n) {
    const auto k = static_cast<Eigen::Index>(n);
    const T& d = at.deflection[n];
    const T stretch = at.has[slip_x + n] ? T(d - at.state[slip_x + n]) : d;
    held[n] = friction_stiffness[k] * stretch;
    r.force[n] = shear_stiffness[k] * d - preload[k];
    r.energy += 0.5 * (shear_stiffness[k] * (d * d));
    held_energy += 0.5 * (held[n] * stretch);
  });
  if (at.has[slip_x] || at.has[slip_y]) {
    const Slip<T, 2> slip = slip_of(held, T(friction_limit), friction_viscosity);
    for_each_index<2>([&](std::size_t n) {
      r.state_rate[slip_x + n] = slip.rate[n], r.lead[slip_x + n] = slip.lead[n];
      held[n] = r.drag[slip_x + n] = slip.force[n];
    });
    held_energy = slip.share * slip.share * held_energy;
  }
  for_each_index<2>([&](std::size_t n) { r.force[n] += held[n]; });
  r.energy += held_energy;
}

}  // namespace flangeway::multibody
