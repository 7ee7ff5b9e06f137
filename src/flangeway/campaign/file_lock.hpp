// A file that one process at a time has, on this machine and on others that share the disk.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace flangeway::campaign {

class FileLock {
 public:
  /// Nothing while another process has it. Throws std::system_error if the file cannot be written.
  [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

  /// Text that the last owner left in the file.
  [[nodiscard]] std::string text() const;
  /// A text that cannot be written is lost.
  void set_text(const std::string& text) const;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace flangeway::campaign
