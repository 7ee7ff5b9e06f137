// Parts of a model other than its elements, and their common parts, for users that need no element itself:
// these files need not be compiled again where one changes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/multibody/elements/applied_force.hpp"
#include "flangeway/multibody/elements/flexible_body.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

struct DifferentialValve;
template <typename P>
struct BumpStop;

[[nodiscard]] const std::vector<FlexibleBody>& flexible_bodies(const Model& model);
[[nodiscard]] const std::vector<FlexiblePoint>& flexible_points(const Model& model);
[[nodiscard]] const std::vector<RecoveredPoint>& recovered_points(const Model& model);
[[nodiscard]] const std::vector<DifferentialValve>& differential_valves(const Model& model);
[[nodiscard]] std::vector<AppliedForce>& applied_forces(Model& model);
[[nodiscard]] const std::vector<AppliedForce>& applied_forces(const Model& model);
[[nodiscard]] const std::vector<Element<BumpStop>>& bump_stops(const Model& model);

/// Whether an element has a law that a user brings.
[[nodiscard]] bool calls_laws(const Model& model);

/// The name of the element with this auxiliary state; empty: none has it.
[[nodiscard]] std::string element_with_state(const Model& model, std::size_t auxiliary);

/// Auxiliary states that tell how the suspension comes to rest.
struct StatesAtRest {
  std::vector<std::size_t> relaxing;  ///< dampers in series with springs, gas between bag and tank, modes
  std::vector<std::size_t> surfaces;  ///< of dry friction
};
[[nodiscard]] StatesAtRest states_at_rest(const Model& model);

}  // namespace flangeway::multibody
