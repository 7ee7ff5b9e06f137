// Names in files of limits.
#pragma once

#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::track {

/// Reports a name that is none of the `known` ones, with the nearest of them.
void check_name(const document::Located<std::string>& name, const std::string& key, const char* problem,
                const std::vector<std::string>& known, Findings& findings);

}  // namespace flangeway::track
