// Writes arrays record by record, beside the channels. Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/deformed_track.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/row_checksums.hpp"

namespace flangeway::results {

/// Names of a group, and of the dataset with the checksums of its records.
struct GroupNames {
  const char *group, *checksums;
};

class ArrayWriter {
 public:
  /// A chunk is written again with every flush: of large records few, of short ones many.
  explicit ArrayWriter(std::size_t chunk_records) : chunk_records_(chunk_records) {}

  /// Makes the group and its datasets.
  bool create(hid_t file, const GroupNames& names, const ArrayGroup& group);
  /// Goes on after so many records of a group that was created alike. Changes nothing yet.
  bool open(hid_t file, const GroupNames& names, const ArrayGroup& group, std::size_t records);
  /// Takes away the records behind those.
  bool cut();
  /// The array with a number that is not finite, as written, or nothing; the record is dropped then.
  /// Allocates nothing.
  [[nodiscard]] const Array* accept(const double* record);
  /// Hands the chunk being filled to HDF5, which flushes it.
  bool write();
  /// False where the last bytes could not be written.
  bool close();

  [[nodiscard]] std::size_t records() const { return records_; }
  [[nodiscard]] bool pending() const { return records_ > written_; }
  [[nodiscard]] bool chunk_is_full() const { return records_ > 0 && records_ % chunk_records_ == 0; }
  /// Size that the next write() adds to the file if it begins a chunk; 0 if it does not.
  [[nodiscard]] std::size_t new_bytes() const;
  [[nodiscard]] std::size_t datasets() const { return columns_.size() + checksums_.datasets(); }

 private:
  struct Column {
    Array array;
    Handle dataset;
    std::vector<float> chunk;
    std::vector<double> exact_chunk;  // in place of it, of an array of one number
  };
  bool create_column(hid_t folder, const Array& array, std::size_t index);
  bool open_column(hid_t folder, const Array& array);
  [[nodiscard]] Column make_column(const Array& array) const;
  static bool extend(Column& column, std::size_t first, std::size_t records);

  std::vector<Column> columns_;
  RowChecksums checksums_;
  std::size_t chunk_records_;
  std::size_t records_ = 0, written_ = 0;
};

}  // namespace flangeway::results
