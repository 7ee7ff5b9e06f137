#include "flangeway/document/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "flangeway/document/layout.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/document/tree.hpp"

namespace flangeway::document {

namespace {

using Kind = LayoutItem::Kind;

// Byte range that a text replaces.
struct Replacement {
  std::size_t begin = 0, end = 0;
  std::string text;
};

class Editor {
 public:
  Editor(std::string_view text, const std::string& key) : text_(text), key_(key), items_(layout_of(text)) {}

  std::optional<Replacement> set(const std::string& value, Findings& findings) const {
    if (const LayoutItem* item = find(key_, Kind::value); item != nullptr)
      return Replacement{item->value_begin, item->value_end, value};
    if (const LayoutItem* item = find(key_, Kind::list_entry); item != nullptr)
      return Replacement{item->value_begin, item->value_end, value};
    if (is_table(key_)) return refuse("is a table: name a key in it", findings);
    return key_.ends_with(']') ? add_entry(value, findings) : add_key(value, findings);
  }

  std::optional<std::vector<Replacement>> remove(Findings& findings) const {
    std::vector<Replacement> removed;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const LayoutItem& item = items_[i];
      if (item.path == key_ && item.kind != Kind::table) return std::vector{removal(item)};
      if (item.kind != Kind::table || !is_in(item.path, key_)) continue;
      std::size_t next = i + 1;
      while (next < items_.size() && items_[next].kind != Kind::table) ++next;
      const std::size_t end = next < items_.size() ? comment_begin(items_[next].begin) : text_.size();
      removed.push_back({comment_begin(item.begin), std::max(end, item.value_end), ""});
    }
    // Dotted keys of a table that has no header.
    for (const LayoutItem& item : items_)
      if (item.kind == Kind::value && !item.in_line && is_in(item.path, key_) && item.path != key_ &&
          !is_in(item.table, key_))
        removed.push_back(removal(item));
    if (removed.empty()) {
      refuse("is not in the file", findings);
      return std::nullopt;
    }
    std::sort(removed.begin(), removed.end(),
              [](const Replacement& a, const Replacement& b) { return a.begin < b.begin; });
    return removed;
  }

 private:
  [[nodiscard]] const LayoutItem* find(std::string_view path, Kind kind) const {
    const auto found = std::find_if(items_.begin(), items_.end(), [&](const LayoutItem& item) {
      return item.path == path && item.kind == kind;
    });
    return found == items_.end() ? nullptr : &*found;
  }
  // Whether `path` is `table` or in it.
  static bool is_in(std::string_view path, std::string_view table) {
    return path.starts_with(table) &&
           (path.size() == table.size() || path[table.size()] == '.' || path[table.size()] == '[');
  }
  [[nodiscard]] bool is_table(std::string_view path) const {
    return std::any_of(items_.begin(), items_.end(),
                       [&](const LayoutItem& item) { return is_in(item.path, path) && item.path != path; });
  }
  std::nullopt_t refuse(const char* problem, Findings& findings) const {
    findings.add({{}, key_, problem, "", "", ""});
    return std::nullopt;
  }
  [[nodiscard]] std::size_t line_begin(std::size_t at) const {
    const std::size_t end = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return end == std::string_view::npos ? 0 : end + 1;
  }
  [[nodiscard]] std::size_t line_end(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
  }
  [[nodiscard]] std::string_view new_line() const {
    const std::size_t end = text_.find('\n');
    return end != std::string_view::npos && end > 0 && text_[end - 1] == '\r' ? "\r\n" : "\n";
  }
  // Begin of the lines of comment directly above the line at `at`: they belong to it.
  [[nodiscard]] std::size_t comment_begin(std::size_t at) const {
    std::size_t begin = line_begin(at);
    while (begin > 0) {
      const std::size_t above = line_begin(begin - 1);
      const std::size_t first = text_.find_first_not_of(" \t", above);
      if (first >= begin || text_[first] != '#') break;
      begin = above;
    }
    return begin;
  }

  [[nodiscard]] Replacement removal(const LayoutItem& item) const {
    if (item.in_line) return removal_from_value(item);
    const std::size_t end = line_end(item.value_end);
    return {line_begin(item.begin), std::min(end + 1, text_.size()), ""};
  }
  // An entry in braces or brackets goes with the comma behind it, or with the one before the last entry.
  [[nodiscard]] Replacement removal_from_value(const LayoutItem& item) const {
    std::size_t begin = item.begin, end = item.value_end;
    const std::size_t next = text_.find_first_not_of(" \t\r\n", end);
    if (next < text_.size() && text_[next] == ',') {
      end = std::min(text_.find_first_not_of(" \t", next + 1), text_.size());
    } else {
      const std::size_t before =
          begin == 0 ? std::string_view::npos : text_.find_last_not_of(" \t\r\n", begin - 1);
      if (before != std::string_view::npos && text_[before] == ',') begin = before;
    }
    return {begin, end, ""};
  }

