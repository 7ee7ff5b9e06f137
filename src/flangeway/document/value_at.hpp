// A single value of a document, by its key path.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flangeway/document/read.hpp"

namespace flangeway::document {

/// The value at "key.path[0]" of a TOML text after these assignments. Nothing where the path leads to no
/// value, or where text or assignments cannot be read.
[[nodiscard]] std::optional<Value> value_at(std::string_view toml, const Assignments& sets,
                                            std::string_view path);

/// "bodies[0]": the list at the top of a TOML text that has an entry with this `name`, with the index of the
/// entry. "" if there is none.
[[nodiscard]] std::string entry_with_name(std::string_view toml, std::string_view name);

}  // namespace flangeway::document
