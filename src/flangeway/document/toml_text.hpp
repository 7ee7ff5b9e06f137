// Steps over the text of a TOML file. In a text that is not valid TOML they end, with parts that mean
// nothing. Private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::document {

/// One part of a dotted key in the text: `contact`, `"contact"` or `'contact'`.
struct KeyPart {
  std::size_t begin = 0, end = 0;  ///< bytes, with the quotes
  std::string name;
  bool quoted = false;
};

/// A place in a text, and the steps by which it moves on.
class TomlText {
 public:
  explicit TomlText(std::string_view text) : text_(text) {}

 protected:
  [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool is_here(std::string_view word) const { return text_.substr(at_, word.size()) == word; }
  void skip_spaces() {
    while (here() == ' ' || here() == '\t') ++at_;
  }
  /// Blanks, line ends and comments.
  void skip_blank();
  /// A string of any of the four kinds.
  void skip_string();
  KeyPart part();
  std::vector<KeyPart> dotted_key();

  /// Whether a value that begins here is not nested too deeply to be walked by recursion; else the walk ends.
  [[nodiscard]] bool enter() {
    constexpr std::size_t max_depth = 256;
    if (++depth_ <= max_depth) return true;
    at_ = text_.size();
    return false;
  }
  void leave() { --depth_; }

  std::string_view text_;
  std::size_t at_ = 0;

 private:
  std::size_t depth_ = 0;
};

}  // namespace flangeway::document
