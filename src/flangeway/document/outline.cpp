#include "flangeway/document/outline.hpp"

#include <algorithm>
#include <map>

#include "flangeway/document/layout.hpp"

namespace flangeway::document {

namespace {

// Text of a value in quotes, as people read it; escapes stay as they are.
std::string unquoted(std::string_view value) {
  const bool quoted =
      value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
  return quoted ? std::string(value.substr(1, value.size() - 2)) : std::string();
}

bool is_table(const LayoutItem& item) {
  return item.kind == LayoutItem::Kind::table || item.is_inline_table;
}

/// Nodes by their paths, and the order in which they came.
class OutlineWalk {
 public:
  explicit OutlineWalk(std::string_view text) : text_(text) {}

  std::vector<OutlineNode> nodes() {
    for (const LayoutItem& item : layout_of(text_)) {
      while (counted_ < item.begin) line_ += text_[counted_++] == '\n' ? 1 : 0;
      if (is_table(item)) add(item.path);
      const std::string_view value = text_.substr(item.value_begin, item.value_end - item.value_begin);
      const std::string parent = parent_of(item.path);
      if (item.kind == LayoutItem::Kind::value && item.path.ends_with(".name") && known_.contains(parent))
        known_[parent].name = unquoted(value);
    }
    return below("");
  }

 private:
  // Adds the node and those above it that no header names.
  void add(const std::string& path) {
    if (path.empty() || known_.contains(path)) return;
    const std::string parent = parent_of(path);
    add(parent);
    const bool entry = path.ends_with(']');
    if (entry) known_[parent].kind = "list";
    known_[path] = {path, entry ? "entry" : "table", "", line_, {}};
    children_[parent].push_back(path);
  }
  std::vector<OutlineNode> below(const std::string& path) {
    std::vector<OutlineNode> all;
    for (const std::string& child : children_[path]) {
      OutlineNode& node = all.emplace_back(known_[child]);
      node.children = below(child);
    }
    return all;
  }

  std::string_view text_;
  std::size_t counted_ = 0;
  int line_ = 1;
  std::map<std::string, OutlineNode> known_;
  std::map<std::string, std::vector<std::string>> children_;
};

}  // namespace

std::vector<OutlineNode> outline(std::string_view text) {
  return OutlineWalk(text).nodes();
}

std::string title_of(std::string_view text) {
  for (const LayoutItem& item : layout_of(text))
    if (item.path == "name")
      return unquoted(text.substr(item.value_begin, item.value_end - item.value_begin));
  return "";
}

}  // namespace flangeway::document
