// A folder that is there for one test.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace flangeway::test {

/// A new empty folder, removed with all that is in it at the end of its scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Writes a file (and the folders above it) and returns its whole path.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

/// The bytes of a file; throws std::runtime_error if it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace flangeway::test
