// Findings for programs: one JSON object each.
#pragma once

#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

/// A list of objects with `severity` ("error", "warning" or "note"), `file`, `line`, `column`, `key`,
/// `problem`, `value`, `allowed`, `remedy` and `text`, the line that people read; in the order of their
/// places in the files. JSON text.
[[nodiscard]] std::string findings_json(const Findings& findings, std::string_view severity = "error");

}  // namespace flangeway::document
