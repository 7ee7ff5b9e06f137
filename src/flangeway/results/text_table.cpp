#include "flangeway/results/text_table.hpp"

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "flangeway/core/sha256.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {
namespace {

constexpr std::size_t hash_bytes = 64;

std::string hash_of(std::span<const std::byte> bytes) {
  return sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Handle create_block(hid_t group, const char* name) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = 4096;
  const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(layout.get(), 1, &chunk);
  H5Pset_obj_track_times(layout.get(), false);
  return {H5Dcreate2(group, name, H5T_STD_U8LE, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
          H5Dclose};
}

Handle open_block(hid_t group, const char* name) {
  if (H5Lexists(group, name, H5P_DEFAULT) <= 0) return {};
  return {H5Dopen2(group, name, H5P_DEFAULT), H5Dclose};
}

herr_t collect_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

// Whole numbers count as texts, too: the order of the channels depends on them.
std::vector<std::string> texts_of(hid_t object, const char* name) {
  const Handle source(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(source ? H5Aget_type(source.get()) : H5I_INVALID_HID, H5Tclose);
  const H5T_class_t kind = type ? H5Tget_class(type.get()) : H5T_NO_CLASS;
  if (kind == H5T_STRING) return read_texts(object, name);
  if (kind == H5T_INTEGER) return {std::to_string(read_integer(object, name).value_or(0))};
  return {};
}

void collect(hid_t object, const std::string& path, std::vector<TextEntry>& entries) {
  std::vector<std::string> names;
  hsize_t from = 0;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &from, collect_attribute, &names);
  for (const std::string& name : names) entries.push_back({path, name, texts_of(object, name.c_str())});
  const H5I_type_t type = H5Iget_type(object);
  if (type != H5I_GROUP && type != H5I_FILE) return;
  for (const std::string& member : members(object).value_or(std::vector<std::string>{})) {
    const Handle child(H5Oopen(object, member.c_str(), H5P_DEFAULT), H5Oclose);
    if (child) collect(child.get(), path.empty() ? member : path + "/" + member, entries);
  }
}

// In a process of its own.
[[noreturn]] void read_all(hid_t file) {
  for (const int fatal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGPROF}) std::signal(fatal, SIG_DFL);
  const itimerval most{{}, {0, 500'000}};  // µs of processor time: a damaged list may go round and round
  ::setitimer(ITIMER_PROF, &most, nullptr);
  ::close(STDERR_FILENO);  // messages of a sanitizer are not meant for the user
  std::vector<TextEntry> entries;
  collect(file, "", entries);
  ::_exit(0);
}

}  // namespace

bool survives_reading(hid_t file) {
  const pid_t child = ::fork();
  if (child < 0) return true;
  if (child == 0) read_all(file);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool write_block(hid_t group, const char* name, std::span<const std::byte> bytes) {
  Handle block = open_block(group, name);
  if (!block) block = create_block(group, name);
  const hsize_t size = bytes.empty() ? 0 : hash_bytes + bytes.size();
  if (!block || H5Dset_extent(block.get(), &size) < 0) return false;
  if (bytes.empty()) return block.reset();
  const std::string hash = hash_of(bytes);
  std::vector<std::byte> all(size);
  std::transform(hash.begin(), hash.end(), all.begin(), [](char c) { return static_cast<std::byte>(c); });
  std::copy(bytes.begin(), bytes.end(), all.begin() + hash_bytes);
  const bool written =
      H5Dwrite(block.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0;
  return block.reset() && written;  // small blocks go to the disk when they are closed
}

std::optional<std::vector<std::byte>> read_block(hid_t group, const char* name) {
  const Handle block = open_block(group, name);
  const Handle space(block ? H5Dget_space(block.get()) : H5I_INVALID_HID, H5Sclose);
  hsize_t size = 0;
  const bool line = space && H5Sget_simple_extent_ndims(space.get()) == 1 &&
                    H5Sget_simple_extent_dims(space.get(), &size, nullptr) == 1;
  // A damaged extent must not become an allocation.
  if (!line || size <= hash_bytes || size > H5Dget_storage_size(block.get())) return std::nullopt;
  std::vector<std::byte> all(size);
  if (H5Dread(block.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    return std::nullopt;
  const std::string stored(reinterpret_cast<const char*>(all.data()), hash_bytes);
  all.erase(all.begin(), all.begin() + hash_bytes);
  if (stored != hash_of(all)) return std::nullopt;
  return all;
}

bool store_texts(hid_t group) {
  std::vector<TextEntry> entries;
  collect(group, "", entries);
  return write_block(group, layout::texts, encode_state(entries));
}

std::optional<StoredTexts> StoredTexts::read(hid_t group, long long format_version) {
  StoredTexts stored;
  if (format_version < layout::version_with_texts) {
    stored.group_ = group;
    return stored;
  }
  const std::optional<std::vector<std::byte>> bytes = read_block(group, layout::texts);
  if (!bytes || !decode_state(*bytes, stored.entries_)) return std::nullopt;
  return stored;
}

std::vector<std::string> StoredTexts::texts(const std::string& object, const char* name) const {
  if (group_ >= 0) {
    const Handle opened(H5Oopen(group_, object.empty() ? "." : object.c_str(), H5P_DEFAULT), H5Oclose);
    return opened ? read_texts(opened.get(), name) : std::vector<std::string>{};
  }
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const TextEntry& entry) {
    return entry.object == object && entry.name == name;
  });
  return found == entries_.end() ? std::vector<std::string>{} : found->texts;
}

std::vector<std::string> StoredTexts::members_with(const char* name, const std::string& group) const {
  std::vector<std::string> members;
  for (const TextEntry& entry : entries_) {
    if (entry.name == name && entry.object.starts_with(group + "/"))
      members.push_back(entry.object.substr(group.size() + 1));
  }
  return members;
}

std::optional<std::string> StoredTexts::text(const std::string& object, const char* name) const {
  std::vector<std::string> found = texts(object, name);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

}  // namespace flangeway::results
