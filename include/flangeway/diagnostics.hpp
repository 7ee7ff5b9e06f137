// Errors of the library: wrong input with every fault at once, and computations that failed.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace flangeway {

/// One fault of an input, or a remark on it.
struct Diagnostic {
  std::string file;            ///< empty if the input is not a file
  int line = 0, column = 0;    ///< from 1; 0: not known
  std::string key;             ///< "track.segments[2].length"; may be empty
  std::string problem;         ///< "is negative"
  std::string value, allowed;  ///< the value as given, and the range; may be empty
  std::string remedy;          ///< a sentence without its full stop; may be empty

  /// `file:line:column: key: problem (got value; allowed range). remedy.` on one line.
  [[nodiscard]] std::string text() const;
};

/// Wrong input. Functions of the library check everything before they throw, so that the list is complete.
class InputError : public std::exception {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  ~InputError() override;
  /// The texts of all diagnostics, one a line.
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

/// A computation on sound input that failed, such as an iteration that does not converge.
class NumericalError : public std::exception {
 public:
  explicit NumericalError(std::string text);
  ~NumericalError() override;
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace flangeway
