#include "flangeway/core/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace flangeway {

namespace {

[[noreturn]] void refuse_by_system(int error, const std::filesystem::path& file) {
  throw std::system_error(error, std::generic_category(), "cannot write " + file.string());
}

/// Writes everything to the descriptor and onto the disk; returns errno, or 0.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

}  // namespace

void write_file_atomically(const std::filesystem::path& file, std::string_view content) {
  const std::string part = file.string() + '.' + std::to_string(::getpid()) + ".part";
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse_by_system(errno, file);
  int error = write_all(descriptor, content);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(part.c_str(), file.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(part.c_str());
  refuse_by_system(error, file);
}

}  // namespace flangeway
