// Text in a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace flangeway {

/// A cell of a CSV file (RFC 4180): in quotation marks where the text contains a comma, a quotation mark or a
/// line break. Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers do not.
[[nodiscard]] std::string csv_cell(std::string_view text);

}  // namespace flangeway