  // Behind the last key of the table that has a header or lines of its own.
  std::optional<Replacement> add_key(const std::string& value, Findings& findings) const {
    const std::string table = parent_of(key_);
    const std::string name = key_.substr(table.empty() ? 0 : table.size() + 1);
    if (const LayoutItem* inside = inline_table(table); inside != nullptr)
      return add_in_line(*inside, name + " = " + value);
    const LayoutItem* last = nullptr;
    for (const LayoutItem& item : items_)
      if (!item.in_line && item.kind == Kind::value && parent_of(item.path) == table) last = &item;
    if (last != nullptr) {
      const std::size_t line = line_begin(last->begin), end = end_of_line(last->value_end);
      const std::string indent(text_.substr(line, last->begin - line));
      return Replacement{end, end,
                         fmt::format("{}{}{}{} = {}", new_line(), indent, last->prefix, name, value)};
    }
    if (const LayoutItem* header = find(table, Kind::table); header != nullptr) {
      const std::size_t end = end_of_line(header->begin);
      return Replacement{end, end, fmt::format("{}{} = {}", new_line(), name, value)};
    }
    if (table.empty()) return add_first(name, value);
    // A table that only dotted keys make, contact.kec.points, cannot have a header.
    for (const LayoutItem& item : items_)
      if (!item.in_line && item.kind == Kind::value && is_in(item.path, table) && !is_in(item.table, table))
        last = &item;
    if (last == nullptr) return add_table(table, name, value, findings);
    const std::size_t end = end_of_line(last->value_end);
    const std::string dotted = key_.substr(last->table.empty() ? 0 : last->table.size() + 1);
    return Replacement{end, end, fmt::format("{}{} = {}", new_line(), dotted, value)};
  }
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
    const std::size_t end = line_end(at);
    return end > 0 && end < text_.size() && text_[end - 1] == '\r' ? end - 1 : end;
  }
  [[nodiscard]] const LayoutItem* inline_table(std::string_view path) const {
    for (const LayoutItem& item : items_)
      if (item.path == path && item.is_inline_table) return &item;
    return nullptr;
  }
  [[nodiscard]] Replacement add_in_line(const LayoutItem& inside, const std::string& assignment) const {
    const std::size_t close = inside.value_end - 1;
    const std::size_t last = text_.find_last_not_of(" \t\r\n", close - 1);
    const bool empty = last == inside.value_begin;
    return {last + 1, last + 1, (empty ? "" : ", ") + assignment};
  }
  // A key of the file before its first header.
  [[nodiscard]] Replacement add_first(const std::string& name, const std::string& value) const {
    const auto header = std::find_if(items_.begin(), items_.end(),
                                     [](const LayoutItem& item) { return item.kind == Kind::table; });
    const std::size_t offset = header == items_.end() ? text_.size() : comment_begin(header->begin);
    const bool at_line = offset == 0 || text_[offset - 1] == '\n';
    return {offset, offset, fmt::format("{}{} = {}{}", at_line ? "" : new_line(), name, value, new_line())};
  }
  // A new header at the end of the file, or behind the content of the table above.
  std::optional<Replacement> add_table(const std::string& table, const std::string& name,
                                       const std::string& value, Findings& findings) const {
    if (table.ends_with(']')) return refuse("is in an entry that the list does not have", findings);
    const std::size_t offset = end_of(parent_of(table));
    return Replacement{offset, offset,
                       block(offset, fmt::format("[{}]", without_places(table)), {name + " = " + value})};
  }
  // Headers name the last entry of a list without its place.
  static std::string without_places(const std::string& path) {
    std::string out;
    bool inside = false;
    for (const char c : path) {
      inside = c == '[' || (inside && c != ']');
      if (!inside && c != ']') out += c;
    }
    return out;
  }
  // The end of the last header in `table` with its keys; empty: of the file.
  [[nodiscard]] std::size_t end_of(const std::string& table) const {
    if (table.empty()) return text_.size();
    std::size_t end = text_.size();
    bool found = false;
    for (const LayoutItem& item : items_) {
      if (item.kind != Kind::table) continue;
      if (is_in(item.path, table)) {
        found = true, end = text_.size();
      } else if (found && end == text_.size()) {
        end = comment_begin(item.begin);
      }
    }
    return end;
  }
  // A header with its lines, apart from the text before and behind it.
  [[nodiscard]] std::string block(std::size_t at, const std::string& header,
                                  const std::vector<std::string>& lines) const {
    const std::string end(new_line());
    std::string out;
    if (at > 0 && text_[at - 1] != '\n') out += end;
    const bool blank_before =
        at == 0 || (out.empty() && (at < 2 || text_.substr(0, at).ends_with(end + end)));
    if (!blank_before) out += end;
    out += header + end;
    for (const std::string& line : lines) out += line + end;
    if (at < text_.size()) out += end;
    return out;
  }

