#include "flangeway/document/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace flangeway::document {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const fs::path& file, std::size_t limit, Findings& findings) {
  const auto refuse = [&](std::string problem, std::string got, std::string allowed, std::string advice) {
    findings.add(
        {{file.string()}, "", std::move(problem), std::move(got), std::move(allowed), std::move(advice)});
    return std::nullopt;
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (status.type() == fs::file_type::not_found) {
    return refuse("does not exist", "", "", "Check the name and the folder");
  }
  if (fs::is_directory(status)) return refuse("is a folder", "", "a file", "");
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), std::fclose);
  if (stream == nullptr) return refuse(fmt::format("cannot be read: {}", std::strerror(errno)), "", "", "");
  std::string content;
  char block[1 << 16];
  // One block over the limit is enough to know; a device file may have no end.
  while (content.size() <= limit) {
    const std::size_t got = std::fread(block, 1, sizeof block, stream.get());
    content.append(block, got);
    if (got < sizeof block) break;
  }
  if (std::ferror(stream.get()) != 0)
    return refuse(fmt::format("cannot be read: {}", std::strerror(errno)), "", "", "");
  if (content.size() > limit) return refuse("is too big", "", fmt::format("at most {} bytes", limit), "");
  return content;
}

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

}  // namespace

std::size_t first_not_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return i;
}

SourceLocation locate(std::string_view text, std::size_t offset, std::string file_name) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto code_points = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return {std::move(file_name), static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(code_points) + 1};
}

}  // namespace flangeway::document
