#include <fmt/format.h>

#include <filesystem>

#include "flangeway/campaign/page.hpp"
#include "flangeway/core/shell_quoted.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;

// A relative path in a file starts at that file, and on a command line where it is typed.
std::string as_typed(const document::Assignment& set) {
  const std::string folder = fs::path(set.where.file).parent_path().string();
  const std::size_t equals = set.text.find('=');
  if (folder.empty() || equals == std::string::npos) return set.text;
  std::string value = set.text.substr(equals + 1);
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return set.text;
  const fs::path file = fs::path(folder) / value.substr(1, value.size() - 2);
  std::error_code ignored;
  return fs::is_regular_file(file, ignored)
             ? fmt::format("{}=\"{}\"", set.text.substr(0, equals), file.string())
             : set.text;
}

}  // namespace

std::string repeating_command(const Study& study, const Run& run) {
  std::string command = "flangeway run " + shell_quoted(study.spec.case_file.value);
  for (const document::Assignment& set : run.sets) command += " --set " + shell_quoted(as_typed(set));
  std::string name = run.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return command + fmt::format(" -o run_{}.h5", name);
}

}  // namespace flangeway::campaign
