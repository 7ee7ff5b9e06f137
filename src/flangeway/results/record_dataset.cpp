#include "flangeway/results/record_dataset.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

std::vector<hsize_t> extents_of(hsize_t records, const Array& array) {
  std::vector<hsize_t> extents{records};
  extents.insert(extents.end(), array.extents.begin(), array.extents.end());
  return extents;
}

Handle create_records(hid_t folder, const Array& array, hid_t type, hsize_t chunk_records,
                      std::size_t index) {
  constexpr double not_written = std::numeric_limits<double>::quiet_NaN();
  const std::vector<hsize_t> extents = extents_of(0, array), chunk = extents_of(chunk_records, array);
  std::vector<hsize_t> most = extents;
  most.front() = H5S_UNLIMITED;
  const int rank = static_cast<int>(extents.size());
  const Handle space(H5Screate_simple(rank, extents.data(), most.data()), H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(layout.get(), rank, chunk.data());
  H5Pset_fill_value(layout.get(), H5T_NATIVE_DOUBLE, &not_written);
  H5Pset_obj_track_times(layout.get(), false);
  Handle dataset(
      H5Dcreate2(folder, array.name.c_str(), type, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
      H5Dclose);
  const hid_t id = dataset.get();
  const bool done = dataset && write_text(id, layout::unit, array.unit) &&
                    write_text(id, layout::frame, array.frame) &&
                    write_text(id, layout::description, array.description) &&
                    write_integer(id, layout::index, static_cast<long long>(index));
  return done ? std::move(dataset) : Handle{};
}

std::optional<StoredArray> open_records(hid_t folder, const std::string& name) {
  StoredArray stored;
  stored.dataset = {H5Dopen2(folder, name.c_str(), H5P_DEFAULT), H5Dclose};
  if (!stored.dataset) return std::nullopt;
  const hid_t id = stored.dataset.get();
  const Handle space(H5Dget_space(id), H5Sclose);
  constexpr int max_dimensions = 4;
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : 0;
  if (!has_numbers(id) || rank < 1 || rank > max_dimensions) return std::nullopt;
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
  hsize_t product = 1;
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (extents[i] == 0 || extents[i] > (hsize_t{1} << 20) / product) return std::nullopt;
    product *= extents[i];
  }
  if (!is_backed(id, extents[0], product)) return std::nullopt;
  stored.records = extents[0];
  stored.index = read_integer(id, layout::index).value_or(0);
  stored.array = {name, "", "", "", {extents.begin() + 1, extents.end()}};
  return stored;
}

void read_texts_of(StoredArray& stored, const StoredTexts& texts, const std::string& path) {
  if (const auto index = texts.text(path, layout::index))
    (void)std::from_chars(index->data(), index->data() + index->size(), stored.index);
  stored.array.unit = texts.text(path, layout::unit).value_or("");
  stored.array.frame = texts.text(path, layout::frame).value_or("");
  stored.array.description = texts.text(path, layout::description).value_or("");
}

std::optional<std::vector<double>> read_records(const StoredArray& stored, hsize_t from, hsize_t every,
                                                hsize_t count) {
  std::vector<double> numbers(count * stored.array.numbers());
  if (count == 0) return numbers;
  const std::vector<hsize_t> counts = extents_of(count, stored.array);
  std::vector<hsize_t> start(counts.size(), 0), stride(counts.size(), 1);
  start.front() = from, stride.front() = every;
  const hid_t dataset = stored.dataset.get();
  const Handle in_file(H5Dget_space(dataset), H5Sclose);
  const Handle in_memory(H5Screate_simple(static_cast<int>(counts.size()), counts.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), stride.data(), counts.data(),
                          nullptr) < 0 ||
      H5Dread(dataset, H5T_NATIVE_DOUBLE, in_memory.get(), in_file.get(), H5P_DEFAULT, numbers.data()) < 0) {
    return std::nullopt;
  }
  return numbers;
}

bool is_written(const StoredArray& stored, hsize_t record) {
  const auto numbers = read_records(stored, record, 1, 1);
  return numbers && std::all_of(numbers->begin(), numbers->end(), [](double x) { return std::isfinite(x); });
}

hsize_t written_records(const StoredArray& stored, hsize_t records) {
  while (records > 0 && !is_written(stored, records - 1)) --records;
  return records;
}

}  // namespace flangeway::results
