// Tells UTF-16 from UTF-8 text, checks UTF-8 text and names, and counts code points.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flangeway {

/// Offset of the first byte that is not part of well-formed UTF-8 [Unicode 15, table 3-7], or text.size().
[[nodiscard]] std::size_t first_not_utf8(std::string_view text);

/// A byte order mark says so, or two letters of ASCII at the beginning.
[[nodiscard]] bool is_utf16(std::string_view text);

/// UTF-8 text of UTF-16 bytes, without their mark. Nothing where they end within a character, or have half of
/// a pair of surrogates.
[[nodiscard]] std::optional<std::string> utf8_of_utf16(std::string_view bytes);

/// The text itself where it is UTF-8, else each byte as a character of ISO 8859-1.
[[nodiscard]] std::string utf8_of_latin1(std::string_view text);

/// Text of a file in UTF-8 without a byte order mark: UTF-16 is converted, any other text is left as it
/// is.
[[nodiscard]] std::string plain_utf8(std::string bytes);

/// Number of code points of a well-formed text: about the columns that it takes on a terminal.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

/// The first character of a well-formed name that must not be in it, in words ("'*'", "a control character"),
/// or
/// "": wildcards and separators of lists of names, and characters that change how the text around them is
/// shown.
[[nodiscard]] std::string fault_of_name(std::string_view name);

}  // namespace flangeway
