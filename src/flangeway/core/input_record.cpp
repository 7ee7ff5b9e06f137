#include "flangeway/core/input_record.hpp"

#include <sys/stat.h>

#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace flangeway {
namespace {

// Links and different spellings of a path have these in common.
using Identity = std::pair<dev_t, ino_t>;

std::mutex record_mutex;
std::optional<std::set<Identity>> record;

std::optional<Identity> identity_of(const std::filesystem::path& file) {
  struct stat at {};
  if (::stat(file.c_str(), &at) != 0) return std::nullopt;
  return Identity(at.st_dev, at.st_ino);
}

}  // namespace

InputRecord::InputRecord() {
  const std::lock_guard lock(record_mutex);
  record.emplace();
}

InputRecord::~InputRecord() {
  const std::lock_guard lock(record_mutex);
  record.reset();
}

void note_input(const std::filesystem::path& file) {
  const std::lock_guard lock(record_mutex);
  if (!record) return;
  if (const std::optional<Identity> identity = identity_of(file)) record->insert(*identity);
}

bool is_noted_input(const std::filesystem::path& file) {
  const std::lock_guard lock(record_mutex);
  const std::optional<Identity> identity = record ? identity_of(file) : std::nullopt;
  return identity && record->contains(*identity);
}

}  // namespace flangeway
