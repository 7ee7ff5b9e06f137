// The shape of a flexible track around its vehicle, as it is stored in a result file (docs/results.md).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flangeway::results {

/// A quantity with more than one number per record.
struct Array {
  std::string name, unit, frame, description;
  std::vector<std::size_t> extents;  ///< of one record; empty: one number, which is then kept in 64 bits

  [[nodiscard]] std::size_t numbers() const {
    std::size_t product = 1;
    for (const std::size_t extent : extents) product *= extent;
    return product;
  }
};

/// Arrays whose records belong together; a record is the numbers of all arrays, one behind the other.
struct ArrayGroup {
  std::string description;                            ///< a sentence or two
  std::vector<std::pair<std::string, double>> facts;  ///< attributes, SI
  std::vector<Array> arrays;                          ///< none: the file has no such group

  [[nodiscard]] std::size_t numbers() const {
    std::size_t sum = 0;
    for (const Array& array : arrays) sum += array.numbers();
    return sum;
  }
};

}  // namespace flangeway::results
