// Paths that cannot leave a folder: each part is opened from the folder before it, and links are not
// followed.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flangeway::workbench {

/// A file descriptor, closed at the end of its scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// A path in a project: relative, UTF-8, without "..", hidden names, control characters or empty parts.
struct SafePath {
  std::vector<std::string> parts;  ///< at least one
  std::string text;                ///< joined by slashes
  [[nodiscard]] const std::string& name() const { return parts.back(); }
};
/// Throws Refusal (400) for all others.
[[nodiscard]] SafePath safe_path(std::string_view text);
/// The same, or a file in .flangeway/pages, where pages go that belong to no file of the project.
[[nodiscard]] SafePath page_path(std::string_view text);

/// The folder that contains the path, opened from `root`. Missing folders are made if `make` is set. Throws
/// Refusal: 404 where a folder is missing, 403 where a part is a link.
[[nodiscard]] Descriptor open_parent(int root, const SafePath& path, bool make = false);
/// A regular file for reading, with its status. Throws Refusal: 404, or 403 for a link, a folder or a device.
[[nodiscard]] Descriptor open_file(int root, const SafePath& path, struct stat& status);
/// A name by which another library can open the file of a descriptor.
[[nodiscard]] std::string path_of(const Descriptor& file);

/// Content of a file that is open; throws Refusal (413) where it is longer than `limit` bytes.
[[nodiscard]] std::string read_all(const Descriptor& file, std::size_t limit, const std::string& name);
/// Writes all bytes to a file that is open; throws Refusal (507 where the disk is full).
void write_piece(int file, std::string_view content, const std::string& name);
/// Writes a file under a hidden name that nobody can guess, gives it to the disk, and returns the name.
/// Throws Refusal (507 or 500).
[[nodiscard]] std::string write_hidden(int folder, std::string_view content, unsigned mode);
/// Renames in one step and refuses (409) where the new name is taken.
void rename_new(int from_folder, const std::string& from, int to_folder, const std::string& to,
                const std::string& shown);

/// A name of `bytes` random bytes as hexadecimal digits.
[[nodiscard]] std::string random_name(std::size_t bytes);

}  // namespace flangeway::workbench
