// Plausibility of the numbers of a record: slips of units, signs and columns.
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/grid.hpp"

namespace flangeway::acceptance {

/// Findings: numbers that no vehicle has, as wheel loads of 50 MN or with a negative mean. Warnings: numbers
/// that few vehicles have, in words. The bands are our own.
void check_plausible(const Samples& samples, const JudgeOptions& options, Findings& findings,
                     std::vector<std::string>& warnings);

}  // namespace flangeway::acceptance
