// A JSON file that ends in a checksum of itself, and says what it is the result of.
//
// The last member of the object is
//   "seal": {"of": "run 6", "study": "3f2a…", "sha256": "…"}
// with the facts that the writer gives and the hash of everything before it. Programs that know no seal read
// one more member.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flangeway {

/// Names and values; both without quotation marks, backslashes and control characters, which become `_`.
using SealFacts = std::vector<std::pair<std::string, std::string>>;

/// The text of a JSON object with a seal as its last member and a line break at its end. A text that does not
/// end in `}` is returned as it is.
[[nodiscard]] std::string seal_json(std::string_view object, const SealFacts& facts);

/// A text that seal_json() may have made.
struct SealedJson {
  enum class Seal { none, right, wrong };
  Seal seal = Seal::none;
  SealFacts facts;   ///< as given; empty unless the seal is right
  std::string text;  ///< the object without its seal; the whole text where it has none

  /// The value of a fact, or "".
  [[nodiscard]] std::string fact(std::string_view name) const;
};
[[nodiscard]] SealedJson unseal_json(std::string_view text);

}  // namespace flangeway
