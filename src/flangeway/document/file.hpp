// Reading a whole input file, with a finding for all that can go wrong.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

/// The bytes of a file of at most `limit` bytes. A file that is missing, a folder, unreadable or too big is a
/// finding and gives nothing.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t limit,
                                                   Findings& findings);

/// Offset of the first byte that is not part of well-formed UTF-8 [Unicode 15, table 3-7], or text.size().
[[nodiscard]] std::size_t first_not_utf8(std::string_view text);

/// Place of a byte offset in a text: lines end with \n, columns count code points.
[[nodiscard]] SourceLocation locate(std::string_view text, std::size_t offset, std::string file_name);

}  // namespace flangeway::document
