// Writes channels as CSV text for spreadsheets and scripts.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"

namespace flangeway::results {

/// Comma separated: one header line with `name [unit]` (the name alone for a pure number), then one line per
/// row. Numbers are in the shortest form that reads back to the same double.
void write_csv(std::ostream& out, const Reader& reader, const std::vector<std::string>& names,
               RowRange range = {});

}  // namespace flangeway::results
