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

  OutlineNode root() {
    known_[""] = {"", "table", "", 1, {}, {}};
    for (const LayoutItem& item : layout_of(text_)) {
      while (counted_ < item.begin) line_ += text_[counted_++] == '\n' ? 1 : 0;
      if (is_table(item)) add(item.path);
      if (item.kind == LayoutItem::Kind::value && !item.is_inline_table) add_value(item);
    }
    return with_children("");
  }

 private:
  // Adds the node and those above it that no header names.
  void add(const std::string& path) {
    if (path.empty() || known_.contains(path)) return;
    const std::string parent = parent_of(path);
    add(parent);
    const bool entry = path.ends_with(']');
    if (entry) known_[parent].kind = "list";
    known_[path] = {path, entry ? "entry" : "table", "", line_, {}, {}};
    children_[parent].push_back(path);
  }
  void add_value(const LayoutItem& item) {
    const std::string_view value = text_.substr(item.value_begin, item.value_end - item.value_begin);
    const std::string parent = parent_of(item.path);
    add(parent);
    OutlineNode& node = known_[parent];
    if (item.path.ends_with(".name")) node.name = unquoted(value);
    node.values.push_back({item.path, std::string(value), line_});
  }
  OutlineNode with_children(const std::string& path) {
    OutlineNode node = known_[path];
    std::erase_if(node.values, [&](const OutlineValue& value) { return known_.contains(value.key); });
    for (const std::string& child : children_[path]) node.children.push_back(with_children(child));
    return node;
  }

  std::string_view text_;
  std::size_t counted_ = 0;
  int line_ = 1;
  std::map<std::string, OutlineNode> known_;
  std::map<std::string, std::vector<std::string>> children_;
};

}  // namespace

OutlineNode outline(std::string_view text) {
  return OutlineWalk(text).root();
}

std::string title_of(std::string_view text) {
  for (const LayoutItem& item : layout_of(text))
    if (item.path == "name")
      return unquoted(text.substr(item.value_begin, item.value_end - item.value_begin));
  return "";
}

}  // namespace flangeway::document
