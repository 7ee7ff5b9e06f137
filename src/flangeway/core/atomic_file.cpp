#include "flangeway/core/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

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

// A file under a temporary name, which goes away unless it gets its own.
class Part {
 public:
  Part(const std::filesystem::path& file, std::string_view content)
      : file_(file), part_(file.string() + '.' + std::to_string(::getpid()) + ".part") {
    const int descriptor = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) refuse_by_system(errno, file_);
    int error = write_all(descriptor, content);
    if (::close(descriptor) != 0 && error == 0) error = errno;
    if (error == 0) return;
    ::unlink(part_.c_str());
    refuse_by_system(error, file_);
  }
  Part(Part&& other) noexcept : file_(std::move(other.file_)), part_(std::exchange(other.part_, "")) {}
  Part& operator=(Part&&) = delete;
  ~Part() {
    if (!part_.empty()) ::unlink(part_.c_str());
  }

  void rename() {
    if (std::rename(part_.c_str(), file_.c_str()) != 0) refuse_by_system(errno, file_);
    part_.clear();
  }

 private:
  std::filesystem::path file_;
  std::string part_;
};

}  // namespace

void write_file_atomically(const std::filesystem::path& file, std::string_view content) {
  Part(file, content).rename();
}

void write_files_atomically(const std::filesystem::path& folder, const NamedTexts& files) {
  std::vector<Part> parts;
  for (const auto& [name, content] : files) parts.emplace_back(folder / name, content);
  for (Part& part : parts) part.rename();
}

void remove_abandoned_parts(const std::filesystem::path& file) {
  const std::string begin = file.filename().string() + '.';
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || !name.ends_with(".part")) continue;
    int process = 0;
    const char* const last = name.data() + name.size() - std::string_view(".part").size();
    const auto [end, error] = std::from_chars(name.data() + begin.size(), last, process);
    const bool is_number = error == std::errc() && end == last && process > 0;
    if (is_number && ::kill(process, 0) != 0 && errno == ESRCH)
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace flangeway
