#include "flangeway/workbench/project.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::workbench {

namespace fs = std::filesystem;

namespace {

void check_text(const std::string& path, const std::string& text) {
  if (text.size() > max_text_bytes)
    throw Refusal(413, path, "is longer than 4 MiB", "", "Edit it with another program");
  if (first_not_utf8(text) != text.size() || text.find('\0') != std::string::npos)
    throw Refusal(415, path, "is no UTF-8 text", "", "Download it, or use it from the command line");
}

std::string ending_of(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending;
}

constexpr mode_t permissions(const struct stat& status) {
  return status.st_mode & 0777;
}

// .flangeway and the folders in it; none is a link. Gives an error number, or 0.
int make_own_folders(int root) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if (::mkdirat(root, own_folder, 0777) != 0 && errno != EEXIST) return errno;
  const Descriptor own(::openat(root, own_folder, flags));
  if (!own) return errno;
  for (const char* name : {"bin", "pages", "runs"}) {
    if (::mkdirat(own.get(), name, 0777) != 0 && errno != EEXIST) return errno;
    if (!Descriptor(::openat(own.get(), name, flags))) return errno;
  }
  return 0;
}

void give_to_disk(int folder) {
  (void)::fsync(folder);
}

}  // namespace

/// Holds the lock of the project, so that a version is compared and replaced in one step.
class Project::Change {
 public:
  explicit Change(Project& project) : lock_(project.changing_) {
    if (::mkdirat(project.root(), own_folder, 0777) != 0 && errno != EEXIST)
      throw Refusal(403, own_folder, "cannot be made: " + std::generic_category().message(errno));
    constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    own_ = Descriptor(::openat(project.root(), own_folder, folder_flags));
    if (own_)
      file_ = Descriptor(::openat(own_.get(), "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file_) throw Refusal(403, own_folder, "cannot be used: " + std::generic_category().message(errno));
    while (::flock(file_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  /// A folder in the hidden folder of the project.
  [[nodiscard]] Descriptor folder(const char* name) const {
    if (::mkdirat(own_.get(), name, 0777) != 0 && errno != EEXIST)
      throw Refusal(403, own_folder, "cannot be written: " + std::generic_category().message(errno));
    Descriptor opened(::openat(own_.get(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened) throw Refusal(403, own_folder, "cannot be used: " + std::generic_category().message(errno));
    return opened;
  }

 private:
  std::unique_lock<std::mutex> lock_;
  Descriptor own_, file_;
};

Project::Project(const fs::path& folder) : kinds_(kind_histories()) {
  std::error_code error;
  folder_ = fs::canonical(folder, error);
  if (!error) root_ = Descriptor(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int reason = root_ ? make_own_folders(root_.get()) : (error ? error.value() : errno);
  if (reason == 0) return;
  Findings findings;
  findings.add({{folder.string()},
                "",
                "cannot be used: " + std::generic_category().message(reason),
                "",
                "a folder that may be written to, where .flangeway is no link",
                "Make a project with flangeway new"});
  findings.throw_if_any();
}

std::string Project::kind_of(const std::string& path, const std::string& text) const {
  const std::string ending = ending_of(path);
  if (ending == ".h5") return "result";
  if (ending == ".html" || ending == ".svg" || ending == ".pdf") return "page";
  for (const char* profile :
       {".csv", ".whl", ".wheel", ".rail", ".prw", ".prr", ".slcw", ".slcs", ".mat", ".ban"})
    if (ending == profile) return ending == ".csv" || ending == ".mat" ? "other" : "profile";
  if (ending == ".inp") return "contact";
  if (ending != ".toml") return "other";
  const KindHistory* kind = kind_of_keys(document::top_keys(text), kinds_);
  return kind == nullptr ? "other" : kind->name;
}

Descriptor Project::open(const std::string& path, struct stat& status) const {
  return open_file(root(), page_path(path), status);
}

Json Project::read(const std::string& path) const {
  struct stat status {};
  const Descriptor file = open(path, status);
  const std::string text = read_all(file, max_text_bytes, path);
  check_text(path, text);
  return {{"path", path}, {"kind", kind_of(path, text)}, {"version", sha256(text)}, {"text", text}};
}

std::string Project::save(const std::string& path, const std::string& text,
                          const std::optional<std::string>& version) {
  check_text(path, text);
  const SafePath target = safe_path(path);
  const Change change(*this);
  const Descriptor folder = open_parent(root(), target, !version);
  mode_t mode = 0666;
  if (version) {
    struct stat status {};
    const std::string now = read_all(open_file(root(), target, status), max_text_bytes, path);
    if (sha256(now) != *version)
      throw Refusal(409, path, "was changed by somebody else", "", "Compare both texts, then save again")
          .with("version", sha256(now))
          .with("text", first_not_utf8(now) == now.size() ? Json(now) : Json());
    mode = permissions(status);
  }
  const std::string hidden = write_hidden(folder.get(), text, mode);
  try {
    if (!version) {
      rename_new(folder.get(), hidden, folder.get(), target.name(), path);
    } else if (::renameat(folder.get(), hidden.c_str(), folder.get(), target.name().c_str()) != 0) {
      throw Refusal(500, path, "cannot be written: " + std::generic_category().message(errno));
    }
  } catch (const Refusal&) {
    ::unlinkat(folder.get(), hidden.c_str(), 0);
    throw;
  }
  give_to_disk(folder.get());
  return sha256(text);
}

void Project::rename(const std::string& from, const std::string& to) {
  const SafePath source = safe_path(from), target = safe_path(to);
  const Change change(*this);
  const Descriptor source_folder = open_parent(root(), source);
  const Descriptor target_folder = open_parent(root(), target, true);
  rename_new(source_folder.get(), source.name(), target_folder.get(), target.name(), to);
}

void Project::duplicate(const std::string& from, const std::string& to) {
  const SafePath target = safe_path(to);
  struct stat status {};
  const Descriptor file = open(from, status);
  if (status.st_size > static_cast<off_t>(max_upload_bytes))
    throw Refusal(413, from, "is longer than 256 MiB", "", "Copy it with another program");
  upload(to, [&](const std::function<void(std::string_view)>& put) {
    char buffer[1 << 16];
    for (;;) {
      const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return count == 0;
      put({buffer, static_cast<std::size_t>(count)});
    }
  });
}

std::string Project::remove(const std::string& path) {
  const SafePath target = safe_path(path);
  const Change change(*this);
  const Descriptor folder = open_parent(root(), target), bin = change.folder("bin");
  std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%S", &parts);
  const std::string kept = target.name().substr(target.name().size() > 200 ? target.name().size() - 200 : 0);
  const std::string name = fmt::format("{}_{}_{}", stamp, random_name(4), kept);
  rename_new(folder.get(), target.name(), bin.get(), name, path);
  return fmt::format("{}/bin/{}", own_folder, name);
}

void Project::upload(const std::string& path,
                     const std::function<bool(const std::function<void(std::string_view)>& put)>& fill) {
  const SafePath target = safe_path(path);
  const Descriptor folder = open_parent(root(), target, true);
  const std::string hidden = "." + random_name(16) + ".part";
  const Descriptor file(
      ::openat(folder.get(), hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file) throw Refusal(403, path, "cannot be written: " + std::generic_category().message(errno));
  try {
    std::size_t size = 0;
    const bool whole = fill([&](std::string_view piece) {
      size += piece.size();
      if (size > max_upload_bytes)
        throw Refusal(413, path, "is longer than 256 MiB", "", "Copy it with another program");
      write_piece(file.get(), piece, path);
    });
    if (!whole) throw Refusal(400, path, "did not arrive as a whole", "", "Send it again");
    if (::fsync(file.get()) != 0)
      throw Refusal(507, path, "cannot be written: " + std::generic_category().message(errno));
    const Change change(*this);
    rename_new(folder.get(), hidden, folder.get(), target.name(), path);
  } catch (...) {
    ::unlinkat(folder.get(), hidden.c_str(), 0);
    throw;
  }
  give_to_disk(folder.get());
}

}  // namespace flangeway::workbench
