#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/campaign/page.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway::campaign {
namespace {

// A result with four digits; what is no number as it is; beside a run that did not complete its status.
std::string cell_text(const Table& table, std::size_t row, std::size_t column) {
  const std::string& status = table.rows[row][*table.find("status")];
  if (status == "failed") return status;
  std::string text = table.rows[row][column];
  const bool whole = text.find_first_not_of("0123456789") == std::string::npos;
  if (const double value = table.number(row, column); std::isfinite(value) && !whole)
    text = fmt::format("{:.4g}", value);
  if (text.empty()) text = "–";
  return status == "completed" ? text : fmt::format("{} ({})", text, status);
}

void fill_cells(const Plan& plan, const Table& table, const std::vector<std::size_t>& selection,
                std::size_t rows, std::size_t columns, std::size_t value, Pivot& pivot) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Run& run = plan.runs[table.runs[row]];
    if (table.runs[row] < plan.references || !matches(run, selection)) continue;
    pivot.cells[run.place[rows]][run.place[columns]] = cell_text(table, row, value);
  }
}

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Point& point : axis.points) result.push_back(point.label);
  return result;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - std::min(width, count_code_points(text)), ' ');
  return right ? space + text : text + space;
}

}  // namespace

std::vector<Pivot> pivots(const StudySpec& spec, const Plan& plan, const Table& table) {
  std::vector<Pivot> result;
  for (const TableSpec& each : spec.tables) {
    const std::size_t rows = plan.find_axis(each.rows.value).value(),
                      columns = plan.find_axis(each.columns.value).value();
    const Axis &row_axis = plan.axes[rows], &column_axis = plan.axes[columns];
    Pivot pivot{each.title.value.empty() ? each.value.value : each.title.value,
                row_axis.name + " \\ " + column_axis.name,
                labels(column_axis),
                labels(row_axis),
                {}};
    pivot.cells.assign(row_axis.points.size(), std::vector<std::string>(column_axis.points.size()));
    Findings none_left;
    const auto selection = selected(plan, each.only, "", none_left);
    if (const auto value = table.find(each.value.value))
      fill_cells(plan, table, selection, rows, columns, *value, pivot);
    result.push_back(std::move(pivot));
  }
  return result;
}

std::string pivot_text(const Pivot& pivot) {
  std::size_t first = count_code_points(pivot.corner);
  for (const std::string& row : pivot.rows) first = std::max(first, count_code_points(row));
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < pivot.columns.size(); ++i) {
    std::size_t width = count_code_points(pivot.columns[i]);
    for (const auto& row : pivot.cells) width = std::max(width, count_code_points(row[i]));
    widths.push_back(width + 2);
  }
  std::string text = pivot.title + '\n' + padded(pivot.corner, first, false);
  for (std::size_t i = 0; i < widths.size(); ++i) text += padded(pivot.columns[i], widths[i], true);
  text += '\n';
  for (std::size_t row = 0; row < pivot.rows.size(); ++row) {
    text += padded(pivot.rows[row], first, false);
    for (std::size_t i = 0; i < widths.size(); ++i) text += padded(pivot.cells[row][i], widths[i], true);
    text += '\n';
  }
  return text;
}

}  // namespace flangeway::campaign
