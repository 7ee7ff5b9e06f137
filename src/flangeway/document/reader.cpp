#include "flangeway/document/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>

#include "flangeway/core/notes.hpp"
#include "flangeway/document/path_problem.hpp"
#include "flangeway/document/quantity.hpp"
#include "flangeway/document/wording.hpp"

namespace flangeway::document {

namespace {

constexpr const char* a_text = "a text in quotes";
constexpr const char* a_value = "a number, a text in quotes, true or false";

std::string indexed(const std::string& key, std::size_t i) {
  return fmt::format("{}[{}]", key, i);
}

bool in_range(double value, const NumberRule& rule) {
  return (rule.minimum_excluded ? value > rule.minimum : value >= rule.minimum) && value <= rule.maximum;
}

/// "a list of 2 or more numbers > 0 in m"
std::string list_of(std::string_view noun, const NumberRule& rule) {
  const std::string count = count_text(rule);
  return "a list of " + (count.empty() ? "" : count + ' ') + allowed_text(noun, rule);
}

std::vector<std::string_view> names_of(const std::vector<Word>& words) {
  std::vector<std::string_view> names;
  for (const Word& word : words) names.push_back(word.name);
  return names;
}

std::string advice_on(std::string_view unknown, const std::vector<std::string>& known) {
  if (known.empty()) return "";
  const std::string near = nearest_name(unknown, known);
  return near.empty() ? fmt::format("Known here: {}", alternatives({known.begin(), known.end()}))
                      : fmt::format("The nearest known key is '{}'", near);
}

constexpr const char* or_migrate = ", or let `flangeway migrate` do so";

bool has_key(const Word& word, std::string_view key) {
  return std::find(word.keys.begin(), word.keys.end(), key) != word.keys.end();
}

}  // namespace

Reader::Reader(const Table& root, const std::string& file_name, Findings& findings) : findings_(findings) {
  frames_.push_back({&root, {file_name}, ""});
}

std::string Reader::full_key(std::string_view key) const {
  const std::string& path = frames_.back().path;
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

void Reader::refuse(const Node& node, std::string key, std::string problem, std::string allowed,
                    std::string advice) {
  findings_.add(
      {node.where, std::move(key), std::move(problem), node.written, std::move(allowed), std::move(advice)});
}

const Node* Reader::find(std::string_view key, Presence presence, const std::string& allowed) {
  Frame& frame = frames_.back();
  frame.known.emplace_back(key);
  const Node* node = entry_of(frame, key);
  if (node == nullptr && presence == Presence::required) {
    findings_.add({frame.where, full_key(key), "is missing", "", allowed, ""});
  }
  return node;
}

const List* Reader::find_list(std::string_view key, const NumberRule& rule, const std::string& allowed) {
  const Node* node = find(key, rule.presence, allowed);
  if (node == nullptr) return nullptr;
  const auto* list = std::get_if<List>(&node->value);
  if (list == nullptr) {
    refuse(*node, full_key(key), std::string(path_problem::no_list), allowed);
  } else if (list->entries.size() < rule.least || list->entries.size() > rule.most) {
    refuse(*node, full_key(key), "has the wrong number of entries", allowed);
  } else {
    return list;
  }
  return nullptr;
}

bool Reader::read_number(const Node& node, const std::string& key, double& value, const NumberRule& rule) {
  double number = 0;
  if (const auto* floating = std::get_if<double>(&node.value)) {
    number = *floating;
  } else if (const auto* whole = std::get_if<long>(&node.value)) {
    number = static_cast<double>(*whole);
  } else if (!evaluate(node, key, number, rule)) {
    return false;
  }
  if (!std::isfinite(number)) {
    refuse(node, key, "is not finite", allowed_text("a number", rule));
  } else if (!in_range(number, rule)) {
    refuse(node, key, "is out of range", allowed_text("a number", rule));
  } else {
    value = number;
    return true;
  }
  return false;
}

bool Reader::evaluate(const Node& node, const std::string& key, double& value, const NumberRule& rule) {
  const auto* text = std::get_if<std::string>(&node.value);
  std::string problem;
  if (text != nullptr && has_unit(*text)) {
    const std::optional<double> quantity = read_quantity(*text, rule.unit, problem);
    if (quantity) {
      value = *quantity;
    } else {
      refuse(node, key, problem, allowed_text("a number", rule));
    }
    return quantity.has_value();
  }
  if (text == nullptr || !number_of_) {
    refuse(node, key, "is not a number", allowed_text("a number", rule));
    return false;
  }
  const std::optional<double> number = number_of_(*text, problem);
  if (!number) {
    refuse(node, key, problem, allowed_text("a number", rule) + ", or an expression of the parameters");
    return false;
  }
  value = *number;
  return true;
}

bool Reader::read_text(const Node& node, const std::string& key, std::string& value, bool empty_allowed) {
  const auto* text = node.typed.empty() ? std::get_if<std::string>(&node.value) : &node.typed;
  if (text == nullptr) {
    refuse(node, key, "is not a text", a_text);
  } else if (text->empty() && !empty_allowed) {
    refuse(node, key, "is empty", a_text);
  } else {
    value = *text;
    return true;
  }
  return false;
}

void Reader::number(std::string_view key, double& value, const NumberRule& rule, std::string_view) {
  const Node* node = find(key, rule.presence, allowed_text("a number", rule));
  if (node == nullptr) return;
  watch(key, value, [&] { read_number(*node, full_key(key), value, rule); });
}

void Reader::integer(std::string_view key, long& value, const NumberRule& rule, std::string_view) {
  const std::string allowed = allowed_text("a whole number", rule);
  const Node* node = find(key, rule.presence, allowed);
  if (node == nullptr) return;
  const auto* whole = std::get_if<long>(&node->value);
  if (whole == nullptr) {
    refuse(*node, full_key(key), "is not a whole number", allowed);
  } else if (!in_range(static_cast<double>(*whole), rule)) {
    refuse(*node, full_key(key), "is out of range", allowed);
  } else {
    watch(key, value, [&] { value = *whole; });
  }
}

void Reader::flag(std::string_view key, bool& value, std::string_view) {
  const Node* node = find(key, Presence::optional, "");
  if (node == nullptr) return;
  if (const auto* flag = std::get_if<bool>(&node->value)) {
    watch(key, value, [&] { value = *flag; });
  } else {
    refuse(*node, full_key(key), "is not true or false", "true or false");
  }
}

void Reader::text(std::string_view key, Located<std::string>& value, Presence presence, std::string_view) {
  const Node* node = find(key, presence, a_text);
  if (node == nullptr) return;
  watch(key, value.value, [&] {
    const bool empty_allowed = presence == Presence::optional;
    if (read_text(*node, full_key(key), value.value, empty_allowed)) value.where = node->where;
  });
}

void Reader::path(std::string_view key, Located<std::string>& value, Presence presence, std::string_view) {
  constexpr const char* allowed = "the name of a file in quotes";
  const Node* node = find(key, presence, allowed);
  if (node == nullptr) return;
  const auto* text = std::get_if<std::string>(&node->value);
  if (text == nullptr) return refuse(*node, full_key(key), "is not a text", allowed);
  if (text->empty()) return refuse(*node, full_key(key), "is empty", allowed);
  if (text->find('\0') != std::string::npos)
    return refuse(*node, full_key(key), "holds a null character", allowed);
  // A path typed on the command line starts from where the command was typed.
  const std::filesystem::path folder =
      node->where.file == set_file ? "" : std::filesystem::path(node->where.file).parent_path();
  watch(key, value.value, [&] { value = {(folder / *text).lexically_normal().string(), node->where}; });
}

void Reader::numbers(std::string_view key, std::vector<double>& values, const NumberRule& rule,
                     std::string_view) {
  const List* list = find_list(key, rule, list_of("numbers", rule));
  if (list == nullptr) return;
  watch(key, values, [&] {
    values.assign(list->entries.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      read_number(list->entries[i], indexed(full_key(key), i), values[i], rule);
    }
  });
}

void Reader::curve(std::string_view key, std::vector<std::array<double, 2>>& values, const NumberRule& rule,
                   std::string_view) {
  const std::string allowed =
      list_of("pairs [x, y]", {.unit = rule.unit, .least = rule.least, .most = rule.most});
  const List* list = find_list(key, rule, allowed);
  if (list == nullptr) return;
  watch(key, values, [&] { read_curve(*list, full_key(key), values, rule); });
}

void Reader::read_curve(const List& list, const std::string& key, std::vector<std::array<double, 2>>& values,
                        const NumberRule& rule) {
  values.clear();
  // "s, m/s" is one unit for x and the others for y.
  const std::size_t comma = rule.unit.find(',');
  const NumberRule x_rule{.unit = comma == std::string_view::npos ? "" : rule.unit.substr(0, comma)};
  NumberRule y_rule = rule;
  if (comma != std::string_view::npos) y_rule.unit = rule.unit.substr(comma + 2);
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const Node& node = list.entries[i];
    const std::string entry = indexed(key, i);
    const auto* pair = std::get_if<List>(&node.value);
    if (pair == nullptr || pair->entries.size() != 2) {
      refuse(node, entry, "is not a pair", "[x, y]");
      continue;
    }
    std::array<double, 2> point{};
    if (!read_number(pair->entries[0], indexed(entry, 0), point[0], x_rule) ||
        !read_number(pair->entries[1], indexed(entry, 1), point[1], y_rule)) {
      continue;
    }
    if (!values.empty() && !(point[0] > values.back()[0])) {
      refuse(pair->entries[0], indexed(entry, 0), "does not increase",
             fmt::format("a number > {}", values.back()[0]));
      continue;
    }
    values.push_back(point);
  }
}

void Reader::triple(std::string_view key, std::array<double, 3>& value, const NumberRule& rule,
                    std::string_view) {
  NumberRule three = rule;
  three.least = three.most = 3;
  const List* list = find_list(key, three, list_of("numbers", three));
  if (list == nullptr) return;
  watch(key, value, [&] {
    for (std::size_t i = 0; i < 3; ++i)
      read_number(list->entries[i], indexed(full_key(key), i), value[i], rule);
  });
}

void Reader::texts(std::string_view key, std::vector<Located<std::string>>& values, std::string_view) {
  const List* list = find_list(key, {}, "a list of texts in quotes");
  if (list == nullptr) return;
  values.clear();
  for (std::size_t i = 0; i < list->entries.size(); ++i) {
    const Node& node = list->entries[i];
    Located<std::string> entry{"", node.where};
    if (read_text(node, indexed(full_key(key), i), entry.value, false)) values.push_back(std::move(entry));
  }
  if (!values.empty()) frames_.back().changed.emplace_back(key);
}

void Reader::values(std::string_view key, std::vector<Value>& values, const NumberRule& rule,
                    std::string_view) {
  const List* list = find_list(key, rule, list_of("values", rule));
  if (list == nullptr) return;
  values.clear();
  for (std::size_t i = 0; i < list->entries.size(); ++i) {
    const Node& node = list->entries[i];
    std::optional<Value> value = value_of(node);
    if (value && !std::holds_alternative<List>(node.value)) {
      values.push_back(std::move(*value));
    } else {
      refuse(node, indexed(full_key(key), i), "is not a single value", a_value);
    }
  }
  if (!values.empty()) frames_.back().changed.emplace_back(key);
}

void Reader::settings(std::string_view key, std::vector<Setting>& settings, std::string_view) {
  const Node* node = find(key, Presence::optional, "a table");
  if (node == nullptr) return;
  const auto* table = std::get_if<Table>(&node->value);
  if (table == nullptr)
    return refuse(*node, full_key(key), std::string(path_problem::no_table), "a table of keys and values");
  settings.clear();
  flatten(*table, "", settings);
  if (!settings.empty()) frames_.back().changed.emplace_back(key);
}

void Reader::flatten(const Table& table, const std::string& prefix, std::vector<Setting>& settings) {
  for (const auto& [key, node] : table.entries) {
    const std::string path = prefix.empty() ? key : fmt::format("{}.{}", prefix, key);
    if (const auto* inner = std::get_if<Table>(&node.value)) {
      flatten(*inner, path, settings);
    } else if (std::optional<Value> value = value_of(node)) {
      settings.push_back({path, std::move(*value)});
    } else {
      refuse(node, path, "is not a value that can be set",
             "a number, a text in quotes, true, false or a list of these");
    }
  }
}

void Reader::renamed(std::initializer_list<RenamedKey> keys) {
  Frame& frame = frames_.back();
  for (const RenamedKey& renamed : keys) {
    const Node* node = frame.table->find(renamed.former);
    if (node == nullptr) continue;
    frame.known.emplace_back(renamed.former);
    const std::string former = full_key(renamed.former), key = full_key(renamed.key);
    if (frame.table->find(renamed.key) != nullptr) {
      findings_.add({node->where, former, fmt::format("is the former name of {}, which is given, too", key),
                     "", "", "Leave one of them out"});
      continue;
    }
    tell_note(
        {node->where, former, "has another name now", "", "", fmt::format("Write {}{}", key, or_migrate)});
    frame.former.push_back(renamed);
  }
}

const Node* Reader::entry_of(const Frame& frame, std::string_view key) {
  const Node* node = frame.table->find(key);
  for (const RenamedKey& renamed : frame.former)
    if (node == nullptr && renamed.key == key) node = frame.table->find(renamed.former);
  return node;
}

void Reader::choice_index(std::string_view key, std::size_t& index, const std::vector<Word>& words,
                          Presence presence, std::string_view) {
  const std::string allowed = alternatives(names_of(words));
  const Node* node = find(key, presence, allowed);
  const auto take = [&](std::string_view name) {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.name == name; });
    if (found == words.end()) return false;
    watch(key, index, [&] { index = static_cast<std::size_t>(found - words.begin()); });
    return true;
  };
  if (node != nullptr) {
    const auto* text = std::get_if<std::string>(&node->value);
    if (text == nullptr) return refuse(*node, full_key(key), "is not a text", allowed);
    if (!take(*text)) {
      const std::size_t former = former_word(*node, key, *text, words);
      if (former == words.size()) return refuse_word(*node, full_key(key), *text, words);
      watch(key, index, [&] { index = former; });
    }
  } else {
    for (const MergedName& word : frames_.back().merged_words)
      if (word.key == key) take(word.name);
  }
  frames_.back().choices.push_back({std::string(key), words, index});
}

