// The summary of a run as it is written and printed.
#pragma once

#include <string>

#include "flangeway/simulate/run.hpp"

namespace flangeway::recording {

/// The one JSON document of `flangeway run --json`.
[[nodiscard]] std::string summary_json(const simulate::Summary& summary);
/// The same for people: a few lines and a table of the wheels.
[[nodiscard]] std::string summary_text(const simulate::Summary& summary);

}  // namespace flangeway::recording
