#include "flangeway/document/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "flangeway/document/toml_text.hpp"

namespace flangeway::document {

namespace {

std::string path_below(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

class LayoutWalk : private TomlText {
 public:
  explicit LayoutWalk(std::string_view text) : TomlText(text) {}
  std::vector<LayoutItem> walk() {
    while (skip_blank(), at_ < text_.size()) {
      if (here() == '[') {
        header();
      } else {
        assignment(table_, false);
      }
    }
    return std::move(items_);
  }

 private:
  // The name of a list of tables stands for its last entry.
  [[nodiscard]] std::string entered(const std::string& path) const {
    const auto list = counts_.find(path);
    return list == counts_.end() ? path : fmt::format("{}[{}]", path, list->second - 1);
  }

  void header() {
    LayoutItem item{.kind = LayoutItem::Kind::table, .begin = at_, .value_begin = at_};
    const bool list = is_here("[[");
    at_ += list ? 2 : 1;
    std::string path;
    const std::vector<KeyPart> parts = dotted_key();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      path = path_below(path, parts[i].name);
      if (list && i + 1 == parts.size()) ++counts_[path];
      path = entered(path);
    }
    at_ = std::min(text_.find('\n', at_), text_.size());
    item.value_end = at_;
    item.path = item.table = table_ = path;
    items_.push_back(std::move(item));
  }

  void assignment(const std::string& table, bool in_line) {
    LayoutItem item{.table = table_, .in_line = in_line};
    skip_spaces();
    const std::vector<KeyPart> parts = dotted_key();
    item.begin = parts.front().begin;
    item.path = table;
    for (const KeyPart& part : parts) item.path = path_below(item.path, part.name);
    item.prefix = text_.substr(item.begin, parts.back().begin - item.begin);
    skip_spaces();
    if (here() != '=') {  // not TOML
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    ++at_;
    value(std::move(item));
  }

  // Completes the item by the value that begins here.
  void value(LayoutItem item) {
    skip_spaces();
    const char c = here();
    item.value_begin = at_;
    item.is_list = c == '[';
    item.is_inline_table = c == '{';
    const std::size_t number = items_.size();
    const std::string path = item.path;
    items_.push_back(std::move(item));
    if (c == '"' || c == '\'') {
      skip_string();
    } else if (c == '[' || c == '{') {
      if (enter()) c == '[' ? array(path) : inline_table(path);
      leave();
    } else {
      at_ = std::min(text_.find_first_of(",]}\r\n#", at_), text_.size());
      while (at_ > items_[number].value_begin && (text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t')) --at_;
    }
    items_[number].value_end = std::min(at_, text_.size());
    skip_spaces();
  }

  void array(const std::string& path) {
    ++at_;
    std::size_t count = 0;
    while (skip_blank(), at_ < text_.size() && here() != ']') {
      if (here() == ',') {
        ++at_;
        continue;
      }
      const std::size_t before = at_;
      value({.kind = LayoutItem::Kind::list_entry,
             .path = fmt::format("{}[{}]", path, count++),
             .table = table_,
             .begin = at_,
             .in_line = true});
      if (at_ == before) ++at_;  // not TOML
    }
    ++at_;
  }

  void inline_table(const std::string& path) {
    ++at_;
    while (skip_blank(), at_ < text_.size() && here() != '}') {
      if (here() == ',') {
        ++at_;
      } else {
        assignment(path, true);
      }
    }
    ++at_;
  }

  std::string table_;                          // of the last header
  std::map<std::string, std::size_t> counts_;  // of lists of tables by their headers
  std::vector<LayoutItem> items_;
};

}  // namespace

std::vector<LayoutItem> layout_of(std::string_view text) {
  return LayoutWalk(text).walk();
}

std::string parent_of(std::string_view path) {
  const bool entry = path.ends_with(']');
  const std::size_t end = entry ? path.rfind('[') : path.rfind('.');
  return std::string(path.substr(0, end == std::string_view::npos ? 0 : end));
}

}  // namespace flangeway::document
