// Changes single values in the text of a file: comments, order and layout of all else stay byte by byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

/// The text with `key` ("segments[2].length", "contact.method", "bodies[1]") set to `value`, a value in TOML
/// syntax: only its bytes change. A key that is missing is added to its table, and the table if that is
/// missing; an entry behind the last one of a list of tables (`value` is an inline table) is added, too.
/// Without a value the key, the table or the entry is removed. Findings: the text or the value is not valid
/// TOML, the key has no place there, or there is nothing to be removed.
[[nodiscard]] std::optional<std::string> edited(std::string_view text, const std::string& key,
                                                const std::optional<std::string>& value, Findings& findings);

}  // namespace flangeway::document
