// Places of tables, keys and values in the text of a TOML file. Private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::document {

struct LayoutItem {
  enum class Kind {
    table,       ///< the header [table], or [[table]] with its place
    value,       ///< key = value
    list_entry,  ///< an entry of a list within brackets
  };
  Kind kind = Kind::value;
  std::string path = {};                       ///< "segments[2].length"
  std::string table = {};                      ///< path of the header that it is below; empty: of the file
  std::size_t begin = 0;                       ///< of the key or header
  std::size_t value_begin = 0, value_end = 0;  ///< of a header: its line, without the line end
  bool in_line = false;                        ///< inside of a value
  bool is_inline_table = false, is_list = false;
  std::string prefix = {};  ///< of a dotted key: the text before its last part, "kec."
};

/// All items in the order of the text, which is valid TOML; values before those inside of them.
[[nodiscard]] std::vector<LayoutItem> layout_of(std::string_view text);

/// "segments[2].length" without its last part: "segments[2]"; and of "segments[2]": "segments".
[[nodiscard]] std::string parent_of(std::string_view path);

}  // namespace flangeway::document
