#include "flangeway/core/temporary_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace flangeway {

namespace fs = std::filesystem;

// Unlike std::filesystem::temp_directory_path(), it names a folder that does not exist, and takes an empty
// name for none.
fs::path folder_of_temporary_files() {
  for (const char* const variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* const name = std::getenv(variable);
    if (name != nullptr && *name != '\0') return fs::absolute(name);
  }
  return "/tmp";
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::string name = (fs::absolute(parent) / "flangeway-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr)
    path_ = name;
  else
    problem_ =
        fmt::format("no temporary folder can be made in {} ({})", parent.string(), std::strerror(errno));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!left_ && !path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace flangeway
