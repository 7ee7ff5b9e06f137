#include "mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace flangeway::test {
namespace {

constexpr std::array breakers{
    "nan",  "inf",  "-inf", "-0",   "0",  "-1", "1e999", "1e-320",      "9223372036854775808",
    "true", "\"\"", "[]",   "{}",   "\n", "=",  "'",     "\"\"\"",      "#",
    "\xff", "1,5",  "1e",   "0x10", ".",  "\t", "[[a]]", "\xef\xbb\xbf"};

struct Span {
  std::size_t begin, end;
};

bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '.' || c == '+' || c == '-';
}

std::vector<Span> token_spans(const std::string& text) {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (in_word(text[i])) {
      while (end < text.size() && in_word(text[end])) ++end;
    }
    if (text[i] != ' ') spans.push_back({i, end});
    i = end;
  }
  return spans;
}

}  // namespace

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (const Span& span : token_spans(text)) tokens.push_back(text.substr(span.begin, span.end - span.begin));
  return tokens;
}

std::string in_other_encoding(const std::string& input, std::size_t encoding) {
  constexpr const char* mark = "\xEF\xBB\xBF";
  if (encoding == 0) return mark + input;
  const bool is_high_first = encoding % 2 == 0;
  std::string units = encoding < 3 ? (is_high_first ? "\xFE\xFF" : "\xFF\xFE") : "";
  for (const char byte : input) {
    if (is_high_first) units += '\0';
    units += byte;
    if (!is_high_first) units += '\0';
  }
  return units;
}

Mutator::Mutator(std::vector<std::string> seeds, std::uint64_t random_seed, std::size_t longest)
    : seeds_(std::move(seeds)),
      tokens_(breakers.begin(), breakers.end()),
      longest_(longest),
      random_(random_seed) {
  if (seeds_.empty()) seeds_.emplace_back();
  for (const std::string& seed : seeds_) {
    for (std::string& token : tokens_of(seed)) tokens_.push_back(std::move(token));
  }
  // Each token once, in an order of its own: the same words must not crowd out the breakers.
  std::sort(tokens_.begin(), tokens_.end());
  tokens_.erase(std::unique(tokens_.begin(), tokens_.end()), tokens_.end());
}

// Not std::uniform_int_distribution: its results differ between standard libraries. The bias of the remainder
// is below 1e-12 for inputs of this size.
std::size_t Mutator::below(std::size_t bound) {
  return static_cast<std::size_t>(random_() % bound);
}

std::string Mutator::next() {
  std::string input = any(seeds_);
  for (std::size_t changes = 1 + below(8); changes > 0; --changes) mutate(input);
  if (below(16) == 0) input = in_other_encoding(input, below(5));
  if (input.size() > longest_) input.resize(longest_);
  return input;
}

void Mutator::mutate(std::string& input) {
  const std::size_t place = below(input.size() + 1);
  const bool has_byte = place < input.size();
  switch (below(8)) {
    case 0:
      if (has_byte)
        input[place] = static_cast<char>(static_cast<unsigned char>(input[place]) ^ (1u << below(8)));
      break;
    case 1:
      input.insert(place, 1, static_cast<char>(below(256)));
      break;
    case 2:
      input.erase(place, 1 + below(16));
      break;
    case 3:
      if (below(4) == 0) input.resize(place);  // cutting is seldom, or little would be left to change
      break;
    case 4:
      input.insert(place, input.substr(below(input.size() + 1), 1 + below(64)));
      break;
    case 5:
      splice(input);
      break;
    default:
      replace_token(input);
  }
}

void Mutator::replace_token(std::string& input) {
  const std::vector<Span> spans = token_spans(input);
  if (spans.empty()) {
    input += any(tokens_);
    return;
  }
  const Span span = spans[below(spans.size())];
  input.replace(span.begin, span.end - span.begin, any(tokens_));
}

void Mutator::splice(std::string& input) {
  const std::string& other = any(seeds_);
  const std::size_t from = below(other.size() + 1);
  input.insert(below(input.size() + 1), other.substr(from, 1 + below(256)));
}

}  // namespace flangeway::test
