#include "flangeway/results/array_writer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/results/layout.hpp"
#include "flangeway/results/record_dataset.hpp"

namespace flangeway::results {
namespace {

constexpr float not_written_value = std::numeric_limits<float>::quiet_NaN();

}  // namespace

bool ArrayWriter::create(hid_t file, const GroupNames& names, const ArrayGroup& group) {
  const Handle folder(H5Gcreate2(file, names.group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (!folder || !write_text(folder.get(), layout::description, group.description)) return false;
  for (const auto& [fact, value] : group.facts)
    if (!write_number(folder.get(), fact.c_str(), value)) return false;
  for (std::size_t i = 0; i < group.arrays.size(); ++i)
    if (!create_column(folder.get(), group.arrays[i], i)) return false;
  return checksums_.create(file, names.checksums, chunk_records_);
}

bool ArrayWriter::create_column(hid_t folder, const Array& array, std::size_t index) {
  Column column = make_column(array);
  column.dataset = create_records(folder, array, column.chunk.empty() ? H5T_IEEE_F64LE : H5T_IEEE_F32LE,
                                  chunk_records_, index);
  columns_.push_back(std::move(column));
  return static_cast<bool>(columns_.back().dataset);
}

ArrayWriter::Column ArrayWriter::make_column(const Array& array) const {
  Column column{array, {}, {}, {}};
  if (array.extents.empty()) {
    column.exact_chunk.resize(chunk_records_);
  } else {
    column.chunk.resize(chunk_records_ * array.numbers());
  }
  return column;
}

bool ArrayWriter::open(hid_t file, const GroupNames& names, const ArrayGroup& group, std::size_t records) {
  const Handle folder(H5Gopen2(file, names.group, H5P_DEFAULT), H5Gclose);
  if (!folder) return false;
  records_ = written_ = records;
  for (const Array& array : group.arrays)
    if (!open_column(folder.get(), array)) return false;
  return checksums_.open(file, names.checksums, chunk_records_, records);
}

// With the records of the chunk that goes on being filled.
bool ArrayWriter::open_column(hid_t folder, const Array& array) {
  std::optional<StoredArray> stored = open_records(folder, array.name);
  if (!stored || stored->array.extents != array.extents || stored->records < records_) return false;
  Column column = make_column(array);
  const std::size_t first = records_ / chunk_records_ * chunk_records_;
  const auto numbers = read_records(*stored, first, 1, records_ - first);
  if (!numbers) return false;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    if (column.chunk.empty()) {
      column.exact_chunk[i] = (*numbers)[i];
    } else {
      column.chunk[i] = static_cast<float>((*numbers)[i]);
    }
  }
  column.dataset = std::move(stored->dataset);
  columns_.push_back(std::move(column));
  return true;
}

bool ArrayWriter::cut() {
  return checksums_.cut(records_) &&
         std::all_of(columns_.begin(), columns_.end(), [this](const Column& column) {
           return H5Dset_extent(column.dataset.get(), extents_of(records_, column.array).data()) >= 0;
         });
}

const Array* ArrayWriter::accept(const double* record) {
  const double* from = record;
  for (const Column& column : columns_) {
    const double* to = from + column.array.numbers();
    const bool exact = !column.exact_chunk.empty();
    if (!std::all_of(from, to, [&](double x) { return std::isfinite(exact ? x : static_cast<float>(x)); }))
      return &column.array;
    from = to;
  }
  RowChecksum sum(records_);
  const std::size_t at = records_ % chunk_records_;
  from = record;
  for (Column& column : columns_) {
    const std::size_t count = column.array.numbers();
    if (!column.exact_chunk.empty()) sum.add(column.exact_chunk[at] = *from);
    // As they are read again.
    for (std::size_t i = 0; i < column.chunk.size() / chunk_records_; ++i)
      sum.add(column.chunk[at * count + i] = static_cast<float>(from[i]));
    from += count;
  }
  checksums_.set(records_++, sum);
  return nullptr;
}

std::size_t ArrayWriter::new_bytes() const {
  if (!pending() || written_ % chunk_records_ != 0) return 0;
  std::size_t bytes = checksums_.chunk_bytes();
  for (const Column& column : columns_)
    bytes += column.chunk.size() * sizeof(float) + column.exact_chunk.size() * sizeof(double);
  return bytes;
}

bool ArrayWriter::extend(Column& column, std::size_t first, std::size_t records) {
  const std::vector<hsize_t> extents = extents_of(records, column.array);
  std::vector<hsize_t> offset(extents.size(), 0);
  offset.front() = first;
  const std::size_t filled = records - first;
  const void* bytes = column.exact_chunk.data();
  std::size_t size = column.exact_chunk.size() * sizeof(double);
  if (!column.chunk.empty()) {
    std::fill(column.chunk.begin() + static_cast<std::ptrdiff_t>(filled * column.array.numbers()),
              column.chunk.end(), not_written_value);
    bytes = column.chunk.data();
    size = column.chunk.size() * sizeof(float);
  } else {
    std::fill(column.exact_chunk.begin() + static_cast<std::ptrdiff_t>(filled), column.exact_chunk.end(),
              std::numeric_limits<double>::quiet_NaN());
  }
  const hid_t dataset = column.dataset.get();
  return H5Dset_extent(dataset, extents.data()) >= 0 &&
         H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset.data(), size, bytes) >= 0;
}

bool ArrayWriter::write() {
  if (!pending()) return true;
  const std::size_t first = (records_ - 1) / chunk_records_ * chunk_records_;
  for (Column& column : columns_)
    if (!extend(column, first, records_)) return false;
  if (!checksums_.write(first, records_)) return false;
  written_ = records_;
  return true;
}

bool ArrayWriter::close() {
  bool closed = true;
  for (Column& column : columns_) closed = column.dataset.reset() && closed;
  return checksums_.close() && closed;
}

}  // namespace flangeway::results
