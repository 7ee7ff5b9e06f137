#include "flangeway/core/json_text.hpp"

#include <cstddef>

namespace flangeway {

bool is_nested_too_deeply(std::string_view json) {
  constexpr int max_nesting = 64;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > max_nesting) return true;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace flangeway
