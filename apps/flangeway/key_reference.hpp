// The keys of all files, from the descriptions that read and check them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/read.hpp"
#include "flangeway/workbench/file_kind.hpp"

namespace flangeway::app {

using workbench::FileKind;

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
