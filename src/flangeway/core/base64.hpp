// Bytes as text of 64 characters [RFC 4648, section 4], for pages and for files that hold binary data as
// text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flangeway {

[[nodiscard]] std::string base64(const unsigned char* bytes, std::size_t count);

/// The bytes of a text in this form. Nothing where it has another character, or no whole number of bytes; the
/// '=' at its end may be missing.
[[nodiscard]] std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace flangeway
