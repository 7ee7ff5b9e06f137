// The frame of a page in one file: what studies, stability and assessments write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/links.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::plot {

/// From the doctype to the heading, with the styles of tables (classes numbers, facts), notes (note),
/// findings (alarm) and bars (bar). Prints in black on white. The browser loads it again after so many
/// seconds; 0: never.
[[nodiscard]] std::string page_head(std::string_view title, int refresh = 0);
[[nodiscard]] std::string page_end();

/// Picture on a page: with its numbers, buttons that save it as PNG, SVG or CSV, and dark on a dark
/// screen.
[[nodiscard]] std::string page_figure(const Figure& figure, const std::vector<Link>& links = {});
[[nodiscard]] std::string page_figure(const MapFigure& figure);

/// A page of page_head(), page_figure(), tables and paragraphs as a PDF file of A4: pictures with captions
/// and numbers, tables that go on on the next page under their heads, page numbers.
[[nodiscard]] std::string page_pdf(std::string_view html);
/// A picture of svg() as a PDF file.
[[nodiscard]] std::string picture_pdf(std::string_view svg);

/// A file that was read, and the text in it.
struct Input {
  std::string path, text;
};
/// Provenance of the numbers of a page: command line, files with their hashes, version.
[[nodiscard]] std::string provenance(std::string_view command_line, const std::vector<Input>& inputs);

}  // namespace flangeway::plot