std::size_t Reader::former_word(const Node& node, std::string_view key, const std::string& text,
                                const std::vector<Word>& words) {
  const auto tell = [&](const std::string& now) {
    tell_note({node.where, full_key(key), "has a word of earlier versions", node.written, "",
               fmt::format("Write {}{}", now, or_migrate)});
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].former.empty() && words[i].former == text) {
      tell(fmt::format("\"{}\"", words[i].name));
      return i;
    }
    for (const MergedName& merged : words[i].merged) {
      if (merged.name.empty() || merged.name != text) continue;
      if (frames_.back().table->find(merged.key) != nullptr) continue;  // the intention is not known
      tell(fmt::format("\"{}\", and {} = \"{}\"", words[i].name, full_key(merged.key), merged.name));
      frames_.back().merged_words.push_back(merged);
      return i;
    }
  }
  return words.size();
}

void Reader::refuse_word(const Node& node, std::string key, const std::string& text,
                         const std::vector<Word>& words) {
  const std::vector<std::string_view> names = names_of(words);
  const std::string near = nearest_name(text, {names.begin(), names.end()});
  std::string advice = near.empty() ? "" : fmt::format("The nearest is \"{}\"", near);
  for (const Word& word : words) {
    for (const MergedName& merged : word.merged) {
      if (!merged.name.empty() && merged.name == text)
        advice = fmt::format("Write \"{}\", and {} = \"{}\"", word.name, full_key(merged.key), merged.name);
    }
  }
  refuse(node, std::move(key), "is not one of the choices", alternatives(names), std::move(advice));
}

