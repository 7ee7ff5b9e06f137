// The keys of a kind of file for forms, completion and help.
#pragma once

#include <string>

#include "flangeway/workbench/file_kind.hpp"
#include "flangeway/workbench/refusal.hpp"

namespace flangeway::workbench {

/// Bounds as members `least`, `greatest`, `exclusive`, `fewest` and `most` of an object; only those that
/// there are.
void add_bounds(Json& json, const document::NumberBounds& bounds);
/// {"kind", "text", "keys"}
[[nodiscard]] Json schema_json(const FileKind& kind);

}  // namespace flangeway::workbench
