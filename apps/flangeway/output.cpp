// What a verb writes: standard output, notes, and files that are complete or not there.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "flangeway/core/atomic_file.hpp"

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

void write_file_atomically(const fs::path& file, std::string_view content, bool force) {
  Findings findings;
  check_output(file, force, findings);
  findings.throw_if_any();
  flangeway::write_file_atomically(file, content);
}

}  // namespace flangeway::app
