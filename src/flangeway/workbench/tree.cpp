#include "flangeway/workbench/tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/document/outline.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::workbench {

namespace {

constexpr int max_depth = 32;

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Version of a file whose content is not read.
std::string stamp_text(const FileStamp& stamp) {
  return fmt::format("{:x}-{:x}-{:x}", stamp.inode, stamp.size, stamp.modified);
}

bool is_read_for_the_tree(const std::string& kind, std::uint64_t size) {
  return kind != "result" && kind != "page" && size <= (std::uint64_t{1} << 20);
}

std::string kind_of_table(const std::string& text, const std::string& path) {
  return profile::kind_of_content(text, path) ? "profile" : "other";
}

}  // namespace

FileStamp stamp_of(const struct stat& status) {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

struct Tree::Walk {
  std::string prefix;  // "cases/"
  int depth = 0;
  std::vector<TreeEntry> entries;
};

void Tree::add_file(int folder, const std::string& name, Walk& walk) {
  const Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  TreeEntry entry;
  entry.path = walk.prefix + name;
  entry.stamp = stamp_of(status);
  const auto old = known_.find(entry.path);
  if (old != known_.end() && old->second.stamp == entry.stamp) {
    walk.entries.push_back(old->second);
    return;
  }
  entry.size = entry.stamp.size;
  entry.modified = static_cast<double>(entry.stamp.modified) * 1e-9;
  entry.kind = project_.kind_of(entry.path, "");
  entry.version = stamp_text(entry.stamp);
  if (is_read_for_the_tree(entry.kind, entry.size)) read_into(entry, file);
  walk.entries.push_back(std::move(entry));
}

// A file that cannot be read is listed all the same.
void Tree::read_into(TreeEntry& entry, const Descriptor& file) const {
  try {
    const std::string text = read_all(file, max_text_bytes, entry.path);
    entry.version = sha256(text);
    entry.kind = project_.kind_of(entry.path, text);
    if (entry.path.ends_with(".csv") && first_not_utf8(text) == text.size())
      entry.kind = kind_of_table(text, entry.path);
    if (entry.path.ends_with(".toml")) entry.title = document::title_of(text);
  } catch (const Refusal&) {
  }
}

void Tree::add_folder(int folder, Walk& walk) {
  if (walk.depth > max_depth) return;
  const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(own < 0 ? nullptr : ::fdopendir(own), ::closedir);
  if (!listing) return;
  std::vector<std::string> folders;
  while (const dirent* found = ::readdir(listing.get())) {
    const std::string name = found->d_name;
    if (name.front() == '.' || first_not_utf8(name) != name.size()) continue;
    if (walk.entries.size() >= max_entries)
      throw Refusal(413, "", "has more than 50000 files", "", "Serve a folder inside of it");
    struct stat status {};
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISDIR(status.st_mode)) folders.push_back(name);
    if (S_ISREG(status.st_mode)) add_file(folder, name, walk);
  }
  for (const std::string& name : folders) {
    const Descriptor inner(::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) continue;
    walk.entries.push_back({walk.prefix + name, "folder", "", "", 0, 0, {}});
    const std::string outer = walk.prefix;
    walk.prefix += name + "/", ++walk.depth;
    add_folder(inner.get(), walk);
    walk.prefix = outer, --walk.depth;
  }
}

// The table of a study has the ending of results of runs, and no channels; its folder has a manifest.
void Tree::mark_tables(std::vector<TreeEntry>& entries) {
  constexpr std::string_view table = "/results.h5", manifest = "/study.json";
  const auto has = [&](const std::string& path) {
    const auto found = std::lower_bound(entries.begin(), entries.end(), path,
                                        [](const TreeEntry& a, const std::string& b) { return a.path < b; });
    return found != entries.end() && found->path == path;
  };
  for (TreeEntry& entry : entries) {
    if (!entry.path.ends_with(table)) continue;
    const std::string folder = entry.path.substr(0, entry.path.size() - table.size());
    entry.kind = has(folder + std::string(manifest)) ? "table" : "result";
  }
}

std::vector<TreeEntry> Tree::list() {
  const std::scoped_lock lock(mutex_);
  Walk walk;
  add_folder(project_.root(), walk);
  std::sort(walk.entries.begin(), walk.entries.end(),
            [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
  mark_tables(walk.entries);
  known_.clear();
  for (const TreeEntry& entry : walk.entries)
    if (entry.kind != "folder") known_.emplace(entry.path, entry);
  return std::move(walk.entries);
}

}  // namespace flangeway::workbench
