// The start of a vehicle in a curve: its suspension bends to it. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/simulate/equations.hpp"

namespace flangeway::simulate {

/// Moves the bodies to where the suspension, joints, gravity and the motion round the curve balance each
/// other. Wheelsets are turned by the yaw of their case from there; else they move along the track and in yaw
/// alone. Never leaves a larger imbalance than it found. False on straight level track, where it does
/// nothing. After evaluate_kinematics() at y.
bool balance_in_curve(Equations& equations, double* y);

}  // namespace flangeway::simulate
