#include "flangeway/deck/number.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

namespace flangeway::deck {
namespace {

constexpr double pi = std::numbers::pi;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t skip_digits(std::string_view word, std::size_t at) {
  while (at < word.size() && is_digit(word[at])) ++at;
  return at;
}

bool is_sign(std::string_view word, std::size_t at) {
  return at < word.size() && (word[at] == '+' || word[at] == '-');
}

// The word in the form that from_chars reads, or nothing: [sign] digits [. digits] [E|D [sign] digits | sign
// digits].
std::optional<std::string> in_c_form(std::string_view word) {
  std::size_t at = is_sign(word, 0) ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(word, at);
  std::size_t digits = at - whole;
  if (at < word.size() && word[at] == '.') {
    const std::size_t end = skip_digits(word, at + 1);
    digits += end - at - 1;
    at = end;
  }
  if (digits == 0) return std::nullopt;
  std::string plain(word.substr(word[0] == '+' ? 1 : 0, at - (word[0] == '+' ? 1 : 0)));
  if (at == word.size()) return plain;
  const int letter = std::tolower(static_cast<unsigned char>(word[at]));
  if (letter == 'e' || letter == 'd' || letter == 'q') {
    ++at;
  } else if (!is_sign(word, at)) {
    return std::nullopt;
  }
  plain += 'e';
  if (is_sign(word, at)) plain += word[at++];
  if (at == word.size() || skip_digits(word, at) != word.size()) return std::nullopt;
  return plain.append(word.substr(at));
}

}  // namespace

std::optional<double> parse_real(std::string_view word) {
  const auto plain = in_c_form(word);
  if (!plain) return std::nullopt;
  double value = 0;
  const auto [stop, error] = std::from_chars(plain->data(), plain->data() + plain->size(), value);
  if (error == std::errc::result_out_of_range) {
    const std::size_t exponent = plain->find('e');
    const bool tiny = exponent != std::string::npos && (*plain)[exponent + 1] == '-';
    return tiny ? 0.0 : HUGE_VAL;
  }
  return value;
}

std::optional<long> parse_integer(std::string_view word) {
  const auto value = parse_real(word);
  if (!value || !(std::abs(*value) < 1e15) || *value != std::floor(*value)) return std::nullopt;
  return static_cast<long>(*value);
}

std::optional<double> parse_angle(std::string_view word) {
  if (word.empty()) return std::nullopt;
  const int suffix = std::tolower(static_cast<unsigned char>(word.back()));
  if (suffix != 'd' && suffix != 'r') return parse_real(word);
  const auto value = parse_real(word.substr(0, word.size() - 1));
  if (!value) return std::nullopt;
  return suffix == 'd' ? *value * pi / 180 : *value;
}

}  // namespace flangeway::deck
