// Small tables of numbers in CSV files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::quasistatic {

struct TableRow {
  int line = 0;
  std::vector<double> values;
};

/// The first line has the names of the columns, in this order. At least `least` rows of finite numbers.
[[nodiscard]] std::optional<std::vector<TableRow>> read_table(const std::filesystem::path& file,
                                                              const std::vector<std::string>& columns,
                                                              std::size_t least, Findings& findings);

}  // namespace flangeway::quasistatic
