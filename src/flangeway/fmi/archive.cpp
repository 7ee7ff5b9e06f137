#include "flangeway/fmi/archive.hpp"

#include <zip.h>

namespace flangeway::fmi {

Archive::Archive(const std::string& file) : zip_(zip_open(file.c_str(), ZIP_RDONLY, nullptr)) {}

Archive::~Archive() {
  if (zip_ != nullptr) zip_discard(zip_);
}

std::vector<std::string> Archive::names() const {
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip_, 0); ++i) {
    const char* name = zip_get_name(zip_, static_cast<zip_uint64_t>(i), 0);
    if (name != nullptr && *name != 0 && std::string(name).back() != '/') names.emplace_back(name);
  }
  return names;
}

bool Archive::read(const std::string& name, std::string& content) const {
  constexpr zip_uint64_t most = 512u << 20u;  // bytes: no library of a controller is larger
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_stat(zip_, name.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0 || stat.size > most)
    return false;
  zip_file_t* file = zip_fopen(zip_, name.c_str(), 0);
  if (file == nullptr) return false;
  content.resize(stat.size);
  const zip_int64_t got = zip_fread(file, content.data(), stat.size);
  return zip_fclose(file) == 0 && got == static_cast<zip_int64_t>(stat.size);
}

}  // namespace flangeway::fmi
