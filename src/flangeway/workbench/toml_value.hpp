// Values of forms as they are written in files.
#pragma once

#include <string>

#include "flangeway/workbench/refusal.hpp"

namespace flangeway::workbench {

/// A text, number, truth value, list or object (an inline table) in TOML syntax. Throws Refusal (422) for
/// null inside of it, and for numbers that are not finite.
[[nodiscard]] std::string toml_value(const Json& json);

}  // namespace flangeway::workbench
