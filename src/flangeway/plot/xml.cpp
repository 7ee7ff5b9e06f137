#include "flangeway/plot/xml.hpp"

#include "flangeway/core/utf8.hpp"

namespace flangeway::plot {

namespace {

constexpr const char* replacement = "\xEF\xBF\xBD";

void append_escaped(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c >= 0 && c < ' ' && c != '\t' && c != '\n') {
      out += replacement;
    } else if (text.substr(i, 3) == "\xEF\xBF\xBE" || text.substr(i, 3) == "\xEF\xBF\xBF") {
      out += replacement;  // U+FFFE and U+FFFF
      i += 2;
    } else {
      out += c;
    }
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t bad = first_not_utf8(text);
    append_escaped(text.substr(0, bad), out);
    if (bad == text.size()) return out;
    out += replacement;
    text.remove_prefix(bad + 1);
  }
}

}  // namespace flangeway::plot
