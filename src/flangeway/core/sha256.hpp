// The SHA-256 hash of a text, for the provenance of results.
#pragma once

#include <string>
#include <string_view>

namespace flangeway {

/// SHA-256 of the bytes as 64 lower-case hexadecimal digits [FIPS180-4, sec. 6.2]: names an input file's
/// content in results and reports.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace flangeway
