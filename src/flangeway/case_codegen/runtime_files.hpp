// The part of a generated vehicle that is the same for all. Private to the room.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flangeway::case_codegen {

/// Name and content.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& case_runtime_files();

}  // namespace flangeway::case_codegen
