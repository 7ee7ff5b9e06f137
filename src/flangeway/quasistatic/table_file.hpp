// Small tables of numbers in CSV files.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::quasistatic {

struct TableRow {
  int line = 0;
  std::vector<double> values;
};

struct TableColumn {
  std::string name;
  double limit = std::numeric_limits<double>::infinity();  ///< of the size of its values
  std::string unit = {};                                   ///< of the limit
  std::string beyond = {};  ///< the reason why values beyond the limit are refused
};

/// The first line has the names of the columns, in this order. At least `least` rows of finite numbers within
/// the limits.
[[nodiscard]] std::optional<std::vector<TableRow>> read_table(const std::filesystem::path& file,
                                                              const std::vector<TableColumn>& columns,
                                                              std::size_t least, Findings& findings);

}  // namespace flangeway::quasistatic
