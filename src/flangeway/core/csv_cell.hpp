// Text in a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace flangeway {

/// A cell of a CSV file (RFC 4180): in quotation marks where the text contains a comma, a quotation mark or a
/// line break. Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers do not.
[[nodiscard]] std::string csv_cell(std::string_view text);
/// The text that csv_cell() has been given, of its cell without quotation marks: an apostrophe in front of
/// what looks like a formula is no part of it.
[[nodiscard]] std::string_view text_of_csv_cell(std::string_view cell);

}  // namespace flangeway
