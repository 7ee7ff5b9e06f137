// What a model has beside its elements, for those who need no law of an element: these files need not be
// compiled again where one changes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/multibody/elements/applied_force.hpp"
#include "flangeway/multibody/elements/flexible_body.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

struct DifferentialValve;  // its file has the law of air springs

[[nodiscard]] const std::vector<FlexibleBody>& flexible_bodies(const Model& model);
[[nodiscard]] const std::vector<RecoveredPoint>& recovered_points(const Model& model);
[[nodiscard]] const std::vector<DifferentialValve>& differential_valves(const Model& model);
[[nodiscard]] std::vector<AppliedForce>& applied_forces(Model& model);
[[nodiscard]] const std::vector<AppliedForce>& applied_forces(const Model& model);

/// The name of the element with this auxiliary state; empty: none has it.
[[nodiscard]] std::string element_with_state(const Model& model, std::size_t auxiliary);

}  // namespace flangeway::multibody
