// Air spring: a bag that a throttle or a pipe joins to a tank. Theory: docs/theory/air_spring.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Pose j stands on pose i; its height is along z of pose i. Shear and its friction are along x and y.
/// Amounts of gas are volumes at the nominal density, which is that under the preload.
///
/// States, each over the nominal area: gas that has moved into the tank (m), its flow through a pipe (m/s),
/// gas from the levelling valve (m); then the places of the friction surface in x and y (m).
template <typename P>
struct AirSpring {
  template <typename T>
  using Motion = OfPoint<T>;
  static constexpr std::size_t states = 5, inputs = 1;  // input: commanded flow into the bag, m³/s
  enum : std::size_t { area_table, curves };            ///< over compression, in place of area and area_rate
  enum : std::size_t { moved, flow, supply, slip_x, slip_y };
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> preload = Packed<P, 3>::Zero();             ///< force on j at zero deflection, axes of i
  P area = 1, area_rate = 0;                               ///< m², and its growth with compression, m
  P volume = 1;                                            ///< of the bag, m³
  P polytropic = 1.4, atmosphere = 101325;                 ///< exponent above 1; Pa
  P has_tank = 0, has_pipe = 0;                            ///< 1 or 0
  P tank_volume = 1;                                       ///< m³
  P resistance = 1, orifice = 0;                           ///< Pa s/m³, Pa s²/m⁶
  P pipe_slenderness = 1;                                  ///< length over cross-section, 1/m
  P has_valve = 0;                                         ///< 1 or 0
  P valve_gain = 0, valve_dead_band = 0, valve_flow = 0;   ///< m²/s, m, largest m³/s
  P emergency_stiffness = 0, emergency_clearance = 0;      ///< N/m, m
  Packed<P, 3> shear_stiffness = Packed<P, 3>::Zero();     ///< x and y, N/m
  Packed<P, 3> friction_stiffness = Packed<P, 3>::Zero();  ///< x and y, N/m
  P friction_limit = 1, friction_viscosity = 1;            ///< N, N s/m
  P slides = 1;                                            ///< 0: the friction surface sticks

  [[nodiscard]] bool has_state(std::size_t k) const {
    if (k == moved || k == flow) return has_tank > 0 && (k == moved || has_pipe > 0);
    if (k == supply) return has_valve > 0;
    return slides > 0 && friction_stiffness[static_cast<Eigen::Index>(k - slip_x)] > 0;
  }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const {
    return k < slip_x ? 0 : friction_stiffness[static_cast<Eigen::Index>(k - slip_x)] / friction_viscosity;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 5> respond(const Curves<P, curves>& curve,
                                          const Deformation<T, 3, 5, 1>& at) const;
  template <typename T>
  struct Gas;  ///< what a bag or a tank holds
  template <typename T>
  [[nodiscard]] Gas<T> gas_at(const Curves<P, curves>& curve, const Deformation<T, 3, 5, 1>& at,
                              bool of_tank) const;
  /// Under the preload; absolute, Pa.
  [[nodiscard]] P nominal_pressure() const { return atmosphere + preload[2] / area; }
  void remove_dampers(std::array<Table, curves>&) {
    volume += has_tank * tank_volume;
    has_tank = has_pipe = has_valve = slides = 0;
  }

 private:
  // Parts of the law.
  template <typename T>
  [[nodiscard]] T enthalpy(const T& density) const;
  template <typename T>
  [[nodiscard]] T state_of(const Deformation<T, 3, 5, 1>& at, std::size_t k) const;
  template <typename T>
  [[nodiscard]] T swept_volume(const Curves<P, curves>& curve, const T& x) const;
  template <typename T>
  [[nodiscard]] Gas<T> gas_of(const T& amount, const T& space) const;
  template <typename T>
  [[nodiscard]] Gas<T> gas_in_bag(const Deformation<T, 3, 5, 1>& at, const T& swept) const;
  template <typename T>
  [[nodiscard]] Gas<T> gas_in_tank(const Deformation<T, 3, 5, 1>& at) const;
  template <typename T>
  void add_gas(const Curves<P, curves>& curve, const Deformation<T, 3, 5, 1>& at, Response<T, 3, 5>& r) const;
  template <typename T>
  void add_flow(const Deformation<T, 3, 5, 1>& at, const T& head, const P& pressure,
                Response<T, 3, 5>& r) const;
  template <typename T>
  void add_valve(const Deformation<T, 3, 5, 1>& at, const T& x, const T& worth, Response<T, 3, 5>& r) const;
  template <typename T>
  void add_emergency_spring(const Deformation<T, 3, 5, 1>& at, Response<T, 3, 5>& r) const;
  template <typename T>
  void add_shear(const Deformation<T, 3, 5, 1>& at, Response<T, 3, 5>& r) const;
};

}  // namespace flangeway::multibody
