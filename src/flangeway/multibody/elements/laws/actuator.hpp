// The law of actuators. Theory: docs/theory/control.md.
#pragma once

#include "flangeway/multibody/elements/actuator.hpp"

namespace flangeway::multibody {

/// The command u pushes at once, or with a lag: F' = (u − F)/T.
template <typename P, template <typename> class MotionKind>
template <typename T>
Response<T, 1, 1> BasicActuator<P, MotionKind>::respond(const Curves<P, curves>&,
                                                        const Deformation<T, 1, 1, 1>& at) const {
  const T& command = at.input[0];
  const T push = at.has[0] ? T(unit * (lags * at.state[0]) + (1.0 - lags) * command) : command;
  Response<T, 1, 1> r;
  r.force[0] = -push;
  r.supplied = push * at.rate[0];
  if (at.has[0]) r.state_rate[0] = lag_rate * (command / unit - at.state[0]);
  return r;
}

}  // namespace flangeway::multibody
