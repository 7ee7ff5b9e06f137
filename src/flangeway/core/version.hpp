#pragma once

#include <string>

namespace flangeway {

/// "0.1.0"
[[nodiscard]] std::string version();

}  // namespace flangeway