bool Reader::describe_table(const Table& table, const SourceLocation& where, std::string path,
                            const Fill& fill) {
  frames_.push_back({&table, where, std::move(path)});
  fill(*this);
  finish();
  const bool changed = !frames_.back().changed.empty();
  frames_.pop_back();
  return changed;
}

void Reader::section_with(std::string_view key, Presence presence, bool& present, const Fill& fill,
                          std::string_view) {
  const Node* node = find(key, presence, "a table");
  if (node == nullptr) return;
  const auto* table = std::get_if<Table>(&node->value);
  if (table == nullptr) return refuse(*node, full_key(key), std::string(path_problem::no_table), "a table");
  present = true;
  if (describe_table(*table, node->where, full_key(key), fill)) frames_.back().changed.emplace_back(key);
}

void Reader::list_with(std::string_view key, const NumberRule& rule, const Fill& fill_one, std::string_view) {
  NumberRule counts{.presence = rule.presence};
  counts.least = rule.least, counts.most = rule.most;
  const List* list = find_list(key, counts, list_of("tables", counts));
  if (list == nullptr) return;
  if (!list->entries.empty()) frames_.back().changed.emplace_back(key);
  for (std::size_t i = 0; i < list->entries.size(); ++i) {
    const Node& node = list->entries[i];
    const std::string entry = indexed(full_key(key), i);
    if (const auto* table = std::get_if<Table>(&node.value)) {
      describe_table(*table, node.where, entry, fill_one);
    } else {
      refuse(node, entry, std::string(path_problem::no_table), "a table");
    }
  }
}

