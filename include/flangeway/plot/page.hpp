// The frame of a page in one file: what studies, stability and assessments write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flangeway::plot {

/// From the doctype to the heading, with the styles of tables (classes numbers, facts), notes (note),
/// findings (alarm) and bars (bar). Prints in black on white. The browser loads it again after so many
/// seconds; 0: never.
[[nodiscard]] std::string page_head(std::string_view title, int refresh = 0);
[[nodiscard]] const char* page_end();

/// A file that was read.
struct Input {
  std::string path, text;
};
/// Where the numbers of a page come from: command line, files with their hashes, version.
[[nodiscard]] std::string provenance(std::string_view command_line, const std::vector<Input>& inputs);

}  // namespace flangeway::plot
