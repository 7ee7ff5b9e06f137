#include "flangeway/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace flangeway {

namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// Length of the well-formed sequence at i, or 0.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned char lead = byte_at(text, i), second = byte_at(text, i + 1);
  const auto continues = [&](std::size_t n) {
    for (std::size_t k = 1; k < n; ++k) {
      if ((byte_at(text, i + k) & 0xC0) != 0x80) return false;
    }
    return true;
  };
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(2) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && second < 0xA0, surrogate = lead == 0xED && second > 0x9F;
    return continues(3) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && second < 0x90, beyond = lead == 0xF4 && second > 0x8F;
    return continues(4) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

std::uint32_t code_point_at(std::string_view text, std::size_t i, std::size_t length) {
  constexpr unsigned char masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t code = byte_at(text, i) & masks[length];
  for (std::size_t k = 1; k < length; ++k) code = code << 6 | (byte_at(text, i + k) & 0x3Fu);
  return code;
}

// [Unicode 15, table of Bidi_Control], and characters that have no width or break lines.
bool changes_the_text_around(std::uint32_t code) {
  const auto is_in = [&](std::uint32_t first, std::uint32_t last) { return code >= first && code <= last; };
  return code == 0x61C || code == 0x200B || is_in(0x200E, 0x200F) || is_in(0x2028, 0x202E) ||
         is_in(0x2066, 0x2069) || code == 0xFEFF;
}

}  // namespace

std::string fault_of_name(std::string_view name) {
  for (std::size_t i = 0, length = 1; i < name.size(); i += length) {
    length = sequence_length(name, i);
    if (length == 0) return "text that is not UTF-8";
    const std::uint32_t code = code_point_at(name, i, length);
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return "a control character";
    if (changes_the_text_around(code)) return fmt::format("the invisible character U+{:04X}", code);
    if (code == '*' || code == '?' || code == ',' || code == '"')
      return {'\'', static_cast<char>(code), '\''};
  }
  if (name.starts_with(' ') || name.ends_with(' ')) return "a space at an end";
  return "";
}

std::size_t first_not_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return i;
}

bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  const auto pair = [&](std::size_t i) {
    return std::pair(byte_at(text, i) != 0, byte_at(text, i + 1) != 0);
  };
  // One byte of each letter is zero, and always the same one.
  return text.size() >= 4 && pair(0) == pair(2) && pair(0).first != pair(0).second;
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace flangeway
