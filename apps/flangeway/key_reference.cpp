#include "key_reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <set>

#include "flangeway/core/utf8.hpp"

namespace flangeway::app {

using document::KeyReference;

namespace {

bool ends_with_key(const std::string& key, std::string_view end) {
  return key.size() > end.size() && key.ends_with(end) && key[key.size() - end.size() - 1] == '.';
}

// Places in lists do not matter: segments[2].length is segments[].length.
std::string without_places(std::string_view asked) {
  static const std::regex place(R"(\[[0-9]*\])");
  return std::regex_replace(std::string(asked), place, "[]");
}

std::vector<KeyMatch> collect(const std::vector<FileKind>& kinds, const std::string& asked, bool whole) {
  std::vector<KeyMatch> found;
  for (const FileKind& kind : kinds) {
    const bool qualified = asked.starts_with(kind.name + ".");
    const std::string inner = qualified ? asked.substr(kind.name.size() + 1) : "";
    for (const KeyReference& key : kind.keys) {
      const auto is = [&](const std::string& word) {
        return !word.empty() && (whole ? key.key == word : ends_with_key(key.key, word));
      };
      const auto was = [&](const std::string& word) {
        return !word.empty() && !key.former.empty() &&
               (whole ? key.former == word : ends_with_key(key.former, word));
      };
      if (is(asked) || is(inner) || was(asked) || was(inner)) found.push_back({&kind, &key});
    }
  }
  return found;
}

std::string last_part(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}

std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

}  // namespace

std::vector<KeyMatch> find_keys(const std::vector<FileKind>& kinds, std::string_view asked) {
  const std::string key = without_places(asked);
  std::vector<KeyMatch> found = collect(kinds, key, true);
  return found.empty() ? collect(kinds, key, false) : found;
}

std::string nearest_key(const std::vector<FileKind>& kinds, std::string_view asked) {
  std::vector<std::string> whole, ends;
  for (const FileKind& kind : kinds) {
    for (const KeyReference& key : kind.keys) {
      whole.push_back(key.key);
      ends.push_back(last_part(key.key));
    }
  }
  const bool path = asked.find('.') != std::string_view::npos;
  return nearest_name(without_places(asked), path ? whole : ends);
}

namespace {

void add_set_words(const KeyReference& key, const std::string& prefix, std::vector<std::string>& words) {
  static const std::regex place(R"(\[\])");
  if (key.type.starts_with("table") || key.type == "list of tables") return;  // its keys follow
  const std::string word = prefix + std::regex_replace(key.key, place, "[0]") + '=';
  std::vector<std::string> values;
  for (const document::WordReference& choice : key.words) values.push_back(choice.name);
  if (key.type == "true or false") values = {"true", "false"};
  if (values.empty()) values = {""};
  for (const std::string& value : values) words.push_back(word + value);
}

}  // namespace

std::vector<std::string> set_words(const std::vector<FileKind>& kinds, const std::string& kind) {
  std::vector<std::string> words;
  for (const FileKind& one : kinds) {
    const bool of_case = kind == "case" && (one.name == "vehicle" || one.name == "track");
    if (one.name != kind && !of_case) continue;
    for (const KeyReference& key : one.keys) add_set_words(key, of_case ? one.name + '.' : "", words);
  }
  return words;
}

std::vector<std::string> key_words(const std::vector<FileKind>& kinds) {
  std::set<std::string> words;
  for (const FileKind& kind : kinds) {
    words.insert(kind.name);
    for (const KeyReference& key : kind.keys) words.insert(key.key);
  }
  return {words.begin(), words.end()};
}

std::string kind_text(const KeyReference& key) {
  std::string out = key.type;
  if (!key.range.empty()) out += (key.type == "choice" ? ": " : " ") + key.range;
  if (!key.unit.empty() && key.unit != "1") out += " in " + key.unit;
  if (key.default_value == "required") return out + "; required";
  const bool shown = !key.default_value.empty() && key.default_value != "\"\"" && key.default_value != "[]";
  return shown ? fmt::format("{}; default {}", out, key.default_value) : out;
}

namespace {

std::string word_text(const document::WordReference& word) {
  std::string out = fmt::format("    \"{}\": {}\n", word.name, word.doc);
  if (!word.keys.empty()) out += fmt::format("      has {}\n", fmt::join(word.keys, ", "));
  return out;
}

// Words of a choice in a cell of the page: each on a line.
std::string words_cell(const KeyReference& key) {
  std::string out;
  for (const document::WordReference& word : key.words) {
    out += fmt::format("<br>`{}`: {}", word.name, cell(word.doc));
    if (!word.keys.empty()) out += fmt::format(" (`{}`)", fmt::join(word.keys, "`, `"));
  }
  return out;
}

}  // namespace

std::string entry_text(const KeyMatch& match) {
  std::string out = fmt::format("{} (in a {} file)\n  {}\n  {}\n", match.key->key, match.kind->name,
                                kind_text(*match.key), match.key->doc);
  for (const document::WordReference& word : match.key->words) out += word_text(word);
  if (!match.key->former.empty()) out += fmt::format("  In earlier versions: {}\n", match.key->former);
  for (const char* inside : {".", "[]."}) {
    const std::string prefix = match.key->key + inside;
    for (const KeyReference& key : match.kind->keys) {
      const bool direct =
          key.key.starts_with(prefix) && key.key.find('.', prefix.size()) == std::string::npos;
      if (direct) out += fmt::format("    {:<24} {}\n", key.key.substr(prefix.size()), kind_text(key));
    }
  }
  return out;
}

std::string markdown_page(const FileKind& kind) {
  std::string out = fmt::format(
      "# Keys of a {} file\n\n{}\n\nMade by `flangeway explain --page {}` from the descriptions that read "
      "and check the "
      "file. `[]` stands for each entry of a list. Units are SI, and angles are in rad, unless the name of a "
      "key "
      "says otherwise, as in `over_angle_deg`. Keys in brackets after a word of a choice have "
      "an effect only with the words that list them.\n\n| key | what it takes | meaning |\n| --- | --- | --- "
      "|\n",
      kind.name, kind.text, kind.name);
  for (const KeyReference& key : kind.keys)
    out +=
        fmt::format("| `{}` | {} | {} |\n", key.key, cell(kind_text(key)), cell(key.doc) + words_cell(key));
  return out;
}

}  // namespace flangeway::app
