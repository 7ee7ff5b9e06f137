// Splits a deck into words and groups. Internal to the room.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::deck {

/// Allowed range of a value; ends included unless `above`.
struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool above = false;  ///< low itself is not allowed
};
[[nodiscard]] inline Range at_least(double low) {
  return {low};
}
[[nodiscard]] inline Range more_than(double low) {
  return {low, std::numeric_limits<double>::infinity(), true};
}

/// Largest force, N: a hundred thousand tonnes, as in contact files; beyond it a unit is wrong.
inline constexpr double max_force = 1e9;
[[nodiscard]] inline Range force() {
  return {-max_force, max_force};
}
[[nodiscard]] inline Range load() {
  return {0, max_force, true};
}

/// Reads a deck word by word. A group begins with group() on the next line that has a word; its mandatory
/// values may go over lines; optional values must stand on the line of the last mandatory one; what follows
/// on that line is a remark. A mandatory word that cannot be read is a finding and ends the reading: from
/// then on failed() is true and every value 0. A value out of its range is a fault, and reading goes on.
class Scanner {
 public:
  Scanner(std::string_view text, std::string file);

  /// Goes to the next line with a word; false at the end of the deck.
  bool group();
  [[nodiscard]] long integer(const char* name, Range range = {});
  [[nodiscard]] double real(const char* name, Range range = {});
  [[nodiscard]] double angle(const char* name, Range range = {});
  [[nodiscard]] std::string string(const char* name);
  [[nodiscard]] std::vector<double> reals(const char* name, std::size_t count);

  /// A number of values or lines that follow; out of range, nobody knows where they end.
  [[nodiscard]] long count(const char* name, Range range);

  /// The word as it is written, for control words; its value is read by integer().
  [[nodiscard]] std::string_view peek();
  /// Words of the line that have not been taken.
  [[nodiscard]] std::size_t words_left() const { return words_.size() - next_; }
  [[nodiscard]] std::optional<long> optional_integer(const char* name, Range range = {});
  [[nodiscard]] std::optional<double> optional_real(const char* name, Range range = {});

  [[nodiscard]] bool failed() const { return failed_; }
  /// Place of the last word taken.
  [[nodiscard]] SourceLocation here() const;
  /// Fault of the last word taken, or with what it belongs to.
  void complain(std::string problem, std::string got = {}, std::string allowed = {}, std::string advice = {});
  void set_key(std::string key) { key_ = std::move(key); }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Ends the reading without a finding of its own.
  void stop() { failed_ = true; }
  /// The lines that follow may be other ones than those that are read: reading goes on for further faults
  /// only.
  void lose_place() { lost_ = true; }
  [[nodiscard]] bool lost() const { return lost_ || failed_; }

  /// Values that are read after this call belong to this block.
  void begin(Block block);
  /// A fault that is no matter of a word.
  void add(Block block, Finding finding) { faults_.push_back({block, std::move(finding)}); }
  /// Faults since the last call, and the blocks that were read.
  [[nodiscard]] std::vector<Fault> take_faults() { return std::exchange(faults_, {}); }
  /// The same as findings, where there are no blocks.
  void hand_over(Findings& findings) {
    for (Fault& fault : take_faults()) findings.add(std::move(fault.finding));
  }
  [[nodiscard]] std::vector<Block> take_blocks() { return std::exchange(blocks_, {}); }

 private:
  struct Word {
    std::string_view text;
    int line = 0, column = 0;
    bool quoted = false, closed = true;
  };
  bool load_line();
  bool take(const char* name);
  void check(const char* name, double value, Range range);
  void fail(const char* name, const char* kind);

  std::string_view rest_;
  std::string file_, key_;
  std::vector<Fault> faults_;
  std::vector<Block> blocks_;
  Block block_ = Block::none;
  std::vector<Word> words_;  // of the present line
  std::size_t next_ = 0;
  int line_ = 0;
  Word word_;
  bool failed_ = false, lost_ = false;
};

}  // namespace flangeway::deck
