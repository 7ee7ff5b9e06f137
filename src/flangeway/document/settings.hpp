// Keys of one file that another file sets: of a study, of a line.
#pragma once

#include <string>
#include <vector>

#include "flangeway/document/read.hpp"

namespace flangeway::document {

/// The same as on the command line; findings name the place of the value.
[[nodiscard]] Assignment assignment(const std::string& key, const Value& value);
void append_settings(Assignments& sets, const std::vector<Setting>& settings);

}  // namespace flangeway::document
