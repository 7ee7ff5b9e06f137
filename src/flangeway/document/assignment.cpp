// `--set key.path=value`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "flangeway/document/nesting.hpp"
#include "flangeway/document/path_problem.hpp"
#include "flangeway/document/settings.hpp"
#include "flangeway/document/tree.hpp"
#include "flangeway/document/value_at.hpp"

namespace flangeway::document {

namespace {

/// One step of a path: into a table by its key, or into a list by its index.
using Step = std::variant<std::string, std::size_t>;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// "a.b[2].c" → a, b, 2, c. Nothing if it is not a path.
std::optional<std::vector<Step>> parse_path(std::string_view path) {
  std::vector<Step> steps;
  bool key_expected = true;
  while (!path.empty() || key_expected) {
    if (steps.size() == max_key_parts) return std::nullopt;
    if (key_expected) {
      std::size_t length = 0;
      while (length < path.size() && is_key_character(path[length])) ++length;
      if (length == 0) return std::nullopt;
      steps.emplace_back(std::string(path.substr(0, length)));
      path.remove_prefix(length);
      key_expected = false;
    } else if (path.front() == '[') {
      std::size_t index = 0;
      const char* end = path.data() + path.size();
      const auto [stop, error] = std::from_chars(path.data() + 1, end, index);
      if (error != std::errc{} || stop == end || *stop != ']') return std::nullopt;
      steps.emplace_back(index);
      path.remove_prefix(static_cast<std::size_t>(stop + 1 - path.data()));
    } else if (path.front() == '.') {
      path.remove_prefix(1);
      key_expected = true;
    } else {
      return std::nullopt;
    }
  }
  return steps;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void put_places(Node& node, const SourceLocation& where) {
  node.where = where;
  if (auto* table = std::get_if<Table>(&node.value)) {
    for (Entry& entry : table->entries) put_places(entry.node, where);
  } else if (auto* list = std::get_if<List>(&node.value)) {
    for (Node& entry : list->entries) put_places(entry, where);
  }
}

/// A value in TOML syntax, or a bare word, which counts as a text.
std::optional<Node> parse_value(std::string_view text, const SourceLocation& where) {
  Table parsed;
  Findings ignored;
  if (parse_toml(fmt::format("value = {}", text), set_file, parsed, ignored)) {
    if (parsed.entries.size() != 1) return std::nullopt;  // a line break smuggled in further keys
    Node& node = parsed.entries.front().node;
    put_places(node, where);
    if (std::holds_alternative<double>(node.value) || std::holds_alternative<long>(node.value))
      node.typed = text;
    return std::move(node);
  }
  if (text.find_first_of("\"'[]{}\n\r\\") != std::string_view::npos) return std::nullopt;
  return parse_value(fmt::format("\"{}\"", text), where);
}

template <typename T>
T* as_or_make(Node& node, bool fresh) {
  if (fresh) node.value = T{};
  return std::get_if<T>(&node.value);
}

struct Walk {
  Node* node;
  bool fresh;  ///< just made: becomes the type that the next step needs
  SourceLocation where;
};

struct PathProblem {
  std::string_view text;  ///< empty: there is none
  std::string allowed;
};

/// One step down; a missing key, or the entry after the last of a list, is made.
PathProblem descend(Walk& walk, const Step& step) {
  if (const auto* key = std::get_if<std::string>(&step)) {
    auto* table = as_or_make<Table>(*walk.node, walk.fresh);
    if (table == nullptr) return {path_problem::no_table, ""};
    walk.fresh = table->find(*key) == nullptr;
    if (walk.fresh) table->entries.push_back({*key, {Table{}, walk.where, "a table"}});
    walk.node = table->find(*key);
    return {};
  }
  const std::size_t index = std::get<std::size_t>(step);
  auto* list = as_or_make<List>(*walk.node, walk.fresh);
  if (list == nullptr) return {path_problem::no_list, ""};
  if (index > list->entries.size())
    return {path_problem::no_entry,
            list->entries.empty() ? "[0]" : fmt::format("[0] to [{}]", list->entries.size())};
  walk.fresh = index == list->entries.size();
  if (walk.fresh) list->entries.push_back({Table{}, walk.where, "a table"});
  walk.node = &list->entries[index];
  return {};
}

std::string step_text(const Step& step, bool first) {
  if (const auto* key = std::get_if<std::string>(&step)) return (first ? "" : ".") + *key;
  return fmt::format("[{}]", std::get<std::size_t>(step));
}

}  // namespace

void apply_assignment(Table& root, const Assignment& set, Findings& findings) {
  const std::string_view assignment = set.text;
  const auto refuse = [&](std::string key, std::string problem, std::string got, std::string allowed) {
    findings.add({set.where, std::move(key), std::move(problem), std::move(got), std::move(allowed), ""});
  };
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    return refuse("", "has no '='", std::string(assignment), "key.path=value");
  const std::string path(trimmed(assignment.substr(0, equals)));
  const auto steps = parse_path(path);
  if (!steps)
    return refuse("", std::string(path_problem::no_path), path,
                  "names joined by dots, list[0] for the first of a list");
  const std::string_view text = trimmed(assignment.substr(equals + 1));
  if (text.empty()) return refuse(path, "has no value", "", "key.path=value");
  std::optional<Node> value = parse_value(text, set.where);
  if (!value) return refuse(path, "is not a value", std::string(text), "a value as in a TOML file");

  Table changed = root;  // all or nothing
  Node top{std::move(changed), {}, ""};
  Walk walk{&top, false, set.where};
  std::string walked;
  for (const Step& step : *steps) {
    const PathProblem problem = descend(walk, step);
    if (!problem.text.empty()) return refuse(walked, std::string(problem.text), path, problem.allowed);
    walked += step_text(step, walked.empty());
  }
  *walk.node = std::move(*value);
  root = std::get<Table>(std::move(top.value));
}

bool leads_to_no_key(const Finding& finding) {
  using namespace path_problem;
  constexpr std::array problems{unknown_key, no_table, no_list, no_entry, no_path};
  return std::find(problems.begin(), problems.end(), finding.problem) != problems.end();
}

std::optional<Value> value_at(std::string_view toml, const Assignments& sets, std::string_view path) {
  Table root;
  Findings ignored;
  if (!parse_toml(toml, "", root, ignored)) return std::nullopt;
  for (const Assignment& set : sets) apply_assignment(root, set, ignored);
  const auto steps = parse_path(path);
  if (!steps || !ignored.empty()) return std::nullopt;
  const Node top{std::move(root), {}, ""};
  const Node* node = &top;
  for (const Step& step : *steps) {
    const Node* next = nullptr;
    if (const auto* key = std::get_if<std::string>(&step)) {
      if (const auto* table = std::get_if<Table>(&node->value)) next = table->find(*key);
    } else if (const auto* list = std::get_if<List>(&node->value)) {
      const std::size_t index = std::get<std::size_t>(step);
      if (index < list->entries.size()) next = &list->entries[index];
    }
    if (next == nullptr) return std::nullopt;
    node = next;
  }
  return value_of(*node);
}

std::string entry_with_name(std::string_view toml, std::string_view name) {
  Table root;
  Findings ignored;
  if (!parse_toml(toml, "", root, ignored)) return "";
  for (const Entry& entry : root.entries) {
    const auto* list = std::get_if<List>(&entry.node.value);
    for (std::size_t i = 0; list != nullptr && i < list->entries.size(); ++i) {
      const auto* table = std::get_if<Table>(&list->entries[i].value);
      const Node* own = table == nullptr ? nullptr : table->find("name");
      const auto* text = own == nullptr ? nullptr : std::get_if<std::string>(&own->value);
      if (text != nullptr && *text == name) return fmt::format("{}[{}]", entry.key, i);
    }
  }
  return "";
}

Assignment assignment(const std::string& key, const Value& value) {
  return {key + '=' + value.text, value.where};
}

void append_settings(Assignments& sets, const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) sets.push_back(assignment(setting.key, setting.value));
}

}  // namespace flangeway::document
