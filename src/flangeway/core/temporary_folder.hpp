// A folder for files that only one program needs, and only for a while.
#pragma once

#include <filesystem>
#include <string>

namespace flangeway {

/// A new folder in `parent` (by default the system's folder for temporary files), removed with its content at
/// the end of its scope.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::filesystem::path parent = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Empty where it could not be made; errno says why.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Another process removes it.
  void leave() { left_ = true; }

 private:
  std::string path_;
  bool left_ = false;
};

}  // namespace flangeway
