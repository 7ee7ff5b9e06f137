#include "flangeway/workbench/safe_path.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "flangeway/core/utf8.hpp"
#include "flangeway/workbench/refusal.hpp"

namespace flangeway::workbench {

namespace {

constexpr std::size_t max_path_bytes = 1024, max_parts = 32;

// Empty if the part may be in a path.
const char* fault_of_part(std::string_view part) {
  if (part.empty()) return "has an empty part";
  if (part.front() == '.') return "has a part that begins with a point";
  if (part.size() > 255) return "has a part of more than 255 bytes";
  for (const char c : part)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return "has a control character";
  return nullptr;
}

[[noreturn]] void refuse_path(int status, std::string_view path, std::string problem,
                              std::string remedy = {}) {
  // The path may have any bytes.
  std::string shown(path.substr(0, max_path_bytes));
  if (first_not_utf8(shown) != shown.size()) shown = "";
  throw Refusal(status, std::move(shown), std::move(problem), "", std::move(remedy));
}

[[noreturn]] void refuse_by_errno(const std::string& path, int error) {
  const std::string reason = std::generic_category().message(error);
  switch (error) {
    case ENOENT:
      refuse_path(404, path, "does not exist");
    case ELOOP:
    case EMLINK:
      refuse_path(403, path, "is or leads through a link", "Links are not followed: copy the file");
    case ENOTDIR:
      refuse_path(403, path, "leads through a file or a link");
    case EACCES:
    case EPERM:
    case EROFS:
      refuse_path(403, path, "cannot be used: " + reason);
    case ENOSPC:
    case EDQUOT:
      refuse_path(507, path, "cannot be written: " + reason);
    default:
      refuse_path(500, path, "cannot be used: " + reason);
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

SafePath safe_path(std::string_view text) {
  const auto refuse = [&](const char* problem) {
    refuse_path(400, text, problem, "Give a path inside the project, such as cases/curve.toml");
  };
  if (text.empty()) refuse("is empty");
  if (text.size() > max_path_bytes) refuse("is longer than 1024 bytes");
  if (first_not_utf8(text) != text.size()) refuse("is not UTF-8");
  SafePath path{{}, std::string(text)};
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t slash = std::min(text.find('/', from), text.size());
    const std::string_view part = text.substr(from, slash - from);
    if (const char* fault = fault_of_part(part)) refuse(fault);
    path.parts.emplace_back(part);
    from = slash + 1;
  }
  if (path.parts.size() > max_parts) refuse("has more than 32 parts");
  return path;
}

SafePath page_path(std::string_view text) {
  constexpr std::string_view pages = ".flangeway/pages/";
  if (!text.starts_with(pages)) return safe_path(text);
  SafePath path = safe_path(text.substr(pages.size()));
  path.parts.insert(path.parts.begin(), {".flangeway", "pages"});
  path.text = text;
  return path;
}

Descriptor open_parent(int root, const SafePath& path, bool make) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor folder(::openat(root, ".", flags));
  if (!folder) refuse_by_errno(path.text, errno);
  for (std::size_t i = 0; i + 1 < path.parts.size(); ++i) {
    const char* part = path.parts[i].c_str();
    if (make && ::mkdirat(folder.get(), part, 0777) != 0 && errno != EEXIST)
      refuse_by_errno(path.text, errno);
    Descriptor next(::openat(folder.get(), part, flags));
    if (!next) refuse_by_errno(path.text, errno);
    folder = std::move(next);
  }
  return folder;
}

Descriptor open_file(int root, const SafePath& path, struct stat& status) {
  const Descriptor folder = open_parent(root, path);
  // Not to wait for the other end of a pipe.
  Descriptor file(
      ::openat(folder.get(), path.name().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) refuse_by_errno(path.text, errno);
  if (::fstat(file.get(), &status) != 0) refuse_by_errno(path.text, errno);
  if (!S_ISREG(status.st_mode)) refuse_path(403, path.text, "is no regular file");
  return file;
}

std::string path_of(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

std::string read_all(const Descriptor& file, std::size_t limit, const std::string& name) {
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse_by_errno(name, errno);
    if (count == 0) return content;
    content.append(buffer, static_cast<std::size_t>(count));
    if (content.size() > limit)
      refuse_path(413, name, fmt::format("is longer than {} bytes", limit), "Use it from the command line");
  }
}

void write_piece(int file, std::string_view content, const std::string& name) {
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse_by_errno(name, errno);
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string random_name(std::size_t bytes) {
  std::string random(bytes, '\0'), name;
  if (::getrandom(random.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    throw std::system_error(errno, std::generic_category(), "No random numbers");
  for (const char c : random) name += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return name;
}

std::string write_hidden(int folder, std::string_view content, unsigned mode) {
  const std::string name = "." + random_name(16) + ".part";
  const Descriptor file(
      ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!file) refuse_by_errno("the folder", errno);
  try {
    write_piece(file.get(), content, "the file");
    if (::fsync(file.get()) != 0) refuse_by_errno("the file", errno);
  } catch (const Refusal&) {
    ::unlinkat(folder, name.c_str(), 0);
    throw;
  }
  return name;
}

void rename_new(int from_folder, const std::string& from, int to_folder, const std::string& to,
                const std::string& shown) {
  if (::renameat2(from_folder, from.c_str(), to_folder, to.c_str(), RENAME_NOREPLACE) == 0) return;
  int error = errno;
  if (error == EINVAL || error == ENOSYS) {  // file systems such as NFS
    struct stat status {};
    if (::fstatat(to_folder, to.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
      error = EEXIST;
    } else if (::renameat(from_folder, from.c_str(), to_folder, to.c_str()) == 0) {
      return;
    } else {
      error = errno;
    }
  }
  if (error == EEXIST || error == ENOTEMPTY)
    throw Refusal(409, shown, "exists already", "", "Choose another name");
  refuse_by_errno(shown, error);
}

}  // namespace flangeway::workbench
