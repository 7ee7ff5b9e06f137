// Words of commands for shells.
#pragma once

#include <string>
#include <string_view>

namespace flangeway {

/// A word of a command line as a shell reads it: 'it'\''s'.
[[nodiscard]] inline std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

}  // namespace flangeway
