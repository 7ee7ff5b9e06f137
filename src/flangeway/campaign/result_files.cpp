// The table of a study as files.
#include <algorithm>
#include <system_error>

#include "flangeway/campaign/study.hpp"
#include "flangeway/results/table.hpp"

namespace flangeway::campaign {
namespace {

// Numbers where every cell that is not empty is one, and at least one or the unit says so.
bool is_numeric(const Table& table, std::size_t column) {
  bool any = !table.columns[column].unit.empty();
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row][column].empty()) continue;
    const double value = table.number(row, column);
    if (value != value) return false;
    any = true;
  }
  return any;
}

std::vector<results::TableColumn> columns_of(const Table& table) {
  std::vector<results::TableColumn> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& from = table.columns[i];
    results::TableColumn to{from.name, from.unit, from.doc};
    const bool numeric = is_numeric(table, i);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      if (numeric) {
        to.numbers.push_back(table.number(row, i));
      } else {
        to.texts.push_back(table.rows[row][i]);
      }
    }
    columns.push_back(std::move(to));
  }
  return columns;
}

}  // namespace

void write_tables(const Study& study, const StudyFolder& folder, const Table& table) {
  folder.write("results.csv", csv(table));
  Findings findings;
  const Identity& from = study.identity;
  results::write_table((folder.path() / "results.h5").string(), columns_of(table),
                       {{"format", "flangeway study table"},
                        {"version", from.version},
                        {"commit", from.commit},
                        {"name", study.spec.name.value},
                        {"settings", from.settings},
                        {"runs", std::to_string(study.plan.runs.size())}},
                       findings);
  if (!findings.empty()) throw std::system_error(std::make_error_code(std::errc::io_error), findings.text());
}

}  // namespace flangeway::campaign
