// Splits a profile file into lines, words and numbers. Internal to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::profile {

struct Word {
  std::string_view text;
  int column = 0;  // from 1
};

struct Line {
  int number = 0;  // from 1
  std::string_view text;

  /// Cuts off what follows the first of the characters in `marks`.
  [[nodiscard]] Line without_comment(std::string_view marks) const;
  [[nodiscard]] bool blank() const;
  [[nodiscard]] std::vector<Word> words(std::string_view separators = " \t,;\r\f\v") const;
};

/// The lines of a text; LF, CR LF or CR end a line.
[[nodiscard]] std::vector<Line> split_lines(std::string_view text);

/// The number that is the whole word ("+1.5", "2E-3", "1.0D+02", "nan" too).
[[nodiscard]] std::optional<double> number(std::string_view word);

[[nodiscard]] std::string_view trim(std::string_view text);
/// `Key` of "Key = value" or of "\"Key\"=\"value\""; empty if the line is no assignment.
[[nodiscard]] std::string_view key_of_assignment(std::string_view line);
/// Without quotes at both ends.
[[nodiscard]] std::string_view without_quotes(std::string_view text);
[[nodiscard]] std::string lower_case(std::string_view text);

/// Adds findings about one file, and stops after a few: a binary file has thousands.
class Reporter {
 public:
  Reporter(std::string file, Findings& findings) : file_(std::move(file)), findings_(findings) {}
  void add(int line, int column, std::string problem, std::string got = {}, std::string allowed = {},
           std::string advice = {});
  /// About the file as a whole.
  void add(std::string problem, std::string got = {}, std::string allowed = {}, std::string advice = {}) {
    add(0, 0, std::move(problem), std::move(got), std::move(allowed), std::move(advice));
  }
  /// A finite number, or a finding and nothing.
  std::optional<double> finite(const Line& line, const Word& word);
  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] bool enough() const { return count_ >= max_findings; }

 private:
  static constexpr int max_findings = 10;
  std::string file_;
  Findings& findings_;
  int count_ = 0;
};

/// Adds a finding where a word between blanks or semicolons has a decimal comma ("-35,000;-2,048662"), which
/// words() splits into halves of numbers.
bool refuse_decimal_comma(const Line& line, Reporter& report);

/// The text with points in its numbers, if all rows of two numbers and more, between blanks, tabs or
/// semicolons, have decimal commas or whole numbers and most have a comma. Nothing if the rows tell
/// otherwise.
[[nodiscard]] std::optional<std::string> with_decimal_points(std::string_view text);

}  // namespace flangeway::profile
