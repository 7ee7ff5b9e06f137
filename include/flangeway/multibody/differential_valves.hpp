// Differential valves between air springs. Theory: docs/theory/air_spring.md.
#pragma once

#include "flangeway/multibody/elements/differential_valve.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// What a valve does, after evaluate_suspension() with the same auxiliary states.
[[nodiscard]] ValveFlow<double> flow_through(const Model& model, const DifferentialValve& valve,
                                             const double* auxiliary, const Workspace& workspace);

/// Adds the flow through all valves to the rates of the air springs, and sets the rates of the openings.
void exchange_gas(const Model& model, const double* auxiliary, const Workspace& workspace,
                  double* auxiliary_rate);

}  // namespace flangeway::multibody
