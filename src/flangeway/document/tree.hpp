// The values of a document as a tree, each with its location, after TOML has been parsed. Private to the
// room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::document {

struct Node;
struct Entry;
struct Table {
  std::vector<Entry> entries;
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);
};
struct List {
  std::vector<Node> entries;
};
/// TOML's dates and times, which no key takes.
struct Date {};

struct Node {
  std::variant<Table, List, std::string, double, long, bool, Date> value;
  SourceLocation where;
  std::string written;  ///< for findings: 3, "a text, shortened", a table, a list of 3
  /// A number from the command line as it was typed: for a key that takes a text, 60e1 is a rail, not 600.
  std::string typed = {};
};

struct Entry {
  std::string key;
  Node node;
};

/// Parses TOML. Gives false, and a finding, if the text is not valid TOML.
bool parse_toml(std::string_view text, const std::string& file_name, Table& root, Findings& findings);

/// Applies "key.path=value" to the tree.
void apply_assignment(Table& root, const Assignment& assignment, Findings& findings);

/// The value that sets a key to this node; nothing if it is a table, a date, or a list with one of them.
[[nodiscard]] std::optional<Value> value_of(const Node& node);

}  // namespace flangeway::document
