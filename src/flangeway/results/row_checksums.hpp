// A checksum for each row or record while a file grows. A complete file has a seal; the rows of a run that
// was killed have these, so that damage to them is found before they are read, continued and sealed. Private
// to the room.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "flangeway/results/checksum.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/record_dataset.hpp"

namespace flangeway::results {

/// Begins with the number of the row: two rows that are exchanged are found, too.
class RowChecksum {
 public:
  explicit RowChecksum(std::uint64_t row) : sum_(row) {}
  void add(double number) { sum_ = add_word(sum_, std::bit_cast<std::uint64_t>(number)); }
  [[nodiscard]] std::uint64_t value() const { return sum_ == not_written ? 0 : sum_; }

  static constexpr std::uint64_t not_written = ~std::uint64_t{0};

 private:
  std::uint64_t sum_;
};

/// The dataset of checksums of a file that is being written. A file of an earlier program has none, and gets
/// none: unchecked rows must not look as if they were checked.
class RowChecksums {
 public:
  bool create(hid_t file, const char* name, std::size_t chunk_rows);
  /// Goes on after so many rows. Changes nothing yet.
  bool open(hid_t file, const char* name, std::size_t chunk_rows, std::size_t rows);
  bool cut(std::size_t rows);
  void set(std::size_t row, const RowChecksum& sum) {
    if (dataset_) chunk_[row % chunk_.size()] = sum.value();
  }
  /// Hands the chunk that begins at `first` to HDF5; the file has `rows` then.
  bool write(std::size_t first, std::size_t rows);
  /// False where the last bytes could not be written.
  bool close() { return dataset_.reset(); }
  [[nodiscard]] std::size_t datasets() const { return dataset_ ? 1 : 0; }
  [[nodiscard]] std::size_t chunk_bytes() const {
    return dataset_ ? chunk_.size() * sizeof(std::uint64_t) : 0;
  }

 private:
  Handle dataset_;
  std::vector<std::uint64_t> chunk_;
};

/// Result of comparing rows with their checksums.
struct RowCheck {
  std::size_t rows = 0;                ///< requested rows whose checksums are written
  std::optional<std::size_t> damaged;  ///< the first row whose numbers are not those that were written
};
/// Reads the first `rows` of all columns, which stand in the order in which they were written. All rows are
/// right where the file has no such checksums.
[[nodiscard]] RowCheck check_rows(hid_t file, const char* name,
                                  const std::vector<const StoredArray*>& columns, std::size_t rows);

}  // namespace flangeway::results
