// The tables of a file, for a tree next to its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::document {

struct OutlineNode {
  std::string key;   ///< "bodies[0]"
  std::string kind;  ///< "table", "list" of tables, or "entry" of a list
  std::string name;  ///< value of its key `name`; may be empty
  int line = 0;
  std::vector<OutlineNode> children;
};

/// The tables of a text that is valid TOML, with those in them.
[[nodiscard]] std::vector<OutlineNode> outline(std::string_view text);

/// The text at the key `name` of the file; empty where there is none.
[[nodiscard]] std::string title_of(std::string_view text);

}  // namespace flangeway::document
