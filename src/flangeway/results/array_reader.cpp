#include "flangeway/results/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/results/layout.hpp"
#include "flangeway/results/row_checksums.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

std::string ArrayReader::open(const StoredFile& file, const char* name, const char* checksums,
                              bool interrupted) {
  const hid_t root = file.handle.get();
  if (H5Lexists(root, name, H5P_DEFAULT) <= 0) return "";
  const Handle folder(H5Gopen2(root, name, H5P_DEFAULT), H5Gclose);
  const auto names = folder ? members(folder.get()) : std::nullopt;
  if (!names) return fmt::format("is damaged: its group {} cannot be listed", name);
  group_.description = file.texts.text(name, layout::description).value_or("");
  for (const std::string& fact : number_names(folder.get()))
    group_.facts.emplace_back(fact, read_number(folder.get(), fact.c_str()).value_or(0));
  for (const std::string& array : *names) {
    std::optional<StoredArray> stored = open_records(folder.get(), array);
    if (!stored) return fmt::format("is damaged: {} of its group {} cannot be read", array, name);
    read_texts_of(*stored, file.texts, fmt::format("{}/{}", name, array));
    stored_.push_back(std::move(*stored));
  }
  std::stable_sort(stored_.begin(), stored_.end(),
                   [](const StoredArray& a, const StoredArray& b) { return a.index < b.index; });
  hsize_t records = stored_.empty() ? 0 : stored_.front().records;
  for (const StoredArray& stored : stored_) records = std::min(records, stored.records);
  for (const StoredArray& stored : stored_) {
    group_.arrays.push_back(stored.array);
    if (interrupted) records = written_records(stored, records);
  }
  records_ = records;
  if (!interrupted) return "";
  std::vector<const StoredArray*> arrays;
  for (const StoredArray& stored : stored_) arrays.push_back(&stored);
  const RowCheck check = check_rows(root, checksums, arrays, records_);
  records_ = check.rows;
  if (check.damaged)
    return fmt::format("is damaged: record {} of its {} has a wrong checksum", *check.damaged, name);
  return "";
}

std::optional<std::vector<double>> ArrayReader::read(std::string_view array, RowRange range) const {
  for (const StoredArray& stored : stored_) {
    if (stored.array.name == array)
      return read_records(stored, range.from, range.every, count_of(range, records_));
  }
  return std::nullopt;
}

}  // namespace flangeway::results
