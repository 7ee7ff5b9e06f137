// Derivatives of a run with respect to keys of its case, as they are written and printed.
#pragma once

#include <string>
#include <vector>

#include "flangeway/simulate/sensitivities.hpp"

namespace flangeway::recording {

/// An object for each key: its value and step, since when the differences disagree, and for each channel the
/// derivatives of its mean and of its extreme values, with the estimate of the largest error.
[[nodiscard]] std::string sensitivities_json(const vehicle_case::CaseModel& model,
                                             const std::vector<simulate::KeySensitivity>& sensitivities,
                                             const simulate::DerivativeRows& rows);
/// The summary of the run with these under "sensitivities"; unchanged where they are "".
[[nodiscard]] std::string with_sensitivities(const std::string& summary, const std::string& sensitivities);
/// A table for each key: means and extremes of the wheel forces.
[[nodiscard]] std::string sensitivities_text(const vehicle_case::CaseModel& model,
                                             const std::vector<simulate::KeySensitivity>& sensitivities,
                                             const simulate::DerivativeRows& rows);

}  // namespace flangeway::recording
