#include "flangeway/campaign/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "labels.hpp"
#include "page_rows.hpp"

namespace flangeway::campaign {
namespace {

constexpr double plot_height = 320;         // pixels
constexpr std::size_t most_left_out = 100;  // runs that are named

std::string title_or(const document::Located<std::string>& title, const std::string& otherwise) {
  return title.value.empty() ? otherwise : title.value;
}

// The limits of the study file, each with its name or its value.
std::vector<plot::Limit> limits_of(const PlotSpec& spec) {
  std::vector<plot::Limit> limits;
  for (std::size_t i = 0; i < spec.limits.size(); ++i)
    limits.push_back({spec.limits[i], i < spec.limit_names.size()
                                          ? spec.limit_names[i].value
                                          : fmt::format("limit {:g}", spec.limits[i])});
  return limits;
}

std::string label_of(const Plan& plan, const Table& table, const std::string& name) {
  if (const auto axis = plan.find_axis(name)) return plan.axes[*axis].title;
  return title_in_table(table, name);
}

// The rows of the table that a plot shows, and how many of them there are for each of these.
struct Rows {
  std::vector<std::size_t> rows;
  std::size_t every = 1;
};

Rows rows_of(const Plan& plan, const Table& table, const std::vector<document::Setting>& only,
             std::size_t most) {
  Findings none_left;
  const auto selection = selected(plan, only, "", none_left);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.runs[row] >= plan.references && matches(plan.runs[table.runs[row]], selection))
      rows.push_back(row);
  }
  const std::size_t every = drawn_every(rows.size(), most);
  Rows shown{{}, every};
  for (std::size_t i = 0; i < rows.size(); i += every) shown.rows.push_back(rows[i]);
  return shown;
}

struct Line {
  std::string name;
  std::vector<std::size_t> rows;
};

// One line per combination of the points of the axes in `group`.
std::vector<Line> lines_of(const PlotSpec& spec, const std::vector<std::size_t>& rows, const Table& table) {
  std::vector<Line> lines;
  for (const std::size_t row : rows) {
    std::string name;
    for (const auto& axis : spec.group) {
      const std::string& label = table.rows[row][table.find(axis.value).value()];
      name += (name.empty() ? "" : ", ") + label;
    }
    const auto known =
        std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.name == name; });
    if (known == lines.end()) {
      lines.push_back({name, {row}});
    } else {
      known->rows.push_back(row);
    }
  }
  return lines;
}

// The value of a run along an axis or column; an axis without numbers counts its points from 1.
double value_of(const Plan& plan, const Table& table, std::size_t row, const std::string& name) {
  if (const auto axis = plan.find_axis(name)) {
    const std::size_t place = plan.runs[table.runs[row]].place[*axis];
    return plan.axes[*axis].points[place].number.value_or(static_cast<double>(place + 1));
  }
  const auto column = table.find(name);
  return column ? table.number(row, *column) : std::nan("");
}

bool failed(const Table& table, std::size_t row) {
  return table.rows[row][table.find("status").value()] == "failed";
}

// Says what a reader would otherwise miss.
std::string left_out(const Plan& plan, const Table& table, const std::vector<std::size_t>& rows) {
  std::string items;
  for (std::size_t i = 0; i < std::min(rows.size(), most_left_out); ++i) {
    const Run& run = plan.runs[table.runs[rows[i]]];
    items += fmt::format("{}{} ({})", items.empty() ? "" : "; ", run.name, settings_of(plan, run));
  }
  if (rows.size() > most_left_out) items += fmt::format("; and {} more", rows.size() - most_left_out);
  return items.empty()
             ? ""
             : fmt::format("<p class=\"note\">Not drawn, because there is no such value: run {}.</p>\n",
                           plot::escaped(items));
}

// Legend of an axis without numbers: what 1, 2, … stand for.
std::string key_of_axis(const Plan& plan, const std::string& name) {
  const auto axis = plan.find_axis(name);
  if (!axis || plan.axes[*axis].points.front().number) return "";
  std::string items;
  for (std::size_t i = 0; i < plan.axes[*axis].points.size(); ++i)
    items += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, plan.axes[*axis].points[i].label);
  return fmt::format("<p class=\"note\">{}: {}.</p>\n", plot::escaped(plan.axes[*axis].title),
                     plot::escaped(items));
}

