// The kinds of files that users write, with the keys of each, from the descriptions that read and check them.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/migrate.hpp"
#include "flangeway/document/schema.hpp"

namespace flangeway::workbench {

/// A kind of file with all its keys, in their order.
struct FileKind {
  std::string name;  ///< "case"
  std::string text;  ///< content of the file, a sentence
  std::vector<document::KeyReference> keys;
  std::vector<document::NumberBounds> bounds;  ///< one for each key
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

/// The kind that knows most of these top-level keys; nullptr: none knows any.
[[nodiscard]] const KindHistory* kind_of_keys(const std::vector<std::string>& keys,
                                              const std::vector<KindHistory>& kinds);

/// Reads a document as one of a kind, without the files that it names: its keys and values are checked.
void read_as(const std::string& kind, const document::Document& document, Findings& findings);

}  // namespace flangeway::workbench
