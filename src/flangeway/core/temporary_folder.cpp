#include "flangeway/core/temporary_folder.hpp"

#include <cstdlib>

namespace flangeway {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(fs::path parent) {
  std::error_code ignored;
  if (parent.empty()) parent = fs::temp_directory_path(ignored);
  std::string name = (parent / "flangeway-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!left_ && !path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace flangeway
