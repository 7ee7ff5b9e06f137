#include "flangeway/core/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <system_error>
#include <utility>

namespace flangeway {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 255;  // bytes, of Linux's file systems
constexpr std::string_view part_ending = ".part";

std::uint64_t random_number() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) == sizeof bits) return bits;
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

// The beginning of all names of parts of `file`.
std::string begin_of_parts(const fs::path& file) {
  constexpr std::size_t own = std::string_view(".2147483647.0123456789abcdef.part").size();
  return file.filename().string().substr(0, longest_name - own) + '.';
}

// The process in the name of a part, behind its beginning: "123.0123456789abcdef.part" or "123.part"; 0:
// none.
int process_of(std::string_view rest) {
  if (!rest.ends_with(part_ending)) return 0;
  rest.remove_suffix(part_ending.size());
  int process = 0;
  const char* const last = rest.data() + rest.size();
  const auto [end, error] = std::from_chars(rest.data(), last, process);
  if (error != std::errc() || process <= 0) return 0;
  if (end == last) return process;
  std::uint64_t bits = 0;
  const auto [end_of_bits, is_hex] = std::from_chars(end + 1, last, bits, 16);
  return *end == '.' && end_of_bits == last && is_hex == std::errc() ? process : 0;
}

// Error that hides even the type of a file: "Too many levels of symbolic links"; "": none.
std::string hindrance(const fs::file_status& status, const std::error_code& error) {
  return status.type() == fs::file_type::none ? error.message() : "";
}

[[noreturn]] void refuse_by_system(int error, const fs::path& file) {
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

// Made new: neither a file nor a link that is there already is opened.
int open_new(const std::string& part) {
  return ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

// A file under a temporary name, which goes away unless it gets its own.
class Part {
 public:
  Part(const fs::path& file, std::string_view content) : file_(file), part_(part_of(file)) {
    const int descriptor = open_new(part_);
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

  // From now on it stays.
  fs::path release() { return std::exchange(part_, ""); }

  void rename() {
    if (std::rename(part_.c_str(), file_.c_str()) != 0) refuse_by_system(errno, file_);
    part_.clear();
  }

 private:
  fs::path file_;
  std::string part_;
};

}  // namespace

void write_file_atomically(const fs::path& file, std::string_view content) {
  Part(file, content).rename();
}

fs::path write_part(const fs::path& file, std::string_view content) {
  return Part(file, content).release();
}

void write_files_atomically(const fs::path& folder, const NamedTexts& files) {
  std::vector<Part> parts;
  for (const auto& [name, content] : files) parts.emplace_back(folder / name, content);
  for (Part& part : parts) part.rename();
}

fs::path part_of(const fs::path& file) {
  const std::string name =
      fmt::format("{}{}.{:016x}{}", begin_of_parts(file), ::getpid(), random_number(), part_ending);
  return file.parent_path() / name;
}

namespace {

// A file that takes the place of /dev/stdout, which a shell may have led to a file, would break other
// programs.
bool is_among_devices(const fs::path& file) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(file, ignored).parent_path(), ignored) == "/dev";
}

}  // namespace

void check_place(const fs::path& file, bool force, Findings& findings) {
  if (file.empty()) return;
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{file.string()}, "", std::move(problem), "", "", std::move(advice)});
  };
  std::error_code error, ignored;
  const fs::file_status status = fs::status(file, error);
  if (const std::string why = hindrance(status, error); !why.empty()) {
    refuse("cannot be written: " + why, "Give another name");
  } else if (fs::is_directory(status)) {
    refuse("is a folder", "Give the name of a file");
  } else if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse("is not a regular file", "Give the name of a file");
  } else if (is_among_devices(file)) {
    refuse("is among the devices of the system", "Write to another folder");
  } else if (fs::exists(status) && !force) {
    refuse("exists already", "Give another name, or --force to overwrite it");
  } else if (file.has_parent_path() && !fs::is_directory(file.parent_path(), ignored)) {
    refuse("its folder does not exist", "Make the folder first");
  }
}

void remove_abandoned_parts(const fs::path& file) {
  const std::string begin = begin_of_parts(file);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored); entry != fs::directory_iterator();
       entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(begin)) continue;
    const int process = process_of(std::string_view(name).substr(begin.size()));
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) fs::remove(entry->path(), ignored);
  }
}

}  // namespace flangeway
