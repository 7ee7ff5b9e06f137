// The summary of a run as it is written and printed.
#pragma once

#include <optional>
#include <string>

#include "flangeway/simulate/run.hpp"

namespace flangeway::recording {

/// The one JSON document of `flangeway run --json`.
[[nodiscard]] std::string summary_json(const simulate::Summary& summary);
/// Reads the numbers that the text needs from this document; nullopt if it is none.
[[nodiscard]] std::optional<simulate::Summary> read_summary(const std::string& json);
/// The same for people: a few lines and a table of the wheels.
[[nodiscard]] std::string summary_text(const simulate::Summary& summary);

}  // namespace flangeway::recording
