#include "flangeway/core/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace flangeway {

std::optional<std::string> read_descriptor(int descriptor, std::size_t limit) {
  std::string content;
  char block[1 << 16];
  while (content.size() < limit) {
    const ssize_t got = ::read(descriptor, block, std::min(sizeof block, limit - content.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    content.append(block, static_cast<std::size_t>(got));
  }
  return content;
}

std::optional<std::string> read_regular_file(const std::filesystem::path& file, std::size_t limit) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat facts {};
  const bool is_regular = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  std::optional<std::string> content = is_regular ? read_descriptor(descriptor, limit) : std::nullopt;
  ::close(descriptor);
  return content;
}

std::string reading_problem(const std::filesystem::path& file) {
  std::error_code ignored;
  if (::access(file.c_str(), R_OK) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return "is missing";
    return "cannot be read (" + std::generic_category().message(errno) + ")";
  }
  return std::filesystem::is_regular_file(file, ignored) ? "" : "is no file";
}

}  // namespace flangeway
