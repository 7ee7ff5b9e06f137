// Our own SVG pictures as a PDF file: vectors and text that can be searched, without another program.
//
//   write_file_atomically("report.pdf", plot::pdf({first_page, second_page}, "Title"), force);
//
// Texts are set in Helvetica and Symbol, which every PDF reader and printer has; nothing is embedded. The
// file is therefore no PDF/A.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flangeway::plot {

/// A4, upright, in points.
inline constexpr double pdf_page_width = 595, pdf_page_height = 842;

/// Each picture on a page of A4, scaled to its width. Understands what svg() and the pages of reports write:
/// svg, g, rect, circle, path of straight lines, text. Throws std::invalid_argument for anything else.
[[nodiscard]] std::string pdf(const std::vector<std::string>& pictures, std::string_view title);

/// Width of a text in Helvetica, in the unit of its size.
[[nodiscard]] double helvetica_width(std::string_view text, double size);

}  // namespace flangeway::plot
