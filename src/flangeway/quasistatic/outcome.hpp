// Result of a quasi-static test: numbers with their limits, a table, pictures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"

namespace flangeway::quasistatic {

/// A result that people ask for by name.
struct Number {
  std::string name, unit;                      ///< SI; "1" for a pure number
  double value = 0;                            ///< NaN: not known
  std::string text;                            ///< what it is
  std::optional<double> limit = std::nullopt;  ///< upper
  std::string limit_source = {};               ///< empty: the caller gave the limit; else unverified
};

struct Column {
  std::string name, unit;
};
struct Row {
  std::string label;
  std::vector<double> values;  ///< one for each column; NaN: none
};

struct Outcome {
  std::string test, title, case_name;
  std::vector<Number> numbers = {};
  std::string label = {};  ///< of the first column
  std::vector<Column> columns = {};
  std::vector<Row> rows = {};
  std::vector<plot::Figure> figures = {};
  std::vector<std::string> notes = {};      ///< where a result does not hold
  std::size_t conditions = 0, missing = 0;  ///< all requested; those without steady running
};

/// Takes away largest values where conditions are missing, because the missing ones may be larger. A limit
/// that is exceeded stays exceeded.
void withdraw_unproven(Outcome& outcome);

[[nodiscard]] std::string text(const Outcome& outcome);
[[nodiscard]] std::string json_text(const Outcome& outcome);
[[nodiscard]] std::string csv_text(const Outcome& outcome);
[[nodiscard]] std::string page(const Outcome& outcome, const std::vector<plot::Input>& inputs,
                               const std::string& command_line);

}  // namespace flangeway::quasistatic
