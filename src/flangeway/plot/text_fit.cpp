#include "flangeway/plot/text_fit.hpp"

#include <algorithm>

#include "flangeway/core/utf8.hpp"

namespace flangeway::plot {

double text_width(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(count_code_points(text));
}

std::vector<std::string> lines_of(std::string_view text, double size, double room) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lines.back().empty()) {
      lines.back() = word;
    } else if (text_width(lines.back(), size) + text_width(" " + word, size) <= room) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string shortened(const std::string& text, double size, double room) {
  if (text_width(text, size) <= room) return text;
  const auto ends_character = [&](std::size_t i) {
    return i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
  };
  std::size_t from = text.size() / 2, to = from;
  while ((from > 0 || to < text.size()) &&
         text_width(text.substr(0, from) + "…" + text.substr(to), size) > room) {
    if (from > 0) --from;
    if (to < text.size()) ++to;
    while (!ends_character(from)) --from;
    while (!ends_character(to)) ++to;
  }
  return text.substr(0, from) + "…" + text.substr(to);
}

}  // namespace flangeway::plot
