// Stability as text for a terminal, for other programs, and as a page.
#pragma once

#include <string>

#include "flangeway/stability/stability.hpp"
#include "flangeway/stability/variation.hpp"

namespace flangeway::stability {

[[nodiscard]] std::string text(const Stability& found);
[[nodiscard]] std::string text(const Variation& variation);

/// JSON: hopf, folds, branch, locus and what stands for them.
[[nodiscard]] std::string json_text(const Stability& found);
[[nodiscard]] std::string json_text(const Variation& variation);

/// In one file: critical speeds, root locus, bifurcation diagram, all cycles, where it comes from.
[[nodiscard]] std::string page(const vehicle_case::CaseModel& model, const Stability& found,
                               const std::string& command_line);
/// Critical speeds over the key.
[[nodiscard]] std::string page(const Variation& variation, const std::string& command_line);

}  // namespace flangeway::stability
