// Makes new inputs from old ones, the same ones each time for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace flangeway::test {

/// Draws a seed input and changes it in one to eight places: bytes flipped, inserted, deleted; a stretch
/// repeated or moved from another seed input; a token put in the place of another; the end cut off. Tokens
/// are the words and numbers of all seed inputs, and values that break careless readers (nan, 1e999, -0 …).
/// One of sixteen is in another encoding.
class Mutator {
 public:
  /// Without any seed input, inputs grow from the empty one. No input exceeds `longest` bytes.
  Mutator(std::vector<std::string> seeds, std::uint64_t random_seed, std::size_t longest = 1u << 16);
  [[nodiscard]] std::string next();

 private:
  void mutate(std::string& input);
  void replace_token(std::string& input);
  void splice(std::string& input);
  [[nodiscard]] std::size_t below(std::size_t bound);  // uniform in [0, bound), bound > 0
  [[nodiscard]] const std::string& any(const std::vector<std::string>& from) {
    return from[below(from.size())];
  }

  std::vector<std::string> seeds_, tokens_;
  std::size_t longest_;
  std::mt19937_64 random_;
};

/// The input behind a byte order mark of UTF-8 (encoding 0), or each byte as a character of UTF-16: with a
/// byte order mark, low (1) or high (2) byte first, or without (3, 4).
[[nodiscard]] std::string in_other_encoding(const std::string& input, std::size_t encoding);

/// The words, numbers and marks of a text, in order.
[[nodiscard]] std::vector<std::string> tokens_of(const std::string& text);

}  // namespace flangeway::test
