// The tables of a file, for a tree next to its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::document {

/// A value of a table.
struct OutlineValue {
  std::string key;   ///< "bodies[0].mass"
  std::string text;  ///< as the file has it: "1.2e3"
  int line = 0;
};

struct OutlineNode {
  std::string key;   ///< "bodies[0]"
  std::string kind;  ///< "table", "list" of tables, or "entry" of a list
  std::string name;  ///< value of its key `name`; may be empty
  int line = 0;
  std::vector<OutlineValue> values;  ///< all but tables and lists of tables, which are children
  std::vector<OutlineNode> children;
};

/// The tables of a text that is valid TOML, in a table that has the values before the first header.
[[nodiscard]] OutlineNode outline(std::string_view text);

/// The text at the key `name` of the file; empty where there is none.
[[nodiscard]] std::string title_of(std::string_view text);

}  // namespace flangeway::document
