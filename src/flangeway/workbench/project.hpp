// The folder of a project: its files are the only truth, and every access to them stays inside.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/workbench/file_kind.hpp"
#include "flangeway/workbench/refusal.hpp"
#include "flangeway/workbench/safe_path.hpp"

namespace flangeway::workbench {

inline constexpr std::size_t max_text_bytes = std::size_t{4} << 20;
inline constexpr std::size_t max_upload_bytes = std::size_t{256} << 20;
/// Hidden folder of a project with the bin, the records of runs and the lock.
inline constexpr const char* own_folder = ".flangeway";

class Project {
 public:
  /// Throws BadInput where the folder cannot be opened, or its hidden folder is a link or cannot be made.
  explicit Project(const std::filesystem::path& folder);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] int root() const { return root_.get(); }

  /// {"path", "kind", "version", "text"}
  [[nodiscard]] Json read(const std::string& path) const;
  /// Writes a text that was made from `version`, the hash of the text that was read; without it the file must
  /// not exist. Returns the new version; throws Refusal (409) with the present `version` and `text` where
  /// somebody else has written.
  std::string save(const std::string& path, const std::string& text,
                   const std::optional<std::string>& version);
  void rename(const std::string& from, const std::string& to);
  void duplicate(const std::string& from, const std::string& to);
  /// Moves a file or a folder to the bin. Returns its name there.
  std::string remove(const std::string& path);
  /// A new file from pieces: `fill` calls its argument with each, and tells whether all came.
  void upload(const std::string& path,
              const std::function<bool(const std::function<void(std::string_view)>& put)>& fill);
  /// Opens a file for reading, also one of .flangeway/pages.
  [[nodiscard]] Descriptor open(const std::string& path, struct stat& status) const;

  /// The kind of a file by its name and, of TOML, by its keys.
  [[nodiscard]] std::string kind_of(const std::string& path, const std::string& text) const;

 private:
  class Change;  // of files: one at a time, in this process and in others

  std::filesystem::path folder_;
  Descriptor root_;
  std::vector<KindHistory> kinds_;
  std::mutex changing_;
};

}  // namespace flangeway::workbench
