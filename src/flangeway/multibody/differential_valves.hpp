// Differential valves between air springs. Theory: docs/theory/air_spring.md.
#pragma once

#include "flangeway/math/dual.hpp"
#include "flangeway/multibody/elements/differential_valve.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// State of a valve, after evaluate_suspension() with the same auxiliary states.
[[nodiscard]] ValveFlow<double> flow_through(const Model& model, const DifferentialValve& valve,
                                             const double* auxiliary, const Workspace& workspace);

/// Derivatives with respect to what the flow through a valve depends on: height, gas that has moved into the
/// tank and gas supplied of spring i, the same of spring j, and the opening.
using ValveSlopes = math::Dual<7>;
/// The same with its derivatives.
[[nodiscard]] ValveFlow<ValveSlopes> flow_slopes(const Model& model, const DifferentialValve& valve,
                                                 const double* auxiliary, const Workspace& workspace);

/// Adds the flow through all valves to the rates of the air springs, and sets the rates of the openings.
void exchange_gas(const Model& model, const double* auxiliary, const Workspace& workspace,
                  double* auxiliary_rate);

}  // namespace flangeway::multibody
