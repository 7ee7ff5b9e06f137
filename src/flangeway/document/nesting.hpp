// Finds keys of excessive depth before the TOML parser reads them. Private to the room.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace flangeway::document {

/// Parts that a dotted key, or the name of a table, may have. The parser and the tree of values work by
/// recursion: a key of twenty thousand parts would exhaust the stack.
inline constexpr std::size_t max_key_parts = 64;

/// Byte offset of the first key with more than max_key_parts parts. Text inside quotes and comments is
/// skipped.
[[nodiscard]] std::optional<std::size_t> find_deep_key(std::string_view text);

}  // namespace flangeway::document
