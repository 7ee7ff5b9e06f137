// The part of a generated project that is the same for all models. Private to the room.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flangeway::codegen {

/// Name and content.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& runtime_files();

}  // namespace flangeway::codegen
