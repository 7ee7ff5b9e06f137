// The results of a study as a table of texts, for results.csv and for the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/campaign/scores.hpp"

namespace flangeway::campaign {

struct Study;

struct Column {
  std::string name, unit;  ///< unit "" for texts, "1" for pure numbers
  std::string doc;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::size_t> runs;               ///< of each row: place in the plan
  std::vector<std::vector<std::string>> rows;  ///< [row][column]; empty where there is no value
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// The cell as a number; NaN if it is none.
  [[nodiscard]] double number(std::size_t row, std::size_t column) const;
};

/// Name of the first column.
inline constexpr const char* run_column = "run";

/// Columns of a study without those of its axes and records: what plots and tables may name.
[[nodiscard]] std::vector<Column> result_columns();

/// A row for each run that has a score, in the order of the plan.
[[nodiscard]] Table make_table(const Plan& plan, const Scores& scores);

/// results.csv and results.h5 (docs/studies.md).
void write_tables(const Study& study, const StudyFolder& folder, const Table& table);

/// RFC 4180: commas, quotes and line breaks in a cell are quoted. Header: `name [unit]`.
[[nodiscard]] std::string csv(const Table& table);

}  // namespace flangeway::campaign
