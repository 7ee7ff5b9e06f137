// Stability as text for a terminal, for other programs, and as a page.
#pragma once

#include <string>

#include "flangeway/stability/ramp.hpp"
#include "flangeway/stability/stability.hpp"
#include "flangeway/stability/variation.hpp"

namespace flangeway::stability {

[[nodiscard]] std::string text(const Stability& found);
[[nodiscard]] std::string text(const Variation& variation);
[[nodiscard]] std::string text(const Ramp& ramp);
/// "wheelset1 begins to touch its rail with a flange at 66.8 m/s, with 9.1 mm"
[[nodiscard]] std::string sentence_of(const FlangeLimit& limit, const std::string& wheelset);

/// "71.443 m/s (257.2 km/h)", with "at or below " before it, or "none", "unstable", "not known", "not tried".
[[nodiscard]] std::string value_text(const Answer& answer);

/// JSON: critical_speed, answers, contradictions, growing, runs, hopf, folds, flange_limits, branch, locus
/// and what stands for them.
[[nodiscard]] std::string json_text(const Stability& found);
[[nodiscard]] std::string json_text(const Variation& variation);
/// JSON: hunting and rms with their speeds, windows.
[[nodiscard]] std::string json_text(const Ramp& ramp);

/// In one file: critical speeds, root locus, bifurcation diagram, all cycles, where it comes from.
[[nodiscard]] std::string page(const vehicle_case::CaseModel& model, const Stability& found,
                               const std::string& command_line);
/// Amplitude and rms over the speed, with the limit.
[[nodiscard]] std::string page(const vehicle_case::CaseModel& model, const Ramp& ramp,
                               const std::string& command_line);
/// Critical speeds over the key.
[[nodiscard]] std::string page(const Variation& variation, const std::string& command_line);

}  // namespace flangeway::stability
