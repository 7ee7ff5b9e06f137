// Reads zip archives of anybody, such as FMUs: within bounds of files and bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace flangeway::fmi {

/// Bounds of an archive that is read: files in it, and bytes of all files together.
constexpr std::uint64_t max_archived_files = 10'000;
[[nodiscard]] std::uint64_t max_unpacked_bytes(std::uint64_t packed_bytes);

class Archive {
 public:
  explicit Archive(const std::string& file);
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive();

  /// False where there is no such file, or none that is a zip archive; pipes and devices are none.
  [[nodiscard]] bool good() const { return zip_ != nullptr; }
  /// Names of the files in it, without folders.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Bytes of the archive itself.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Why it must not be unpacked, as it states too many files or too many bytes; or "".
  [[nodiscard]] std::string excess() const;
  /// False where there is no such file, it is larger than `most` bytes, or it cannot be read.
  [[nodiscard]] bool read(const std::string& name, std::string& content, std::uint64_t most) const;
  /// Hands a file over in parts, no more than it states; false where it cannot be read or `take` says so.
  [[nodiscard]] bool read(const std::string& name, const std::function<bool(std::string_view)>& take) const;

 private:
  zip* zip_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace flangeway::fmi