std::string result_plot(const PlotSpec& spec, const Plan& plan, const Table& table) {
  plot::Panel panel{.title = spec.title.value,
                    .x_label = title_or(spec.x_title, label_of(plan, table, spec.x.value)),
                    .y_label = title_or(spec.y_title, label_of(plan, table, spec.y.value)),
                    .limits = limits_of(spec),
                    .x_log = spec.x_log,
                    .y_log = spec.y_log,
                    .height = plot_height};
  std::vector<std::size_t> missing;
  std::size_t colour = 0;
  const Rows shown = rows_of(plan, table, spec.only, most_points);
  for (const Line& line : lines_of(spec, shown.rows, table)) {
    std::vector<std::pair<double, double>> points;
    for (const std::size_t row : line.rows) {
      const double x = value_of(plan, table, row, spec.x.value), y = value_of(plan, table, row, spec.y.value);
      const bool there = std::isfinite(x) && std::isfinite(y) && !failed(table, row) &&
                         (x > 0 || !spec.x_log) && (y > 0 || !spec.y_log);
      if (there) {
        points.emplace_back(x, y);
      } else {
        missing.push_back(row);
      }
    }
    // Over an axis a line goes along it; over a result it goes through the runs in their order.
    if (plan.find_axis(spec.x.value)) std::sort(points.begin(), points.end());
    plot::Series curve{.name = line.name, .colour = colour};
    for (const auto& [x, y] : points) curve.x.push_back(x), curve.y.push_back(y);
    plot::Series marks{.x = curve.x, .y = curve.y, .style = plot::Style::points, .colour = colour++};
    // The runs of a sample have no order that a line could show.
    if (plan.method == SampleMethod::grid || plan.method == SampleMethod::list)
      panel.series.push_back(std::move(curve));
    panel.series.push_back(std::move(marks));
  }
  return plot::page_figure({.panels = {std::move(panel)}}) + drawn_note(shown.every) +
         key_of_axis(plan, spec.x.value) + left_out(plan, table, missing);
}

std::string trace_plot(const PlotSpec& spec, const Study& study, const StudyFolder& folder,
                       const Table& table) {
  plot::Panel panel{.title = spec.title.value,
                    .x_label = "time in s",
                    .y_label = title_or(spec.y_title, title_of_column(spec.trace.value)),
                    .limits = limits_of(spec),
                    .height = plot_height};
  std::vector<std::size_t> missing;
  const Rows shown = rows_of(study.plan, table, spec.only, most_traces);
  for (const std::size_t row : shown.rows) {
    const Run& run = study.plan.runs[table.runs[row]];
    const std::optional<Outcome> outcome = folder.read(run);
    const std::vector<double>* values = outcome ? outcome->trace.find(spec.trace.value) : nullptr;
    if (values == nullptr || values->empty()) {
      missing.push_back(row);
      continue;
    }
    const auto place = static_cast<std::size_t>(values - outcome->trace.columns.data());
    if (const std::string& unit = outcome->trace.units[place]; unit != "1" && spec.y_title.value.empty())
      panel.y_label = fmt::format("{} in {}", title_of_column(spec.trace.value), unit);
    plot::Series series{.name = settings_of(study.plan, run)};
    const std::vector<double>& t = outcome->trace.columns.front();
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (t[i] < spec.from || (spec.to > 0 && t[i] > spec.to)) continue;
      series.x.push_back(t[i]);
      series.y.push_back((*values)[i]);
    }
    panel.series.push_back(std::move(series));
  }
  return plot::page_figure({.panels = {std::move(panel)}}) + drawn_note(shown.every) +
         left_out(study.plan, table, missing);
}

}  // namespace

std::string plot_html(const PlotSpec& spec, const Study& study, const StudyFolder& folder,
                      const Table& table) {
  return spec.trace.value.empty() ? result_plot(spec, study.plan, table)
                                  : trace_plot(spec, study, folder, table);
}

}  // namespace flangeway::campaign
