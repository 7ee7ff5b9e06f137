// What a verb writes: standard output, notes, and files that are complete or not there.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "command.hpp"

namespace flangeway::app {

namespace fs = std::filesystem;

void print_json(std::string_view dumped) {
  fmt::print(stdout, "{}\n", dumped);
}

void note(const Common& common, std::string_view line) {
  if (!common.quiet) fmt::print(stderr, "{}\n", line);
}

void check_not_input(const Common& common, const fs::path& file, Findings& findings) {
  for (const std::string& input : common.files) {
    std::error_code error;
    if (!file.empty() && fs::equivalent(file, input, error) && !error) {
      findings.add({{file.string(), 0, 0},
                    "",
                    "is the file that is read",
                    "",
                    "",
                    "Name another file for the output"});
    }
  }
}

void check_output(const fs::path& file, bool force, Findings& findings) {
  if (file.empty()) return;
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{file.string()}, "", std::move(problem), "", "", std::move(advice)});
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) {
    refuse("is a folder", "Give the name of a file");
  } else if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse("is not a regular file", "Give the name of a file");
  } else if (fs::exists(status) && !force) {
    refuse("exists already", "Give another name, or --force to overwrite it");
  } else if (file.has_parent_path() && !fs::is_directory(file.parent_path(), ignored)) {
    refuse("its folder does not exist", "Make the folder first");
  }
}

namespace {

[[noreturn]] void refuse_by_system(int error, const fs::path& file) {
  throw std::system_error(error, std::generic_category(), fmt::format("cannot write {}", file.string()));
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

void write_file_atomically(const fs::path& file, std::string_view content, bool force) {
  Findings findings;
  check_output(file, force, findings);
  findings.throw_if_any();
  const std::string part = fmt::format("{}.{}.part", file.string(), ::getpid());
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse_by_system(errno, file);
  int error = write_all(descriptor, content);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(part.c_str(), file.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(part.c_str());
  refuse_by_system(error, file);
}

}  // namespace flangeway::app
