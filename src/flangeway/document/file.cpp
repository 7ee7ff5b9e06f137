#include "flangeway/document/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "flangeway/core/file_content.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway::document {

namespace fs = std::filesystem;

std::optional<std::string> read_bytes(const fs::path& file, std::size_t limit, Findings& findings) {
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
  // Opening a pipe would wait for somebody who writes into it.
  if (fs::is_fifo(status) || fs::is_socket(status)) return refuse("is a pipe", "", "a file", "");
  // One without an end would be read up to the limit.
  if (fs::is_character_file(status) || fs::is_block_file(status))
    return refuse("is a device", "", "a file", "");
  const auto too_big = [&] { return refuse("is too big", "", fmt::format("at most {} bytes", limit), ""); };
  if (const std::uintmax_t size = fs::file_size(file, ignored); !ignored && size > limit) return too_big();
  // Some files of /proc let a reader wait for ever; others are read as without O_NONBLOCK.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const auto unreadable = [&](int error) {
    return refuse(fmt::format("cannot be read: {}", std::strerror(error)), "", "", "");
  };
  if (descriptor < 0) return unreadable(errno);
  note_input(file);
  // One byte over the limit is enough to know.
  std::optional<std::string> content = read_descriptor(descriptor, limit + 1);
  const int error = errno;
  ::close(descriptor);
  if (!content) return unreadable(error);
  if (content->size() > limit) return too_big();
  return content;
}

std::optional<std::string> read_file(const fs::path& file, std::size_t limit, Findings& findings,
                                     std::string_view wanted) {
  std::optional<std::string> content = read_bytes(file, limit, findings);
  if (!content) return content;
  if (const FileContent* binary = binary_content(*content)) {
    findings.add(wrong_content(file.string(), *binary, wanted));
    return std::nullopt;
  }
  if (is_utf16(*content) && !utf8_of_utf16(*content)) {
    findings.add({{file.string()}, "", "is UTF-16 text with a broken character", "", "", "Save it as UTF-8"});
    return std::nullopt;
  }
  return plain_utf8(std::move(*content));
}

SourceLocation locate(std::string_view text, std::size_t offset, std::string file_name) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  return {std::move(file_name), static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(count_code_points(line)) + 1};
}

}  // namespace flangeway::document
