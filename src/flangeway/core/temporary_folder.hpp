// A folder for files that only one program needs, and only for a while.
#pragma once

#include <filesystem>
#include <string>

namespace flangeway {

/// The system's folder for temporary files, absolute: from TMPDIR, TMP, TEMP or TEMPDIR, or /tmp.
[[nodiscard]] std::filesystem::path folder_of_temporary_files();

/// The remedy where nothing can be written there.
inline constexpr const char* temporary_files_advice =
    "Set TMPDIR to a folder that can be written and has space";

/// A new folder in `parent`, removed with its content at the end of its scope.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent = folder_of_temporary_files());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Empty where it could not be made, for this problem.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// "no temporary folder can be made in /tmp (No space left on device)"
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Another process removes it.
  void leave() { left_ = true; }

 private:
  std::string path_, problem_;
  bool left_ = false;
};

}  // namespace flangeway
