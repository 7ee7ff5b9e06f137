// Text inside HTML. Private to the room.
#pragma once

#include <string>
#include <string_view>

namespace flangeway::report {

/// Escapes what means something in HTML, in text and in quoted attributes.
inline std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace flangeway::report
