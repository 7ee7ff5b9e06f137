// Texts of PDF files: the characters of Helvetica and Symbol.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flangeway::plot {

/// Characters of one font, as bytes of its encoding.
struct PdfRun {
  bool symbol = false;  ///< Symbol, else Helvetica with WinAnsiEncoding
  std::string bytes;
  double width = 0;  ///< in sizes
  double shift = 0;  ///< in sizes: above 0 a superscript, below 0 a subscript, both in small type
  static constexpr double small = 0.65;
};
/// Splits a text by font; characters that neither font has become "?".
[[nodiscard]] std::vector<PdfRun> pdf_runs(std::string_view text);

/// "(a\(b)" of bytes, as PDF writes texts.
[[nodiscard]] std::string pdf_string(std::string_view bytes);

}  // namespace flangeway::plot
