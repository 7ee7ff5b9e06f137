// The data that the program brings along. Private to the room.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flangeway::contact {

/// Name and content.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& runtime_files();

}  // namespace flangeway::contact
