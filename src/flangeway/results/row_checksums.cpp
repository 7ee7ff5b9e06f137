#include "flangeway/results/row_checksums.hpp"

#include <algorithm>
#include <limits>

#include "flangeway/results/layout.hpp"

namespace flangeway::results {
namespace {

constexpr const char* checksums_description =
    "a checksum of the numbers of each row, in the order of their index (docs/results.md)";

std::optional<std::vector<std::uint64_t>> read_sums(hid_t dataset, hsize_t from, hsize_t count) {
  std::vector<std::uint64_t> sums(count);
  if (count == 0) return sums;
  const Handle in_file(H5Dget_space(dataset), H5Sclose);
  const Handle in_memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, &from, nullptr, &count, nullptr) < 0 ||
      H5Dread(dataset, H5T_NATIVE_UINT64, in_memory.get(), in_file.get(), H5P_DEFAULT, sums.data()) < 0)
    return std::nullopt;
  return sums;
}

// As many as a dataset of checksums has; 0 where it is none.
hsize_t sums_in(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose);
  hsize_t size = 0;
  const bool right = space && type && H5Tequal(type.get(), H5T_STD_U64LE) > 0 &&
                     H5Sget_simple_extent_ndims(space.get()) == 1;
  return right && H5Sget_simple_extent_dims(space.get(), &size, nullptr) == 1 ? size : 0;
}

// The first of rows `from` to `from` + sums.size() with another checksum.
std::optional<std::size_t> first_damaged(const std::vector<const StoredArray*>& columns, std::size_t from,
                                         const std::vector<std::uint64_t>& sums) {
  std::vector<RowChecksum> found;
  for (std::size_t i = 0; i < sums.size(); ++i) found.emplace_back(from + i);
  for (const StoredArray* column : columns) {
    const auto numbers = read_records(*column, from, 1, sums.size());
    if (!numbers) return from;
    const std::size_t width = column->array.numbers();
    for (std::size_t i = 0; i < numbers->size(); ++i) found[i / width].add((*numbers)[i]);
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (found[i].value() != sums[i]) return from + i;
  return std::nullopt;
}

}  // namespace

bool RowChecksums::create(hid_t file, const char* name, std::size_t chunk_rows) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = chunk_rows;
  const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(layout.get(), 1, &chunk);
  H5Pset_fill_value(layout.get(), H5T_NATIVE_UINT64, &RowChecksum::not_written);
  H5Pset_obj_track_times(layout.get(), false);
  dataset_ = {H5Dcreate2(file, name, H5T_STD_U64LE, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
              H5Dclose};
  chunk_.assign(chunk_rows, RowChecksum::not_written);
  return dataset_ && write_text(dataset_.get(), layout::description, checksums_description);
}

bool RowChecksums::open(hid_t file, const char* name, std::size_t chunk_rows, std::size_t rows) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return true;
  dataset_ = {H5Dopen2(file, name, H5P_DEFAULT), H5Dclose};
  chunk_.assign(chunk_rows, RowChecksum::not_written);
  const std::size_t first = rows / chunk_rows * chunk_rows;
  if (!dataset_ || sums_in(dataset_.get()) < rows) return false;
  const auto sums = read_sums(dataset_.get(), first, rows - first);
  if (!sums) return false;
  std::copy(sums->begin(), sums->end(), chunk_.begin());
  return true;
}

bool RowChecksums::cut(std::size_t rows) {
  const hsize_t extent = rows;
  return !dataset_ || H5Dset_extent(dataset_.get(), &extent) >= 0;
}

bool RowChecksums::write(std::size_t first, std::size_t rows) {
  if (!dataset_) return true;
  const hsize_t extent = rows, offset = first;
  std::fill(chunk_.begin() + static_cast<std::ptrdiff_t>(rows - first), chunk_.end(),
            RowChecksum::not_written);
  return H5Dset_extent(dataset_.get(), &extent) >= 0 &&
         H5Dwrite_chunk(dataset_.get(), H5P_DEFAULT, 0, &offset, chunk_bytes(), chunk_.data()) >= 0;
}

RowCheck check_rows(hid_t file, const char* name, const std::vector<const StoredArray*>& columns,
                    std::size_t rows) {
  RowCheck check{rows, {}};
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return check;
  const Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!dataset) return {rows, 0};
  check.rows = std::min<std::size_t>(rows, sums_in(dataset.get()));
  // A run that was killed in the middle of a flush may not have written the last ones.
  constexpr std::size_t most = 8192;  // rows at a time
  for (std::size_t from = 0; from < check.rows && !check.damaged; from += most) {
    auto sums = read_sums(dataset.get(), from, std::min(most, check.rows - from));
    if (!sums) return {check.rows, from};
    if (from + sums->size() == check.rows) {
      while (!sums->empty() && sums->back() == RowChecksum::not_written) sums->pop_back();
      check.rows = from + sums->size();
    }
    check.damaged = first_damaged(columns, from, *sums);
  }
  return check;
}

}  // namespace flangeway::results
