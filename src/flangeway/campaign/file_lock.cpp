#include "file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace flangeway::campaign {

// A file and not the folder: what NFS locks across machines must be open for writing. A link that somebody
// has planted would have its target overwritten.
std::optional<FileLock> FileLock::take(const std::filesystem::path& file) {
  const auto refuse = [&](int error) {
    throw std::system_error(error, std::generic_category(), "cannot write " + file.string());
  };
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse(errno);
  FileLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::nullopt;
    refuse(errno);
  }
  // Its last owner may have removed the file after it was opened here.
  struct stat ours {
  }, there{};
  if (::fstat(descriptor, &ours) != 0 || ::stat(file.c_str(), &there) != 0 || ours.st_ino != there.st_ino)
    return std::nullopt;
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string FileLock::text() const {
  std::array<char, 64> text{};
  const ssize_t size = ::pread(descriptor_, text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "";
}

void FileLock::set_text(const std::string& text) const {
  if (::ftruncate(descriptor_, 0) == 0) (void)!::pwrite(descriptor_, text.data(), text.size(), 0);
}

}  // namespace flangeway::campaign
