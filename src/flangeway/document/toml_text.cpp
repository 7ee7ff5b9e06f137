#include "flangeway/document/toml_text.hpp"

#include <algorithm>

namespace flangeway::document {

void TomlText::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || is_here("\xEF\xBB\xBF")) {
      at_ += c == '\xEF' ? 3 : 1;
    } else {
      return;
    }
  }
}

void TomlText::skip_string() {
  const char quote = here();
  const std::string three(3, quote);
  const bool lines = is_here(three);
  at_ += lines ? 3 : 1;
  while (at_ < text_.size()) {
    if (quote == '"' && here() == '\\') {
      at_ += 2;
    } else if (lines ? is_here(three) : here() == quote) {
      at_ += lines ? 3 : 1;
      while (lines && here() == quote) ++at_;  // quotes may precede the last three
      break;
    } else {
      ++at_;
    }
  }
  at_ = std::min(at_, text_.size());
}

KeyPart TomlText::part() {
  skip_spaces();
  KeyPart found{at_, at_, "", here() == '"' || here() == '\''};
  if (found.quoted) {
    skip_string();
    found.name = text_.substr(found.begin + 1, at_ - found.begin - 2);
  } else {
    at_ = std::min(text_.find_first_of(" \t\r\n.=]#", at_), text_.size());
    found.name = text_.substr(found.begin, at_ - found.begin);
    if (at_ == found.begin) ++at_;  // not TOML
  }
  found.end = at_;
  return found;
}

std::vector<KeyPart> TomlText::dotted_key() {
  std::vector<KeyPart> parts{part()};
  while (skip_spaces(), here() == '.') {
    ++at_;
    parts.push_back(part());
  }
  return parts;
}

}  // namespace flangeway::document
