// Values that are allowed and yet hardly meant: a wrong unit, or an entry written twice.
#pragma once

#include <string>
#include <vector>

#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::vehicle_case {

/// A sentence for each: wheels far smaller or larger than any that run, wheelsets that stand in each other,
/// forces of many times the vehicle's weight.
[[nodiscard]] std::vector<std::string> implausible_values(const CaseModel& model);

}  // namespace flangeway::vehicle_case