  // "segments[3]" of three segments.
  std::optional<Replacement> add_entry(const std::string& value, Findings& findings) const {
    const std::string list = parent_of(key_);
    std::size_t index = 0;
    for (const char c : key_.substr(list.size() + 1, key_.size() - list.size() - 2))
      index = std::min(index * 10 + static_cast<std::size_t>(c - '0'), std::size_t{1} << 40);
    const LayoutItem* inline_list = nullptr;
    if (const LayoutItem* inside = find(list, Kind::value); inside != nullptr && inside->is_list)
      inline_list = inside;
    const std::size_t count = entries_of(list);
    if (index != count) return refuse("is not the next entry of its list", findings);
    if (inline_list != nullptr) return add_in_line(*inline_list, value);
    const std::vector<LayoutItem> members = layout_of("value = " + value);
    if (members.empty() || !members.front().is_inline_table)
      return refuse("is an entry of a list of tables", findings);
    const std::string written = "value = " + value;
    std::vector<std::string> lines;
    for (const LayoutItem& member : members)
      if (parent_of(member.path) == "value" && member.kind == Kind::value)
        lines.push_back(written.substr(member.begin, member.value_end - member.begin));
    const std::size_t offset = count == 0 ? end_of(parent_of(list)) : end_of(list);
    return Replacement{offset, offset, block(offset, fmt::format("[[{}]]", without_places(list)), lines)};
  }
  [[nodiscard]] std::size_t entries_of(const std::string& list) const {
    std::size_t count = 0;
    for (const LayoutItem& item : items_)
      if (item.path.ends_with(']') && parent_of(item.path) == list && item.kind != Kind::value) ++count;
    return count;
  }

  std::string_view text_;
  std::string key_;
  std::vector<LayoutItem> items_;
};

bool is_key(const std::string& key) {
  bool bracket = false;
  char before = '.';
  for (const char c : key) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    const bool fits = bracket ? (c == ']' ? before != '[' : std::isdigit(static_cast<unsigned char>(c)) != 0)
                      : c == '.' ? before != '.'
                      : c == '[' ? before != '.' && before != ']'
                                 : letter && before != ']';
    if (!fits) return false;
    if (c == '[') bracket = true;
    if (c == ']') bracket = false;
    before = c;
  }
  return !key.empty() && !bracket && before != '.' && key.size() <= 256;
}

bool is_valid(std::string_view text, Findings& findings) {
  const std::size_t before = findings.all().size();
  (void)Document::from_text(text, "the text", findings);
  return findings.all().size() == before;
}

bool is_one_value(const std::string& value) {
  Findings wrong;
  const std::string whole = "value = " + value;
  if (!is_valid(whole, wrong)) return false;
  const std::vector<LayoutItem> items = layout_of(whole);
  return !items.empty() && items.front().value_end == whole.size();
}

}  // namespace

std::optional<std::string> edited(std::string_view text, const std::string& key,
                                  const std::optional<std::string>& value, Findings& findings) {
  if (!is_valid(text, findings)) return std::nullopt;
  if (!is_key(key)) {
    findings.add({{}, key, "is no key", "", "names with points and places, as segments[2].length", ""});
    return std::nullopt;
  }
  if (value && !is_one_value(*value)) {
    findings.add({{}, key, "cannot have this value", *value, "one value in TOML syntax", ""});
    return std::nullopt;
  }
  const Editor editor(text, key);
  std::vector<Replacement> replacements;
  if (value) {
    const auto one = editor.set(*value, findings);
    if (!one) return std::nullopt;
    replacements.push_back(*one);
  } else {
    auto several = editor.remove(findings);
    if (!several) return std::nullopt;
    replacements = std::move(*several);
  }
  std::string out;
  std::size_t from = 0;
  for (const Replacement& one : replacements) {
    if (one.begin > from) out.append(text.substr(from, one.begin - from));
    out.append(one.text);
    from = std::max(from, one.end);
  }
  out.append(text.substr(from));
  if (!is_valid(out, findings)) return std::nullopt;
  return out;
}

}  // namespace flangeway::document
