// Actuators: a controller says what they push with. Theory: docs/theory/control.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// The command (N or Nm) pushes pose j along the motion, and pose i the other way: at once, or with a
/// first-order lag. The state is the force of the actuator in units of `unit`.
template <typename P, template <typename> class MotionKind>
struct BasicActuator {
  template <typename T>
  using Motion = MotionKind<T>;
  static constexpr std::size_t states = 1, inputs = 1, curves = 0;
  static constexpr double unit = 1e6;  ///< N or Nm: tolerances of states are those of deflections

  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i, unit
  P lags = 0, lag_rate = 0;                        ///< 1 or 0; 1/T in 1/s

  [[nodiscard]] bool has_state(std::size_t) const { return lags > 0; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>&, const Deformation<T, 1, 1, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { lags = 0; }
};

/// Force on pose j along a direction of pose i.
template <typename P>
struct Actuator : BasicActuator<P, AlongDirection> {
  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
};

/// Torque on pose j about a direction of pose i.
template <typename P>
struct TorqueActuator : BasicActuator<P, Spin> {};

}  // namespace flangeway::multibody
