#include "flangeway/document/nesting.hpp"

#include <algorithm>

namespace flangeway::document {

namespace {

/// The offset behind a quoted text that begins at `i`. A text that is not closed ends with its line, or, if
/// it may span lines, with the file: the parser complains about that.
std::size_t skip_quoted(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const bool escapes = quote == '"';
  const std::string_view triple = escapes ? "\"\"\"" : "'''";
  const bool long_text = text.substr(i, 3) == triple;
  for (i += long_text ? 3 : 1; i < text.size(); ++i) {
    if (escapes && text[i] == '\\') {
      ++i;
    } else if (long_text && text.substr(i, 3) == triple) {
      return i + 3;
    } else if (!long_text && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    }
  }
  return text.size();
}

bool ends_key(char c) {
  return std::string_view("\n\r=,[]{}").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<std::size_t> find_deep_key(std::string_view text) {
  std::size_t key = 0, dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_quoted(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (ends_key(c)) {
      key = i + 1;
      dots = 0;
    } else if (c == '.' && ++dots == max_key_parts) {
      return key;
    }
    ++i;
  }
  return std::nullopt;
}

}  // namespace flangeway::document
