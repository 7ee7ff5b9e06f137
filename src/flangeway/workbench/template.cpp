#include "flangeway/workbench/template.hpp"

#include <algorithm>
#include <set>
#include <system_error>

#include "flangeway/core/atomic_file.hpp"

namespace flangeway::workbench {

namespace fs = std::filesystem;

const Template* find_template(const std::string& name) {
  const auto& all = templates();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Template& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

namespace {

// Hidden folder of a project that is served already.
bool is_own(const fs::path& file) {
  return file.filename() == ".flangeway";
}

bool has_content(const fs::path& folder, std::error_code& error) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (!is_own(entry.path())) return true;
  return false;
}

void check_empty(const fs::path& folder, Findings& findings) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  const bool missing = status.type() == fs::file_type::not_found;
  if (missing) return;
  if (error) {
    findings.add(
        {{folder.string()}, "", "cannot be used: " + error.message(), "", "", "Name another folder"});
  } else if (!fs::is_directory(status)) {
    findings.add({{folder.string()}, "", "is a file", "", "a folder, or a name for one", ""});
  } else if (has_content(folder, error) && !error) {
    findings.add({{folder.string()}, "", "is not empty", "", "", "Name a new folder or an empty one"});
  } else if (error) {
    findings.add(
        {{folder.string()}, "", "cannot be read: " + error.message(), "", "", "Name another folder"});
  }
}

void write_files(const fs::path& folder, const Template& from) {
  std::set<fs::path> folders{folder / "profiles"};
  for (const auto& [name, text] : from.files) folders.insert((folder / name).parent_path());
  for (const fs::path& one : folders) fs::create_directories(one);
  for (const auto& [name, text] : from.files) write_file_atomically(folder / name, text);
}

}  // namespace

void make_project(const fs::path& folder, const Template& from, Findings& findings) {
  const std::size_t before = findings.all().size();
  check_empty(folder, findings);
  if (findings.all().size() != before) return;
  const bool existed = fs::exists(folder);
  try {
    write_files(folder, from);
  } catch (const std::system_error& error) {
    std::error_code ignored;
    if (existed) {
      for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        if (!is_own(entry.path())) fs::remove_all(entry.path(), ignored);
    } else {
      fs::remove_all(folder, ignored);
    }
    findings.add({{folder.string()},
                  "",
                  "cannot be written: " + error.code().message(),
                  "",
                  "",
                  "Name another folder"});
  }
}

}  // namespace flangeway::workbench
