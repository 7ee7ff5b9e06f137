// Checks of a problem before it is solved.
#pragma once

#include <string>
#include <vector>

#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// One line for each fault, with the name of the member; empty: nothing is wrong.
[[nodiscard]] std::vector<std::string> find_faults(const Problem& problem);

}  // namespace flangeway::contact::patch
