// Brings files of earlier versions up to date: old names of keys and words become those of today, and every
// other byte stays.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::document {

/// Former names in a kind of file. Paths are as in the reference, `segments[].form`, with the
/// names of today above the last part.
struct KeyHistory {
  struct Key {
    std::string former, key;
  };
  /// A word of the choice `key`. Where it chose two things at once, `merged_key` stands beside `key` now.
  struct Word {
    std::string key, former, word, merged_key, merged_word;
  };
  std::vector<Key> keys;
  std::vector<Word> words;
  std::vector<std::string> settings;   ///< tables of keys that belong to other files
  std::vector<std::string> key_texts;  ///< texts that name keys of other files
  std::vector<std::string> top;  ///< keys and former keys outside of tables: what tells kinds of files apart
};

[[nodiscard]] KeyHistory history_with(const std::function<void(Visitor&)>& describe_root);
template <typename S>
[[nodiscard]] KeyHistory history() {
  S spec{};
  return history_with([&](Visitor& v) { describe(v, spec); });
}

/// Gives the tables of settings and the texts that name keys the history of the files that they are about.
/// `prefix` is that of --set: "", "vehicle." or "track.".
void add_settings_of(const KeyHistory& other, std::string_view prefix, KeyHistory& history);

struct MigratedChange {
  int line = 0;
  std::string former, now;  ///< whole keys, or "key = word"
};
struct Migrated {
  std::string text;
  std::vector<MigratedChange> changes;  ///< in the order of the file
};

/// The text with the names of today. It has to be valid TOML.
[[nodiscard]] Migrated migrated(std::string_view text, const KeyHistory& history);

/// The keys of the text outside of tables, each once.
[[nodiscard]] std::vector<std::string> top_keys(std::string_view text);

}  // namespace flangeway::document
