// Files of folders that the program has made, and that others may have changed since.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

namespace flangeway {

/// Up to `limit` bytes from an open file, from its present position. Nothing if it cannot be read; errno says
/// why.
[[nodiscard]] std::optional<std::string> read_descriptor(int descriptor, std::size_t limit);

/// The first `limit` bytes of a regular file. Nothing where there is none, or where it cannot be read; nor of
/// a pipe, which a reader would wait at, or of a device, which may have no end.
[[nodiscard]] std::optional<std::string> read_regular_file(
    const std::filesystem::path& file, std::size_t limit = std::numeric_limits<std::size_t>::max());

/// Empty, "is missing", "cannot be read (Permission denied)" or the like, for a file that was read before.
[[nodiscard]] std::string reading_problem(const std::filesystem::path& file);

}  // namespace flangeway
