// A table as an HDF5 file: one dataset for each column, of numbers or of texts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::results {

struct TableColumn {
  std::string name, unit, description;
  std::vector<double> numbers = {};     ///< NaN where there is none
  std::vector<std::string> texts = {};  ///< in place of numbers
};

/// Replaces the file. `facts` are attributes of the whole. Columns have equal length; a name that is empty,
/// used twice or has a `/` is a finding, and so is a file that cannot be written.
void write_table(const std::string& path, const std::vector<TableColumn>& columns,
                 const std::vector<std::pair<std::string, std::string>>& facts, Findings& findings);

}  // namespace flangeway::results
