#include "flangeway/results/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "flangeway/core/csv_cell.hpp"

namespace flangeway::results {

namespace {

// Rows read at a time, so that a long file does not have to fit into memory.
constexpr std::size_t block = 8192;

std::string header(const Reader& reader, const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) {
    const auto& channels = reader.channels();
    const auto found =
        std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == name; });
    const std::string unit = found == channels.end() ? "" : found->unit;
    if (!line.empty()) line += ',';
    line += csv_cell(unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit));
  }
  return line + '\n';
}

void write_block(std::ostream& out, const std::vector<std::vector<double>>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.front().size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      // fmt's {} is the shortest text that reads back to the same double.
      fmt::format_to(std::back_inserter(text), "{}{}", j == 0 ? "" : ",", columns[j][i]);
    }
    text += '\n';
  }
  out << text;
}

}  // namespace

void write_csv(std::ostream& out, const Reader& reader, const std::vector<std::string>& names,
               RowRange range) {
  if (names.empty()) return;
  out << header(reader, names);
  const std::size_t end = std::min(range.to, reader.rows());
  const std::size_t stride = block * range.every;
  for (std::size_t from = range.from; from < end; from += stride) {
    std::vector<std::vector<double>> columns;
    for (const std::string& name : names) {
      columns.push_back(reader.read(name, {from, std::min(end, from + stride), range.every}));
    }
    write_block(out, columns);
  }
}

}  // namespace flangeway::results
