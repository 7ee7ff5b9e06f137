// The hash by which a result names its input files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flangeway::results {

/// SHA-256 of bytes as 64 lower-case hexadecimal digits [FIPS180-4].
[[nodiscard]] std::string sha256(std::string_view bytes);

/// SHA-256 of a file as `sha256sum` prints it; nothing where it cannot be read.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::string& path);

}  // namespace flangeway::results
