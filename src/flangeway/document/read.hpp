// Reads TOML files into Spec structs, with a location for every value and all findings at once.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::document {

/// File name in the findings about an override from the command line.
inline constexpr const char* set_file = "--set";

/// "key.path=value" (the value in TOML syntax; a bare word counts as a text; `list[2].key` works), from the
/// command line or from a place in a file: findings about it name that place, and a relative path in it
/// starts from there.
struct Assignment {
  std::string text;
  SourceLocation where = {set_file};
};
struct Assignments : std::vector<Assignment> {
  using std::vector<Assignment>::vector;
  /// Assignments of the command line.
  Assignments(const std::vector<std::string>& texts) {  // NOLINT(google-explicit-constructor)
    for (const std::string& text : texts) push_back({text});
  }
  Assignments(std::initializer_list<std::string> texts) : Assignments(std::vector<std::string>(texts)) {}
};

/// A parsed file with the locations of all its values. `--set key.path=value` overrides are applied to it.
class Document {
 public:
  /// Reads and parses a file; a missing or malformed file is a finding and gives an empty document.
  static Document from_file(const std::filesystem::path& file, Findings& findings);
  static Document from_text(std::string_view text, std::string file_name, Findings& findings);
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  void set(const Assignment& assignment, Findings& findings);
  /// The same from the command line.
  void set(std::string_view assignment, Findings& findings);

  /// Fills a Spec by its describe(); unknown keys are findings that name the nearest known key.
  template <typename S>
  void fill(S& spec, Findings& findings) const {
    fill_with([&](Visitor& v) { describe(v, spec); }, findings);
  }

  [[nodiscard]] const std::string& file_name() const;
  /// Location of `key.path` (tables and keys, no lists); the beginning of the file if it was not given.
  [[nodiscard]] SourceLocation where(std::string_view key_path) const;
  /// Raw bytes of the file as read, for its hash.
  [[nodiscard]] const std::string& text() const;

 private:
  Document();
  void fill_with(const std::function<void(Visitor&)>& describe_root, Findings& findings) const;
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

/// A word that a choice takes, as the reference shows it.
struct WordReference {
  std::string name, doc;
  std::vector<std::string> keys;  ///< beside the choice, that have an effect with some of its words only
};
/// One line of the reference of keys, made from the same describe() functions.
struct KeyReference {
  std::string key, type, unit, range, default_value, doc;
  std::vector<WordReference> words = {};  ///< of a choice
  std::string former = {};                ///< the key of earlier versions that it replaces, or ""
};

/// The reference of all keys of a Spec, in the order of its describe().
[[nodiscard]] std::vector<KeyReference> reference_with(const std::function<void(Visitor&)>& describe_root);
template <typename S>
[[nodiscard]] std::vector<KeyReference> reference() {
  S spec{};
  return reference_with([&](Visitor& v) { describe(v, spec); });
}

}  // namespace flangeway::document