void Reader::report_unknown_keys() {
  const Frame& frame = frames_.back();
  std::vector<const Entry*> unknown;
  for (const Entry& entry : frame.table->entries) {
    if (std::find(frame.known.begin(), frame.known.end(), entry.key) == frame.known.end())
      unknown.push_back(&entry);
  }
  std::stable_sort(unknown.begin(), unknown.end(), [](const Entry* a, const Entry* b) {
    return std::tie(a->node.where.line, a->node.where.column) <
           std::tie(b->node.where.line, b->node.where.column);
  });
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto& [key, node] = *unknown[i];
    // To look for the nearest key takes its time; the others are only counted.
    const std::string advice = i < max_shown_findings ? advice_on(key, frame.known) : "";
    findings_.add({node.where, full_key(key), std::string(path_problem::unknown_key), "", "", advice});
  }
}

// Keys that belong to other words of a choice than the one that was chosen.
void Reader::report_unused_keys() {
  const Frame& frame = frames_.back();
  for (const Chosen& choice : frame.choices) {
    const Word& chosen = choice.words[choice.index];
    for (const std::string& key : frame.changed) {
      std::vector<std::string_view> users;
      for (const Word& word : choice.words) {
        if (has_key(word, key)) users.push_back(word.name);
      }
      if (users.empty() || has_key(chosen, key)) continue;
      const Node* node = entry_of(frame, key);
      findings_.add(
          {node != nullptr ? node->where : frame.where, full_key(key),
           fmt::format("has no effect with {} = \"{}\"", full_key(choice.key), chosen.name), "", "",
           fmt::format("Leave it out, or set {} to {}", full_key(choice.key), alternatives(users))});
    }
  }
}

void read_texts_as_numbers(Visitor& visitor, NumberText number_of) {
  if (auto* reader = dynamic_cast<Reader*>(&visitor)) reader->read_texts_as_numbers(std::move(number_of));
}

}  // namespace flangeway::document
