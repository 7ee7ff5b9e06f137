// The analyses on the page of a study.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/campaign/analysis.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "labels.hpp"
#include "page_rows.hpp"

namespace flangeway::campaign {
namespace {

using plot::escaped;

constexpr std::size_t most_panels = 12;  // more plots of one output are not read
constexpr std::size_t map_cells = 41;

std::string end_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "–";
}

std::string estimates_html(const Analysis& analysis) {
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>quantity</th><th>about</th><th>value</th>"
      "<th>lower</th><th>upper</th></tr>\n";
  for (const Estimate& estimate : analysis.estimates) {
    const auto& [value, lower, upper] = estimate.interval;
    const bool exact = lower == upper;
    html += fmt::format("<tr><th>{}</th><td>{}</td><td>{:.4g}</td><td>{}</td><td>{}</td></tr>\n",
                        estimate.quantity, escaped(estimate.about), value, exact ? "" : end_text(lower),
                        exact ? "" : end_text(upper));
  }
  return html + "</table></div>\n";
}

// The measure of influence that this sample gives, largest first.
std::vector<Estimate> influences(const Analysis& analysis) {
  for (const char* quantity :
       {"total_order", "effect_absolute", "polynomial_total_order", "rank_correlation"}) {
    std::vector<Estimate> found;
    for (const Estimate& estimate : analysis.estimates)
      if (estimate.quantity == quantity) found.push_back(estimate);
    if (found.empty()) continue;
    std::stable_sort(found.begin(), found.end(), [](const Estimate& a, const Estimate& b) {
      return std::abs(a.interval.value) > std::abs(b.interval.value);
    });
    return found;
  }
  return {};
}

std::string tornado_html(const std::vector<Estimate>& all) {
  if (all.empty()) return "";
  const double largest = std::max(std::abs(all.front().interval.value), 1e-300);
  std::string html =
      fmt::format("<div class=\"wide\"><table class=\"numbers\">\n<tr><th>{}</th><th></th><th></th></tr>\n",
                  all.front().quantity);
  for (const Estimate& estimate : all) {
    html += fmt::format(
        "<tr><th>{}</th><td><span class=\"bar\"><i "
        "style=\"width:{:.0f}%\"></i></span></td><td>{:.3g}</td></tr>\n",
        escaped(estimate.about), 100 * std::abs(estimate.interval.value) / largest, estimate.interval.value);
  }
  return html + "</table></div>\n";
}

std::string scatter_html(const Analysis& analysis, const Plan& plan, const Table& table,
                         const std::vector<std::string>& axes) {
  const auto column = table.find(analysis.output);
  if (!column) return "";
  plot::Figure figure{.width = 700};
  const std::size_t every = drawn_every(table.rows.size(), most_points);
  for (const std::string& name : axes) {
    if (figure.panels.size() == most_panels) break;
    const std::size_t axis = plan.find_axis(name).value();
    plot::Series series{.style = plot::Style::points};
    for (std::size_t row = 0; row < table.rows.size(); row += every) {
      if (table.runs[row] < plan.references) continue;
      const std::size_t place = plan.runs[table.runs[row]].place[axis];
      series.x.push_back(plan.axes[axis].points[place].number.value_or(static_cast<double>(place + 1)));
      series.y.push_back(table.number(row, *column));
    }
    figure.panels.push_back({.x_label = plan.axes[axis].title,
                             .y_label = title_with_unit(analysis.output, analysis.unit),
                             .series = {std::move(series)},
                             .height = 160});
  }
  return plot::page_figure(figure) + drawn_note(every);
}

// The polynomial over two axes, the others at their medians.
std::string surface_html(const Analysis& analysis, const Plan& plan, const std::vector<std::string>& axes) {
  if (!analysis.polynomial || axes.size() < 2) return "";
  const std::size_t x = plan.find_axis(axes[0]).value(), y = plan.find_axis(axes[1]).value();
  const double step = 1.0 / static_cast<double>(map_cells);
  plot::MapPanel panel{.title = title_with_unit(analysis.output, analysis.unit),
                       .unit = analysis.unit,
                       .grid = {map_cells, map_cells, 50 * step, 50 * step, 100 * step, 100 * step}};
  std::vector<double> point(plan.axes.size(), 0.5);
  for (std::size_t row = 0; row < map_cells; ++row) {
    for (std::size_t cell = 0; cell < map_cells; ++cell) {
      point[x] = (static_cast<double>(cell) + 0.5) * step;
      point[y] = (static_cast<double>(row) + 0.5) * step;
      panel.values.push_back(uncertainty::value(*analysis.polynomial, point));
    }
  }
  return plot::page_figure(
             plot::MapFigure{.title = fmt::format("Polynomial of degree {}", analysis.polynomial->degree),
                             .x_label = fmt::format("{}: share of values below, %", title_of_column(axes[0])),
                             .y_label = fmt::format("{}: share of values below, %", title_of_column(axes[1])),
                             .panels = {std::move(panel)}}) +
         fmt::format(
             "<p class=\"note\">Other axes stand at their medians. Mean square error of runs that are left "
             "out: "
             "{:.3g} of the variance.</p>\n",
             analysis.polynomial->error);
}

}  // namespace

std::string analysis_html(const std::vector<Analysis>& analyses, const Plan& plan, const Table& table) {
  std::string html;
  for (const Analysis& analysis : analyses) {
    html += fmt::format("<h3>{}</h3>\n<p>{} runs used, {} left out.</p>\n",
                        escaped(title_with_unit(analysis.output, analysis.unit)), analysis.used,
                        analysis.left_out);
    const std::vector<Estimate> all = influences(analysis);
    std::vector<std::string> axes;
    for (const Estimate& estimate : all) axes.push_back(estimate.about);
    html += tornado_html(all) + surface_html(analysis, plan, axes) +
            scatter_html(analysis, plan, table, axes) + estimates_html(analysis);
    for (const std::string& note : analysis.notes)
      html += fmt::format("<p class=\"note\">{}.</p>\n", escaped(note));
  }
  return html.empty() ? "" : "<h2>Analyses</h2>\n" + html;
}

}  // namespace flangeway::campaign
