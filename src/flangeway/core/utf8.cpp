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

// [Unicode 15, table 3-6]
void append(std::uint32_t code, std::string& text) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F));
  } else {
    add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F)), add(0x80 | (code >> 6 & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

// [Unicode 15, table of Bidi_Control], characters that have no width or break lines, and those that XML
// excludes.
bool changes_the_text_around(std::uint32_t code) {
  const auto is_in = [&](std::uint32_t first, std::uint32_t last) { return code >= first && code <= last; };
  return code == 0x61C || code == 0x200B || is_in(0x200E, 0x200F) || is_in(0x2028, 0x202E) ||
         is_in(0x2066, 0x2069) || code == 0xFEFF || is_in(0xFFFE, 0xFFFF);
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

std::optional<std::string> utf8_of_utf16(std::string_view bytes) {
  if (bytes.size() % 2 != 0) return std::nullopt;
  const bool is_high_first = bytes.starts_with("\xFE\xFF") || (!bytes.empty() && byte_at(bytes, 0) == 0);
  const auto unit_at = [&](std::size_t i) {
    const std::uint32_t first = byte_at(bytes, i), second = byte_at(bytes, i + 1);
    return is_high_first ? first << 8 | second : second << 8 | first;
  };
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    std::uint32_t code = unit_at(i);
    if (i == 0 && code == 0xFEFF) continue;
    if (code >= 0xD800 && code < 0xE000) {  // a pair of surrogates
      const std::uint32_t low = i + 2 < bytes.size() ? unit_at(i + 2) : 0;
      if (code >= 0xDC00 || low < 0xDC00 || low >= 0xE000) return std::nullopt;
      code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00));
      i += 2;
    }
    append(code, text);
  }
  return text;
}

std::string utf8_of_latin1(std::string_view text) {
  if (first_not_utf8(text) == text.size()) return std::string(text);
  std::string result;
  for (const char c : text) append(static_cast<unsigned char>(c), result);
  return result;
}

std::string plain_utf8(std::string bytes) {
  if (is_utf16(bytes)) {
    if (auto text = utf8_of_utf16(bytes)) return std::move(*text);
    return bytes;
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  return bytes;
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace flangeway
