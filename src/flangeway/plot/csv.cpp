#include "flangeway/plot/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/plot/axis.hpp"
#include "flangeway/plot/thin.hpp"

namespace flangeway::plot {
namespace {

constexpr std::size_t most_points = 4000;  // of a line; more are thinned
constexpr double thinned_columns = 1000;   // at least as many as a picture has pixels

struct Column {
  std::string name;
  std::vector<double> values;
};

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
}

// The parts that are not empty: "Loads: left: Q in kN".
std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : ": ") + part;
  return text;
}

// A value that is missing ends what is thinned together, as it ends the line of a picture.
Series thinned(const Series& series, bool x_log) {
  Range range;
  bool found = false;
  const auto place = [&](double x) { return x_log ? log_place(x) : x; };
  for (const double x : series.x) include({place(x)}, range, found);
  range = drawable(range);
  Series few{.name = series.name};
  std::vector<Pixel> run;
  std::vector<double> xs;
  const auto finish = [&] {
    std::size_t at = 0;
    for (const Pixel& kept : thinned_line(run)) {
      while (run[at].x != kept.x || run[at].y != kept.y) ++at;
      few.x.push_back(xs[at]), few.y.push_back(kept.y);
    }
    run.clear(), xs.clear();
  };
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double share = (place(series.x[i]) - range.from) / (range.to - range.from);
    if (std::isfinite(share) && std::isfinite(series.y[i])) {
      run.push_back({share * thinned_columns, series.y[i]}), xs.push_back(series.x[i]);
    } else {
      finish();
    }
  }
  finish();
  return few;
}

Series shown(Series series, bool x_log) {
  const std::size_t size = std::min(series.x.size(), series.y.size());
  series.x.resize(size), series.y.resize(size);
  return size > most_points && series.style != Style::points ? thinned(series, x_log) : series;
}

std::vector<Column> columns_of(const Figure& figure) {
  std::vector<Column> columns;
  std::size_t x = 0;  // the column of the last x
  for (const Panel& panel : figure.panels) {
    const std::string title = figure.panels.size() > 1 ? panel.title : "";
    // Panels over the same x may leave its name to the last.
    const std::string& named =
        panel.x_label.empty() && figure.shared_x ? figure.panels.back().x_label : panel.x_label;
    const std::string x_label = named.empty() ? "x" : named;
    for (const Series& full : panel.series) {
      Series series = shown(full, panel.x_log);
      const bool same_x = !columns.empty() && columns[x].name == x_label && columns[x].values == series.x;
      // Marks on a line that is there already.
      if (same_x && series.name.empty() && columns.back().values == series.y) continue;
      if (!same_x) {
        x = columns.size();
        columns.push_back({x_label, std::move(series.x)});
      }
      const std::string name = joined({title, series.name, panel.y_label});
      columns.push_back({name.empty() ? "y" : name, std::move(series.y)});
    }
  }
  return columns;
}

std::string table(const std::vector<Column>& columns) {
  std::string text;
  std::size_t rows = 0;
  for (const Column& column : columns) {
    text += (text.empty() ? "" : ",") + csv_cell(column.name);
    rows = std::max(rows, column.values.size());
  }
  text += '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += ',';
      if (row < columns[i].values.size()) text += number(columns[i].values[row]);
    }
    text += '\n';
  }
  return text;
}

std::string cell_text(const MapPanel& panel, std::size_t i) {
  if (panel.kinds.empty()) return number(panel.values[i]);
  return csv_cell(panel.kinds.at(static_cast<std::size_t>(std::max(panel.values[i], 0.0))));
}

}  // namespace

std::string csv(const Figure& figure) {
  return table(columns_of(figure));
}

std::string csv(const MapFigure& figure) {
  const bool arrows = std::any_of(figure.panels.begin(), figure.panels.end(),
                                  [](const MapPanel& panel) { return !panel.arrows.x.empty(); });
  std::string text = fmt::format("panel,{},{},value,unit{}\n", csv_cell(figure.x_label),
                                 csv_cell(figure.y_label), arrows ? ",arrow along x,arrow along y" : "");
  for (const MapPanel& panel : figure.panels) {
    const MapGrid& grid = panel.grid;
    for (std::size_t i = 0; i < panel.values.size(); ++i) {
      if (!std::isfinite(panel.values[i])) continue;
      text += fmt::format("{},{},{},{},{}", csv_cell(panel.title),
                          number(grid.x_first + static_cast<double>(i % grid.nx) * grid.dx),
                          number(grid.y_first + static_cast<double>(i / grid.nx) * grid.dy),
                          cell_text(panel, i), csv_cell(panel.unit));
      if (arrows)
        text += panel.arrows.x.empty()
                    ? ",,"
                    : fmt::format(",{},{}", number(panel.arrows.x[i]), number(panel.arrows.y[i]));
      text += '\n';
    }
  }
  return text;
}

}  // namespace flangeway::plot
