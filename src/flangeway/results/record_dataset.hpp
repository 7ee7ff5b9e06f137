// Datasets that grow record by record: the numbers of a channel, or arrays of them. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/results/deformed_track.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/text_table.hpp"

namespace flangeway::results {

/// Extents for a number of records.
[[nodiscard]] std::vector<hsize_t> extents_of(hsize_t records, const Array& array);

/// Without records yet, in chunks, uncompressed (a chunk keeps its place when it is written again), with the
/// attributes of the array and its place among others. Numbers never written read as NaN.
[[nodiscard]] Handle create_records(hid_t folder, const Array& array, hid_t type, hsize_t chunk_records,
                                    std::size_t index);

/// As it stands in a file.
struct StoredArray {
  Array array;
  Handle dataset;
  long long index = 0;
  hsize_t records = 0;
};
/// Nothing where there is no such dataset, or none that can hold what its extents say.
[[nodiscard]] std::optional<StoredArray> open_records(hid_t folder, const std::string& name);
/// Place, unit, frame and description of the dataset of this path.
void read_texts_of(StoredArray& stored, const StoredTexts& texts, const std::string& path);

/// Records `from`, `from + every`, … (`count` of them), one behind the other; nothing where the file cannot
/// be read.
[[nodiscard]] std::optional<std::vector<double>> read_records(const StoredArray& stored, hsize_t from,
                                                              hsize_t every, hsize_t count);

/// Whether all numbers of a record are there.
[[nodiscard]] bool is_written(const StoredArray& stored, hsize_t record);

/// How many of the first `records` are left without those at their end that were not written whole. In a
/// file whose run was killed in the middle of a flush some datasets may be one chunk ahead of others, or end
/// in numbers never written.
[[nodiscard]] hsize_t written_records(const StoredArray& stored, hsize_t records);

}  // namespace flangeway::results
