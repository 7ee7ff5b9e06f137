#include "flangeway/campaign/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"

namespace flangeway::campaign {
namespace {

using Json = nlohmann::json;

std::string number_text(const Json& value) {
  if (value.is_number_integer()) return fmt::format("{}", value.get<long long>());
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  return value.is_string() ? value.get<std::string>() : "";
}

/// A value of the summary by its path; "" if it is not there.
std::string at(const Json& summary, const char* pointer) {
  const Json::json_pointer path(pointer);
  return summary.contains(path) ? number_text(summary.at(path)) : "";
}

/// The largest value that any wheel has.
std::string over_wheels(const Json& summary, const char* key) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Json& wheel : summary.value("wheels", Json::object())) {
    if (wheel.contains(key) && wheel.at(key).is_number())
      largest = std::max(largest, wheel.at(key).get<double>());
  }
  return std::isfinite(largest) ? fmt::format("{}", largest) : "";
}

struct Source {
  Column column;
  const char *pointer, *wheel_key;
};

// Columns taken from a summary. Keys that only some integrators give stay empty for the others.
const std::vector<Source>& sources() {
  static const std::vector<Source> all{
      {{"status", "", "completed, derailed or failed"}, "/status", nullptr},
      {{"failure", "", "what failed, when and where; where a wheel derailed"}, "/failure", nullptr},
      {{"admissible", "", "false if a wheel was pulled onto its rail"}, "/admissible", nullptr},
      {{"time", "s", "simulated time"}, "/time", nullptr},
      {{"distance", "m", "distance run"}, "/distance", nullptr},
      {{"steps", "1", "accepted steps"}, "/steps", nullptr},
      {{"evaluations", "1", "evaluations of the derivative"}, "/evaluations", nullptr},
      {{"jacobians", "1", "Jacobians, of integrators that use them"}, "/integration/jacobians", nullptr},
      {{"rejected_steps", "1", "steps that were repeated shorter"}, "/integration/rejected_steps", nullptr},
      {{"halvings", "1", "times that a fixed step was halved"}, "/integration/halvings", nullptr},
      {{"wall_time", "s", "time that the run took, others on the same machine included"},
       "/wall_time",
       nullptr},
      {{"cpu_time", "s", "processor time of the run's thread: what others took meanwhile is not in it"},
       "/cpu_time",
       nullptr},
      {{"cpu_time_deviation", "s", "standard deviation of cpu_time over the repetitions"},
       "/cpu_time_deviation",
       nullptr},
      {{"real_time_factor", "1", "simulated time over wall time"}, "/real_time_factor", nullptr},
      {{"error_max", "1", "largest error against the reference"}, nullptr, nullptr},
      {{"error_mean", "1", "mean error against the reference"}, nullptr, nullptr},
      {{"YQ_max", "1", "largest Y/Q of any wheel, towards the field side"}, nullptr, "YQ_max"},
      {{"Q_max", "N", "largest vertical force of any wheel"}, nullptr, "Q_max"},
      {{"Y_max", "N", "largest |Y| of any wheel"}, nullptr, "Y_max"},
      {{"contact_angle_max", "rad", "largest contact angle of any wheel"}, nullptr, "contact_angle_max"},
      {{"flange_time", "s", "longest flange contact of any wheel"}, nullptr, "flange_time"},
      {{"tensile_time", "s", "longest pull of the constraint of any wheel"}, nullptr, "tensile_time"},
      {{"critical_speed", "m/s", "linear critical speed; empty if there is none in the range"},
       "/critical_speed",
       nullptr},
      {{"position_drift", "m", "largest drift off the rails in a step"}, "/drift/position", nullptr},
      {{"velocity_drift", "m/s", "the same of the velocity"}, "/drift/velocity", nullptr},
  };
  return all;
}

std::string derailment_text(const Json& summary) {
  const auto found = summary.find("derailment");
  if (found == summary.end() || !found->is_object()) return "";
  return fmt::format("{} at {} s, {} m: {}", at(summary, "/derailment/wheel"),
                     at(summary, "/derailment/time"), at(summary, "/derailment/distance"),
                     at(summary, "/derailment/kind"));
}

std::string told_cell(const std::string& name, const Score& score) {
  const auto told = score.told.find(name);
  return told == score.told.end() ? "" : fmt::format("{}", told->second);
}

std::string cell(const Source& source, const Json& summary, const Score& score) {
  const std::string& name = source.column.name;
  if (!score.told.empty() && score.told.count(name) > 0) return told_cell(name, score);
  if (name == "error_max") return score.error ? fmt::format("{}", score.error->largest) : "";
  if (name == "error_mean") return score.error ? fmt::format("{}", score.error->mean) : "";
  if (source.wheel_key != nullptr) return over_wheels(summary, source.wheel_key);
  const std::string text = at(summary, source.pointer);
  return name == "failure" && text.empty() ? derailment_text(summary) : text;
}

