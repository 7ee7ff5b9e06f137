// Places in a text, found without counting its lines each time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::track {

class LineIndex {
 public:
  /// Text and name must live as long as the index.
  LineIndex(std::string_view text, const std::string& file);
  [[nodiscard]] SourceLocation place(std::size_t offset) const;

 private:
  std::string_view text_;
  const std::string& file_;
  std::vector<std::size_t> lines_;  // offsets at which the lines after the first one begin
};

}  // namespace flangeway::track
