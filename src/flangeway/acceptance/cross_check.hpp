// Compares the judged quantities of two runs of one case with different contact methods.
// Theory: docs/theory/assessment.md, "Cross-check of contact methods".
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/floor_point.hpp"
#include "flangeway/acceptance/record.hpp"
#include "flangeway/acceptance/rule.hpp"
#include "flangeway/assess/cross_check.hpp"

namespace flangeway::acceptance {

/// Fills compared, distance, differences and problem. Each quantity of the rule is evaluated in sections of
/// 50 m, transitions included. A difference counts where it exceeds 5 % of the larger value and 1 % of the
/// limit.
void compare_methods(const Record& run, const Record& other, const RuleSpec& rule,
                     const std::vector<FloorPoint>& points, assess::CrossCheck& check);

/// "Y/Q of wheelset1.left is 0.31 from 50 to 100 m, and 0.28 with kec"
[[nodiscard]] std::string difference_text(const assess::MethodDifference& difference,
                                          const std::string& method);

}  // namespace flangeway::acceptance
