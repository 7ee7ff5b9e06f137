// The frame of a page in one file: what studies, stability and assessments write.
#pragma once

#include <string>
#include <string_view>

namespace flangeway::plot {

/// From the doctype to the heading, with the styles of tables (classes numbers, facts), notes (note),
/// findings (alarm) and bars (bar). Prints in black on white.
[[nodiscard]] std::string page_head(std::string_view title);
[[nodiscard]] const char* page_end();

}  // namespace flangeway::plot
