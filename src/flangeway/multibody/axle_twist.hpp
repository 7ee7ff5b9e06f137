// Wheels that turn against each other. Theory: docs/theory/independent_wheels.md.
#pragma once

#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

/// Acceleration of the twist, rad/s², of numbers and in generated code: docs/theory/independent_wheels.md
/// (3). `torque_difference`: about the axle, on the left wheel minus on the right one, without that of the
/// axle, Nm. `angle` in rad, `rate` in rad/s.
template <typename T>
[[nodiscard]] T twist_acceleration(const AxleTwist& twist, const T& torque_difference, const T& angle,
                                   const T& rate) {
  return (torque_difference / T(2) - (T(twist.stiffness) * angle + T(twist.damping) * rate)) /
         T(twist.inertia);
}

/// Moment that the twisted axle opposes to the twist, Nm. `auxiliary`: states of the flat state y.
[[nodiscard]] double axle_moment(const AxleTwist& twist, const double* auxiliary);

/// Writes the rates of its states. `torque_difference`: as for twist_acceleration().
void set_twist_rates(const AxleTwist& twist, double torque_difference, const double* auxiliary,
                     double* auxiliary_rate);

/// Energy of relative rotation of the wheels and of axle twist, J.
[[nodiscard]] double twist_energy(const AxleTwist& twist, const double* auxiliary);

/// Power that the damping of the axle dissipates, W.
[[nodiscard]] double twist_loss(const AxleTwist& twist, const double* auxiliary);

}  // namespace flangeway::multibody
