#include "flangeway/quasistatic/table_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <sstream>

#include "flangeway/document/file.hpp"

namespace flangeway::quasistatic {
namespace {

std::vector<std::string> cells_of(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else if (c != ' ' && c != '\t') {
      cells.back() += c;
    }
  }
  return cells;
}

std::optional<double> finite_number(const std::string& cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<TableRow> row_of(const std::filesystem::path& file, int line, const std::string& text,
                               const std::vector<std::string>& columns, Findings& findings) {
  const std::vector<std::string> cells = cells_of(text);
  if (cells.size() != columns.size()) {
    findings.add({{file.string(), line, 1},
                  "",
                  fmt::format("has {} values", cells.size()),
                  "",
                  fmt::format("{} values: {}", columns.size(), fmt::join(columns, ",")),
                  ""});
    return std::nullopt;
  }
  TableRow row{line, {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto value = finite_number(cells[i]);
    if (!value) {
      findings.add({{file.string(), line, 1}, columns[i], "is no finite number", cells[i], "", ""});
      return std::nullopt;
    }
    row.values.push_back(*value);
  }
  return row;
}

}  // namespace

std::optional<std::vector<TableRow>> read_table(const std::filesystem::path& file,
                                                const std::vector<std::string>& columns, std::size_t least,
                                                Findings& findings) {
  constexpr std::size_t limit = 1 << 24;  // bytes
  const auto text = document::read_file(file, limit, findings);
  if (!text) return std::nullopt;
  std::istringstream lines(*text);
  std::string line;
  std::vector<TableRow> rows;
  const std::size_t before = findings.all().size();
  for (int number = 1; std::getline(lines, line); ++number) {
    if (number == 1) {
      if (cells_of(line) == columns) continue;
      findings.add({{file.string(), 1, 1},
                    "",
                    "does not begin with the names of the columns",
                    line,
                    fmt::format("{}", fmt::join(columns, ",")),
                    ""});
      return std::nullopt;
    }
    if (line.empty() || line == "\r") continue;
    if (auto row = row_of(file, number, line, columns, findings)) rows.push_back(std::move(*row));
  }
  if (rows.size() < least && findings.all().size() == before)
    findings.add({{file.string(), 0, 0},
                  "",
                  fmt::format("has {} rows", rows.size()),
                  "",
                  fmt::format("at least {}", least),
                  ""});
  if (findings.all().size() > before) return std::nullopt;
  return rows;
}

}  // namespace flangeway::quasistatic
