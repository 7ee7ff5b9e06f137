// Reads the arrays that an ArrayWriter has written. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/results/deformed_track.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/results/record_dataset.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

class ArrayReader {
 public:
  /// The group of this name, if there is one. Returns its error, or nothing. `interrupted`: records that end
  /// in numbers never written do not count.
  [[nodiscard]] std::string open(const StoredFile& file, const char* name, const char* checksums,
                                 bool interrupted);

  [[nodiscard]] const ArrayGroup& group() const { return group_; }
  [[nodiscard]] std::size_t records() const { return records_; }
  /// Nothing where there is no such array or the file cannot be read.
  [[nodiscard]] std::optional<std::vector<double>> read(std::string_view array, RowRange range) const;

 private:
  ArrayGroup group_;
  std::vector<StoredArray> stored_;  // as in group_
  std::size_t records_ = 0;
};

}  // namespace flangeway::results
