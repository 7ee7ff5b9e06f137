#include "flangeway/quasistatic/table_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <sstream>

#include "flangeway/document/file.hpp"
#include "flangeway/document/table_text.hpp"

namespace flangeway::quasistatic {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (const document::Field& field : document::split(line, ',')) cells.emplace_back(field.text);
  return cells;
}

std::vector<std::string> names_of(const std::vector<TableColumn>& columns) {
  std::vector<std::string> names;
  for (const TableColumn& column : columns) names.push_back(column.name);
  return names;
}

std::optional<TableRow> row_of(const std::filesystem::path& file, int line, const std::string& text,
                               const std::vector<TableColumn>& columns, Findings& findings) {
  const std::vector<std::string> cells = cells_of(text);
  if (cells.size() != columns.size()) {
    findings.add({{file.string(), line, 1},
                  "",
                  fmt::format("has {} values", cells.size()),
                  "",
                  fmt::format("{} values: {}", columns.size(), fmt::join(names_of(columns), ",")),
                  ""});
    return std::nullopt;
  }
  const std::size_t before = findings.all().size();
  TableRow row{line, {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto value = document::parse_number(cells[i]);
    if (!value || !std::isfinite(*value)) {
      findings.add({{file.string(), line, 1}, columns[i].name, "is no finite number", cells[i], "", ""});
      return std::nullopt;
    }
    if (std::abs(*value) > columns[i].limit)
      findings.add({{file.string(), line, 1},
                    columns[i].name,
                    columns[i].beyond,
                    fmt::format("{:g}", *value),
                    fmt::format("{0:g} to {1:g}{2}", -columns[i].limit, columns[i].limit, columns[i].unit),
                    ""});
    row.values.push_back(*value);
  }
  return findings.all().size() == before ? std::optional(std::move(row)) : std::nullopt;
}

}  // namespace

std::optional<std::vector<TableRow>> read_table(const std::filesystem::path& file,
                                                const std::vector<TableColumn>& columns, std::size_t least,
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
      if (cells_of(line) == names_of(columns)) continue;
      findings.add({{file.string(), 1, 1},
                    "",
                    "does not begin with the names of the columns",
                    line,
                    fmt::format("{}", fmt::join(names_of(columns), ",")),
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
