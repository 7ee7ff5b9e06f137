// Elements with a law that a user brings, where the law had no answer.
#pragma once

#include <string>

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// In the last evaluate_suspension(): the forces of these elements are then 0, and the evaluation must not
/// count.
[[nodiscard]] bool has_library_failed(const Workspace& workspace);
/// "in damper_left, the element law mylaw.so returned …"; empty: none has failed.
[[nodiscard]] std::string describe_library_failure(const Model& model, const Workspace& workspace);
/// NumericalFailure, for evaluations that are no part of a step.
void throw_if_library_failed(const Model& model, const Workspace& workspace);

}  // namespace flangeway::multibody
