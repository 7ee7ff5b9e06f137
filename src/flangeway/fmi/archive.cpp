#include "flangeway/fmi/archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace flangeway::fmi {
namespace {

// No FMU of a controller is larger. Tables of numbers pack into a tenth to a fiftieth of their size; an
// archive that is made to fill a disk packs into a thousandth.
constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t max_bytes = 1024 * mebibyte;     // unpacked, all files together
constexpr std::uint64_t always_allowed = 64 * mebibyte;  // whatever the ratio
constexpr std::uint64_t max_ratio = 100;                 // unpacked over packed
constexpr std::size_t part = std::size_t{1} << 20;       // bytes at a time

std::optional<std::uint64_t> stated_size(zip* archive, const std::string& name) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_stat(archive, name.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0)
    return std::nullopt;
  return stat.size;
}

zip* open_archive(const std::string& file) {
  std::error_code failed;  // a pipe would be waited for
  return std::filesystem::is_regular_file(file, failed) ? zip_open(file.c_str(), ZIP_RDONLY, nullptr)
                                                        : nullptr;
}

}  // namespace

std::uint64_t max_unpacked_bytes(std::uint64_t packed_bytes) {
  const std::uint64_t by_ratio = packed_bytes > max_bytes / max_ratio ? max_bytes : max_ratio * packed_bytes;
  return std::min(max_bytes, std::max(always_allowed, by_ratio));
}

Archive::Archive(const std::string& file) : zip_(open_archive(file)) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(file, failed);
  bytes_ = failed ? 0 : size;
}

Archive::~Archive() {
  if (zip_ != nullptr) zip_discard(zip_);
}

std::vector<std::string> Archive::names() const {
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip_, 0); ++i) {
    const char* name = zip_get_name(zip_, static_cast<zip_uint64_t>(i), 0);
    if (name != nullptr && *name != 0 && std::string_view(name).back() != '/') names.emplace_back(name);
  }
  return names;
}

std::string Archive::excess() const {
  const zip_int64_t files = zip_get_num_entries(zip_, 0);
  if (files > static_cast<zip_int64_t>(max_archived_files))
    return fmt::format("has {} files, more than {}", files, max_archived_files);
  const std::uint64_t most = max_unpacked_bytes(bytes_);
  std::uint64_t sum = 0;
  for (zip_int64_t i = 0; i < files; ++i) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(zip_, static_cast<zip_uint64_t>(i), 0, &stat) != 0 ||
        (stat.valid & ZIP_STAT_SIZE) == 0)
      continue;
    const char* const name = (stat.valid & ZIP_STAT_NAME) != 0 ? stat.name : "";
    // Not added, which could overflow.
    if (stat.size > most - sum)
      return fmt::format("unpacks more than {} MiB from {:.3g} MiB, with its file \"{}\"", most / mebibyte,
                         static_cast<double>(bytes_) / static_cast<double>(mebibyte), name);
    sum += stat.size;
  }
  return "";
}

bool Archive::read(const std::string& name, std::string& content, std::uint64_t most) const {
  const auto size = stated_size(zip_, name);
  if (!size || *size > most) return false;
  content.clear();
  content.reserve(*size);
  return read(name, [&](std::string_view bytes) {
    content += bytes;
    return true;
  });
}

bool Archive::read(const std::string& name, const std::function<bool(std::string_view)>& take) const {
  const auto size = stated_size(zip_, name);
  zip_file_t* const file = size ? zip_fopen(zip_, name.c_str(), 0) : nullptr;
  if (file == nullptr) return false;
  std::string buffer(std::min<std::uint64_t>(part, *size + 1), '\0');
  std::uint64_t sum = 0;
  zip_int64_t got = 0;
  bool taken = true;
  while (taken && (got = zip_fread(file, buffer.data(), buffer.size())) > 0) {
    sum += static_cast<std::uint64_t>(got);
    taken = sum <= *size && take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
  return zip_fclose(file) == 0 && taken && got == 0 && sum == *size;
}

}  // namespace flangeway::fmi
