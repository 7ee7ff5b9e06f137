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
struct Record {
  std::set<Identity> inputs, outputs;
};
std::optional<Record> record;

std::optional<Identity> identity_of(const std::filesystem::path& file) {
  struct stat at {};
  if (::stat(file.c_str(), &at) != 0) return std::nullopt;
  return Identity(at.st_dev, at.st_ino);
}

void note(const std::filesystem::path& file, std::set<Identity> Record::*kind) {
  const std::lock_guard lock(record_mutex);
  if (!record) return;
  if (const std::optional<Identity> identity = identity_of(file)) ((*record).*kind).insert(*identity);
}

bool is_noted(const std::filesystem::path& file, std::set<Identity> Record::*kind) {
  const std::lock_guard lock(record_mutex);
  const std::optional<Identity> identity = record ? identity_of(file) : std::nullopt;
  return identity && ((*record).*kind).contains(*identity);
}

// The place of a file that is not there yet, behind the links that lead to it.
std::filesystem::path place_of(std::filesystem::path file) {
  namespace fs = std::filesystem;
  constexpr int max_links = 40;  // as many as Linux follows
  std::error_code ignored;
  file = fs::absolute(file, ignored);
  for (int links = 0; links < max_links && fs::is_symlink(fs::symlink_status(file, ignored)); ++links)
    file = file.parent_path() / fs::read_symlink(file, ignored);
  const fs::path folder = fs::weakly_canonical(file.parent_path(), ignored);
  return (folder.empty() ? file.parent_path() : folder) / file.filename();
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
  note(file, &Record::inputs);
}

bool is_noted_input(const std::filesystem::path& file) {
  return is_noted(file, &Record::inputs);
}

void note_output(const std::filesystem::path& file) {
  note(file, &Record::outputs);
}

bool is_noted_output(const std::filesystem::path& file) {
  return is_noted(file, &Record::outputs);
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  if (a.empty() || b.empty()) return false;
  const std::optional<Identity> one = identity_of(a);
  return one ? one == identity_of(b) : place_of(a) == place_of(b);
}

}  // namespace flangeway
