// The integrators of a case.
#pragma once

#include <memory>
#include <string>

#include "flangeway/integrate/stepper.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

/// How much more a velocity may change in a fixed step than in the one before, m/s or rad/s: |q̈(end) −
/// q̈(start)| · step. Above the first one, steps are halved if that is allowed; above the second one the
/// impact was not resolved, and the run warns; above the third one the step destroys the motion, and fails.
/// Measured: docs/theory/integrators.md.
inline constexpr double jump_to_halve = 0.005, jump_to_warn = 0.05, jump_to_stop = 1;
/// A fixed step is halved at most this often.
inline constexpr int max_halvings = 10;

[[nodiscard]] std::unique_ptr<integrate::Stepper> make_stepper(
    const vehicle_case::IntegrationSettings& settings);

}  // namespace flangeway::simulate
