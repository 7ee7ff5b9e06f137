// The law of a motor or brake. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/motor.hpp"

namespace flangeway::multibody {

/// Torque on pose j about the axis over the relative speed.
template <typename P>
template <typename T>
Response<T, 1> Motor<P>::respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
  constexpr double width = 1e-4;  // rad/s: tables are straight over it, mostly
  const T &speed = at.rate[0], none = 0.0, drive = curve_value(curve[torque], speed, none, width);
  Response<T, 1> r;
  r.force[0] = -drive;
  r.supplied = drive * speed;
  return r;
}

}  // namespace flangeway::multibody
