// Reads a whole input file and reports everything that can go wrong as a finding.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

/// The bytes of a file of at most `limit` bytes. A file that is missing, a folder, a pipe, unreadable or too
/// big is a finding and gives nothing.
[[nodiscard]] std::optional<std::string> read_bytes(const std::filesystem::path& file, std::size_t limit,
                                                    Findings& findings);

/// The same of a file that has to be UTF-8 text: UTF-16 is a finding, too, and so is a binary file of a known
/// kind, with the tool that converts it (core/file_content.hpp). XML names its encoding itself. `wanted` is
/// the kind of file that the reader takes, as in "(allowed a text file)".
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t limit,
                                                   Findings& findings,
                                                   std::string_view wanted = "a text file");

/// Place of a byte offset in a text: lines end with \n, columns count code points.
[[nodiscard]] SourceLocation locate(std::string_view text, std::size_t offset, std::string file_name);

}  // namespace flangeway::document