std::string largest_name(const std::string& channel) {
  return fmt::format("max_abs({})", channel);
}

// Columns of recorded channels, as far as any run has them.
std::vector<Column> largest_columns(const std::vector<std::optional<Score>>& scores) {
  std::vector<Column> columns;
  for (const auto& score : scores) {
    if (!score) continue;
    for (const Largest& largest : score->largest) {
      const std::string name = largest_name(largest.channel);
      const bool known = std::any_of(columns.begin(), columns.end(),
                                     [&](const Column& column) { return column.name == name; });
      if (!known) columns.push_back({name, largest.unit, "largest recorded |" + largest.channel + "|"});
    }
  }
  return columns;
}

// Adds columns from told results that no run of ours has.
void add_told_columns(const std::vector<std::optional<Score>>& scores, std::vector<Column>& columns) {
  const std::vector<Column> own = result_columns();
  const auto has = [](const std::vector<Column>& known, const std::string& name) {
    return std::any_of(known.begin(), known.end(), [&](const Column& column) { return column.name == name; });
  };
  for (const auto& score : scores) {
    if (!score) continue;
    for (const auto& [name, value] : score->told)
      if (!has(own, name) && !has(columns, name)) columns.push_back({name, "", "made elsewhere"});
  }
}

std::vector<std::string> make_row(const Plan& plan, const Run& run, const Score& score,
                                  const std::vector<Column>& channels) {
  std::vector<std::string> row{run.name};
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
    row.push_back(run.place[axis] == none ? "" : plan.axes[axis].points[run.place[axis]].label);
  const Json summary = Json::parse(score.summary, nullptr, false);
  for (const Source& source : sources()) row.push_back(cell(source, summary, score));
  for (const Column& column : channels) {
    const auto found = std::find_if(score.largest.begin(), score.largest.end(), [&](const Largest& largest) {
      return largest_name(largest.channel) == column.name;
    });
    row.push_back(found == score.largest.end() ? told_cell(column.name, score)
                                               : fmt::format("{}", found->value));
  }
  return row;
}

// A column that no run has a value in says nothing: jacobians of explicit integrators, errors without a
// reference.
void drop_empty_columns(Table& table) {
  static constexpr const char* optional_columns[] = {"jacobians", "rejected_steps", "halvings",
                                                     "error_max", "error_mean",     "critical_speed"};
  for (const char* name : optional_columns) {
    const std::size_t column = table.find(name).value();
    const bool counts = std::string_view(name) == "jacobians" || std::string_view(name) == "rejected_steps" ||
                        std::string_view(name) == "halvings";
    const auto says_nothing = [&](const auto& row) {
      return row[column].empty() || (counts && row[column] == "0");
    };
    if (!std::all_of(table.rows.begin(), table.rows.end(), says_nothing)) continue;
    const auto place = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + place);
    for (auto& row : table.rows) row.erase(row.begin() + place);
  }
}

void add_line(std::string& out, const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    line += csv_cell(cells[i]);
  }
  out += line;
  out += '\n';
}

}  // namespace

std::optional<std::size_t> Table::find(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
  }
  return std::nullopt;
}

double Table::number(std::size_t row, std::size_t column) const {
  const std::string& text = rows[row][column];
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

std::vector<Column> result_columns() {
  std::vector<Column> columns;
  for (const Source& source : sources()) columns.push_back(source.column);
  return columns;
}

Table make_table(const Plan& plan, const Scores& scores) {
  const std::vector<std::optional<Score>> all = scores.all();
  Table table;
  table.columns.push_back({run_column, "", "number in the grid, or the reference"});
  for (const Axis& axis : plan.axes) table.columns.push_back({axis.name, "", axis.title});
  for (const Column& column : result_columns()) table.columns.push_back(column);
  std::vector<Column> channels = largest_columns(all);
  add_told_columns(all, channels);
  table.columns.insert(table.columns.end(), channels.begin(), channels.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]) continue;
    table.runs.push_back(i);
    table.rows.push_back(make_row(plan, plan.runs[i], *all[i], channels));
  }
  drop_empty_columns(table);
  return table;
}

std::string csv(const Table& table) {
  std::vector<std::string> header;
  for (const Column& column : table.columns) {
    const bool bare = column.unit.empty() || column.unit == "1";
    header.push_back(bare ? column.name : fmt::format("{} [{}]", column.name, column.unit));
  }
  std::string text;
  add_line(text, header);
  for (const auto& row : table.rows) add_line(text, row);
  return text;
}

}  // namespace flangeway::campaign
