#include "flangeway/core/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace flangeway {

namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(const unsigned char* bytes, std::size_t count) {
  std::string out((count + 2) / 3 * 4, '=');
  for (std::size_t i = 0, o = 0; i < count; i += 3, o += 4) {
    const std::size_t here = std::min<std::size_t>(3, count - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < here ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k <= here; ++k) out[o + k] = base64_digits[bits >> (18 - 6 * k) & 63U];
  }
  return out;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  for (int k = 0; k < 2 && text.ends_with('='); ++k) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = base64_digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xFFU));
  }
  return bytes;
}

}  // namespace flangeway
