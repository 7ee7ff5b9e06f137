// Messages for users: findings about bad input, and numerical failures.
#pragma once

#include <cstddef>
#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway {

/// A place in an input file. Line and column count from 1; 0 means "not known".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

/// One thing that is wrong in the input. Its text is, on one line,
/// `file:line:column: key.path: problem (got V; allowed R). advice.`
struct Finding {
  SourceLocation where;
  std::string key;      ///< `track.segments[2].length`; may be empty
  std::string problem;  ///< "is negative"
  std::string got;      ///< the value as written; may be empty
  std::string allowed;  ///< "a number > 0 in m"; may be empty
  std::string advice;   ///< a sentence without its full stop: "Give a positive length"; may be empty

  [[nodiscard]] std::string text() const;
};

/// Findings that Findings::text() writes out; it counts the rest.
inline constexpr std::size_t max_shown_findings = 200;

/// Collects findings, so that a user sees all of them at once.
class Findings {
 public:
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  void append(const Findings& other);
  [[nodiscard]] bool empty() const { return findings_.empty(); }
  [[nodiscard]] const std::vector<Finding>& all() const { return findings_; }
  /// The first max_shown_findings findings, one per line, in the order of their places in the files.
  [[nodiscard]] std::string text() const;
  /// Throws BadInput if there is any finding.
  void throw_if_any() const;

 private:
  std::vector<Finding> findings_;
};

/// Bad user data: exit code 2. what() is the text of all findings.
class BadInput : public std::exception {
 public:
  explicit BadInput(Findings findings) : findings_(std::move(findings)), text_(findings_.text()) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  Findings findings_;
  std::string text_;
};

/// A numerical failure outside a step (a step returns EvalStatus instead): exit code 3.
class NumericalFailure : public std::exception {
 public:
  explicit NumericalFailure(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Result of an evaluation inside a step; nothing throws there.
enum class EvalStatus { ok, retry, fatal };

/// The candidate most like `name` (fewest edits, at most a third of its length + 1), or "" if none is close.
[[nodiscard]] std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace flangeway
