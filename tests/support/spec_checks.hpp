// Checks that hold for every Spec: keys of earlier versions are taken, and words of choices name known
// keys.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "flangeway/core/notes.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::test {

/// "a.b[].c" → "a.b[0].c"
inline std::string with_places(std::string key) {
  for (std::size_t at = key.find("[]"); at != std::string::npos; at = key.find("[]", at))
    key.insert(at + 1, "0");
  return key;
}

/// Each former key of a Spec is taken, and a note names the key in its place. Returns how many there are.
template <typename Spec>
std::size_t expect_renamed_keys_are_taken() {
  std::size_t count = 0;
  for (const document::KeyReference& key : document::reference<Spec>()) {
    if (key.former.empty()) continue;
    ++count;
    Findings findings;
    const NoteCollector notes;
    document::Document file = document::Document::from_text("", "file.toml", findings);
    file.set(with_places(key.former) + "=1", findings);
    Spec spec;
    file.fill(spec, findings);
    const std::string answer = "--set: " + with_places(key.former) + ": has another name now. Write " +
                               with_places(key.key) + ", or let `flangeway migrate` do so.";
    EXPECT_EQ(std::count(notes.texts().begin(), notes.texts().end(), answer), 1) << answer;
    EXPECT_EQ(findings.text().find(with_places(key.former) + ": is not a known key"), std::string::npos);
  }
  return count;
}

/// Words of each choice differ and have a text, and the keys that they own stand beside the choice.
template <typename Spec>
void expect_words_of_choices_are_sound() {
  const std::vector<document::KeyReference> all = document::reference<Spec>();
  std::set<std::string> known;
  for (const document::KeyReference& key : all) known.insert(key.key);
  for (const document::KeyReference& key : all) {
    const std::size_t dot = key.key.rfind('.');
    const std::string table = dot == std::string::npos ? "" : key.key.substr(0, dot + 1);
    std::set<std::string> names;
    for (const document::WordReference& word : key.words) {
      EXPECT_TRUE(names.insert(word.name).second) << key.key << ": " << word.name;
      EXPECT_FALSE(word.doc.empty()) << key.key << ": " << word.name;
      for (const std::string& own : word.keys) EXPECT_TRUE(known.contains(table + own)) << table + own;
    }
  }
}

}  // namespace flangeway::test
