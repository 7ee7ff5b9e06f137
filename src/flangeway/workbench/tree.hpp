// The list of all files of a project, with title and version of each, which is read once.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "flangeway/workbench/project.hpp"

namespace flangeway::workbench {

/// A file as the system identifies it: another stamp, another content.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t modified = 0, changed = 0;  ///< ns
  bool operator==(const FileStamp&) const = default;
};
[[nodiscard]] FileStamp stamp_of(const struct stat& status);

struct TreeEntry {
  std::string path, kind, version, title;
  std::uint64_t size = 0;
  double modified = 0;  ///< s since 1970, UTC
  FileStamp stamp;
  bool operator==(const TreeEntry&) const = default;
};

/// Lists a project again and again: a file that has kept its stamp is not read again. Hidden files, links and
/// devices are left out.
class Tree {
 public:
  explicit Tree(const Project& project) : project_(project) {}
  /// In the order of their paths. Throws Refusal (413) above max_entries.
  [[nodiscard]] std::vector<TreeEntry> list();
  static constexpr std::size_t max_entries = 50000;

 private:
  struct Walk;
  void add_file(int folder, const std::string& name, Walk& walk);
  void read_into(TreeEntry& entry, const Descriptor& file) const;
  void add_folder(int folder, Walk& walk);
  static void mark_tables(std::vector<TreeEntry>& entries);

  const Project& project_;
  std::mutex mutex_;
  std::map<std::string, TreeEntry> known_;  // by path
};

}  // namespace flangeway::workbench
