// Wheels that turn against each other. Theory: docs/theory/independent_wheels.md.
#pragma once

#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

/// Moment that the twisted axle opposes to the twist, Nm. `auxiliary`: states of the flat state y.
[[nodiscard]] double axle_moment(const AxleTwist& twist, const double* auxiliary);

/// Writes the rates of its states. `torque_difference`: about the axle, on the left wheel minus on the right
/// one, without that of the axle, Nm.
void set_twist_rates(const AxleTwist& twist, double torque_difference, const double* auxiliary,
                     double* auxiliary_rate);

/// Of the wheels against each other, and of the twisted axle, J.
[[nodiscard]] double twist_energy(const AxleTwist& twist, const double* auxiliary);

/// Power that the damping of the axle dissipates, W.
[[nodiscard]] double twist_loss(const AxleTwist& twist, const double* auxiliary);

}  // namespace flangeway::multibody
