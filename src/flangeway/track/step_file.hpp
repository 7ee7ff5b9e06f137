// Reads files of STEP (ISO 10303-21): a header, and numbered entries such as
//   #32=IFCALIGNMENTHORIZONTALSEGMENT($,$,#31,0.5,0.,300.,80.,$,.CLOTHOID.);
// The entries are found in one pass; the values of one are read on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/line_index.hpp"

namespace flangeway::track::step {

enum class Kind { unset, number, text, word, reference, list, typed, binary };

struct Value {
  Kind kind = Kind::unset;  ///< $ and * are unset; .CLOTHOID. and .T. are words
  double number = 0;        ///< finite
  std::uint64_t reference = 0;
  std::string text;           ///< of a text in UTF-8, of a word, or the type of a typed value
  std::vector<Value> values;  ///< of a list; the one of a typed value such as IFCLENGTHMEASURE(5.)
  std::size_t offset = 0;     ///< in the file
};

struct Entry {
  std::uint64_t id = 0;
  std::string_view type;     ///< IFCPROJECT, in capitals; empty: a complex entry, which has several
  std::size_t offset = 0;    ///< of its #
  std::size_t contents = 0;  ///< offset of the bracket after the type
};

class File {
 public:
  /// nullopt with a finding where the text is no such file. Text and name must live as long as the file.
  static std::optional<File> read(std::string_view text, const std::string& name, Findings& findings);

  /// Schemas in the header: IFC4X3_ADD2.
  [[nodiscard]] const std::vector<std::string>& schemas() const { return schemas_; }
  [[nodiscard]] std::size_t schema_offset() const { return schema_offset_; }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Null if there is none.
  [[nodiscard]] const Entry* find(std::uint64_t id) const;
  /// Values between the brackets of an entry; nullopt with a finding.
  [[nodiscard]] std::optional<std::vector<Value>> contents(const Entry& entry, Findings& findings) const;
  [[nodiscard]] SourceLocation place(std::size_t offset) const { return lines_.place(offset); }

 private:
  File(std::string_view text, const std::string& name) : text_(text), lines_(text, name) {}
  [[nodiscard]] bool scan(Findings& findings);

  std::string_view text_;
  LineIndex lines_;
  std::vector<std::string> schemas_;
  std::size_t schema_offset_ = 0;
  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
  std::set<std::string> capitals_;  // types that the text has in small letters
};

}  // namespace flangeway::track::step
