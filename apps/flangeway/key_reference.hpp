// The keys of all files, from the descriptions that read and check them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/migrate.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::app {

/// A kind of file with all its keys, in their order.
struct FileKind {
  std::string name;  ///< "case"
  std::string text;  ///< content of the file, a sentence
  std::vector<document::KeyReference> keys;
};
[[nodiscard]] std::vector<FileKind> file_kinds();
/// Their names; cheap, unlike their keys.
[[nodiscard]] std::vector<std::string> file_kind_names();

/// Former names in the keys of a kind of file.
struct KindHistory {
  std::string name;
  document::KeyHistory history;
};
[[nodiscard]] std::vector<KindHistory> kind_histories();

struct KeyMatch {
  const FileKind* kind;
  const document::KeyReference* key;
};
/// The keys that `asked` means: a whole key (`bodies[2].mass`, an index counts as `[]`), its end (`mass`), or
/// either with the kind of file in front (`vehicle.mass`). Whole keys hide ends.
[[nodiscard]] std::vector<KeyMatch> find_keys(const std::vector<FileKind>& kinds, std::string_view asked);
/// The key or end of a key most like `asked`; empty if none is.
[[nodiscard]] std::string nearest_key(const std::vector<FileKind>& kinds, std::string_view asked);

/// Words that --set takes with a file of a kind: "speed=", and for a choice each of its words,
/// "contact.method=lut". In lists of tables it is the first entry. Keys of a case include those of its
/// vehicle and its track.
[[nodiscard]] std::vector<std::string> set_words(const std::vector<FileKind>& kinds, const std::string& kind);
/// Words that `flangeway explain` takes: the kinds of files and all keys.
[[nodiscard]] std::vector<std::string> key_words(const std::vector<FileKind>& kinds);

/// "number ≥ 0 in m; default 0.5"
[[nodiscard]] std::string kind_text(const document::KeyReference& key);
/// One entry for people; a table with the keys in it.
[[nodiscard]] std::string entry_text(const KeyMatch& match);
/// The page of a kind of file for the documentation.
[[nodiscard]] std::string markdown_page(const FileKind& kind);

}  // namespace flangeway::app
