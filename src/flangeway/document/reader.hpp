// Fills Spec structs from a tree of values. Private to the room.
#pragma once

#include "flangeway/document/number_text.hpp"
#include "flangeway/document/tree.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::document {

class Reader : public Visitor {
 public:
  Reader(const Table& root, const std::string& file_name, Findings& findings);
  /// Reports the unknown and the unused keys of the root; to be called after describing it.
  void finish() {
    report_unknown_keys();
    report_unused_keys();
  }

  void number(std::string_view key, double& value, const NumberRule& rule, std::string_view doc) override;
  void integer(std::string_view key, long& value, const NumberRule& rule, std::string_view doc) override;
  void flag(std::string_view key, bool& value, std::string_view doc) override;
  void text(std::string_view key, Located<std::string>& value, Presence presence,
            std::string_view doc) override;
  void path(std::string_view key, Located<std::string>& value, Presence presence,
            std::string_view doc) override;
  void numbers(std::string_view key, std::vector<double>& values, const NumberRule& rule,
               std::string_view doc) override;
  void curve(std::string_view key, std::vector<std::array<double, 2>>& values, const NumberRule& rule,
             std::string_view doc) override;
  void triple(std::string_view key, std::array<double, 3>& value, const NumberRule& rule,
              std::string_view doc) override;
  void texts(std::string_view key, std::vector<Located<std::string>>& values, std::string_view doc) override;
  void values(std::string_view key, std::vector<Value>& values, const NumberRule& rule,
              std::string_view doc) override;
  void settings(std::string_view key, std::vector<Setting>& settings, std::string_view doc) override;
  void renamed(std::initializer_list<RenamedKey> keys) override;
  void read_texts_as_numbers(NumberText number_of) { number_of_ = std::move(number_of); }
  [[nodiscard]] SourceLocation here() const override { return frames_.back().where; }
  [[nodiscard]] std::string key_path() const override { return frames_.back().path; }

 protected:
  void choice_index(std::string_view key, std::size_t& index, const std::vector<Word>& words,
                    Presence presence, std::string_view doc) override;
  void section_with(std::string_view key, Presence presence, bool& present, const Fill& fill,
                    std::string_view doc) override;
  void list_with(std::string_view key, const NumberRule& rule, const Fill& fill_one,
                 std::string_view doc) override;

 private:
  /// A choice that was made, by the file or by default.
  struct Chosen {
    std::string key;
    std::vector<Word> words;
    std::size_t index;
  };
  /// The table that is being described, and the keys requested so far.
  struct Frame {
    const Table* table;
    SourceLocation where;
    std::string path;
    std::vector<std::string> known = {};
    std::vector<std::string> changed = {};  ///< keys whose value is not the default
    std::vector<Chosen> choices = {};
    std::vector<RenamedKey> former = {};        ///< that the file gives in place of their keys
    std::vector<MergedName> merged_words = {};  ///< of choices that a word of an earlier version makes, too
  };

  [[nodiscard]] std::string full_key(std::string_view key) const;
  /// The value of a key, or null; a missing required key is a finding.
  const Node* find(std::string_view key, Presence presence, const std::string& allowed);
  /// The list of a key with the right number of entries, or null.
  const List* find_list(std::string_view key, const NumberRule& rule, const std::string& allowed);
  bool read_number(const Node& node, const std::string& key, double& value, const NumberRule& rule);
  void read_curve(const List& list, const std::string& key, std::vector<std::array<double, 2>>& values,
                  const NumberRule& rule);
  /// The entry of a table by its key or by the name that it had before.
  static const Node* entry_of(const Frame& frame, std::string_view key);
  void refuse_word(const Node& node, std::string key, const std::string& text,
                   const std::vector<Word>& words);
  /// The place of a word that earlier versions knew; npos if they did not either.
  std::size_t former_word(const Node& node, std::string_view key, const std::string& text,
                          const std::vector<Word>& words);
  bool read_text(const Node& node, const std::string& key, std::string& value, bool empty_allowed);
  void flatten(const Table& table, const std::string& prefix, std::vector<Setting>& settings);
  /// Returns whether any value is not the default.
  bool describe_table(const Table& table, const SourceLocation& where, std::string path, const Fill& fill);
  /// Calls `read`, and remembers the key if the value is another one afterwards.
  template <typename T, typename Read>
  void watch(std::string_view key, const T& value, const Read& read) {
    const T before = value;
    read();
    if (!(value == before)) frames_.back().changed.emplace_back(key);
  }
  void report_unknown_keys();
  void report_unused_keys();
  void refuse(const Node& node, std::string key, std::string problem, std::string allowed,
              std::string advice = "");

  /// A text in place of a number.
  bool evaluate(const Node& node, const std::string& key, double& value, const NumberRule& rule);

  Findings& findings_;
  std::vector<Frame> frames_;
  NumberText number_of_;
};

}  // namespace flangeway::document
