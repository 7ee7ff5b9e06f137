#include "flangeway/core/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace flangeway {

std::optional<std::string> read_regular_file(const std::filesystem::path& file, std::size_t limit) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat facts {};
  bool is_read = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  std::string content;
  while (is_read && content.size() < limit) {
    char block[1 << 14];
    const ssize_t got = ::read(descriptor, block, std::min(sizeof block, limit - content.size()));
    if (got < 0 && errno == EINTR) continue;
    is_read = got >= 0;
    if (got <= 0) break;
    content.append(block, static_cast<std::size_t>(got));
  }
  ::close(descriptor);
  return is_read ? std::optional(std::move(content)) : std::nullopt;
}

}  // namespace flangeway
