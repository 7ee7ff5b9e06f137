// The evolution of a profile as JSON, a text, a table and a page.
#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::evolution {
namespace {

using Json = nlohmann::ordered_json;

// A number of a step under its name in tables; nothing where there is none.
struct Column {
  const char *name, *unit, *label;
  double scale;  // from SI to the label's unit
  std::function<std::optional<double>(const Step&)> value;
};

std::optional<double> of_flange(const Step& step, double profile::FlangeMeasures::*measure) {
  return step.flange ? std::optional((*step.flange).*measure) : std::nullopt;
}

double mean_wear_number(const Line& line, const Step& step) {
  double sum = 0;
  for (std::size_t i = 0; i < step.sections.size(); ++i)
    sum += line.spec.sections[i].share * step.sections[i].wear_number;
  return sum;
}

double largest_yq(const Step& step) {
  double largest = 0;
  for (const SectionResult& section : step.sections) largest = std::max(largest, section.yq_max);
  return largest;
}

std::vector<Column> columns_of(const Line& line) {
  using profile::FlangeMeasures;
  const auto with_runs = [](const Step& step, double value) {
    return step.sections.empty() ? std::nullopt : std::optional(value);
  };
  return {
      {"mileage", "m", "mileage in km", 1e-3, [](const Step& s) { return std::optional(s.mileage); }},
      {"area_lost", "m²", "area lost in mm²", 1e6, [](const Step& s) { return std::optional(s.area_lost); }},
      {"flange_thickness", "m", "flange Sd in mm", 1e3,
       [](const Step& s) { return of_flange(s, &FlangeMeasures::thickness); }},
      {"flange_height", "m", "flange Sh in mm", 1e3,
       [](const Step& s) { return of_flange(s, &FlangeMeasures::height); }},
      {"flange_steepness", "m", "qR in mm", 1e3,
       [](const Step& s) { return of_flange(s, &FlangeMeasures::steepness); }},
      {"hollow", "m", "hollow in mm", 1e3, [](const Step& s) { return std::optional(s.hollow); }},
      {"conicity", "1", "conicity at 3 mm", 1, [](const Step& s) { return s.conicity; }},
      {"wear_number", "N", "mean Tγ in N", 1,
       [&line, with_runs](const Step& s) { return with_runs(s, mean_wear_number(line, s)); }},
      {"yq_max", "1", "largest Y/Q", 1, [with_runs](const Step& s) { return with_runs(s, largest_yq(s)); }},
      {"radius_lost", "m", "radius lost in mm", 1e3,
       [](const Step& s) { return std::optional(s.radius_lost); }}};
}

std::string csv_of(const Line& line, const std::vector<Step>& steps) {
  const std::vector<Column> columns = columns_of(line);
  std::string out = "step,reprofiled";
  for (const Column& column : columns) out += fmt::format(",{} [{}]", column.name, column.unit);
  for (const SectionSpec& section : line.spec.sections)
    out += "," + csv_cell(fmt::format("{}: Tγ [N]", section.name.value));
  out += '\n';
  for (std::size_t i = 0; i < steps.size(); ++i) {
    out += fmt::format("{},{}", i, steps[i].reprofiled ? 1 : 0);
    for (const Column& column : columns) {
      const auto value = column.value(steps[i]);
      out += value ? fmt::format(",{}", *value) : ",";
    }
    for (std::size_t j = 0; j < line.spec.sections.size(); ++j)
      out += j < steps[i].sections.size() ? fmt::format(",{}", steps[i].sections[j].wear_number) : ",";
    out += '\n';
  }
  return out;
}

plot::Series series_of(const std::vector<Step>& steps, const Column& column) {
  plot::Series series;
  for (const Step& step : steps) {
    if (const auto value = column.value(step)) {
      series.x.push_back(step.mileage * 1e-3);
      series.y.push_back(*value * column.scale);
    }
  }
  return series;
}

plot::Figure mileage_figure(const Line& line, const std::vector<Step>& steps) {
  plot::Figure figure{.shared_x = true};
  const std::vector<Column> columns = columns_of(line);
  for (std::size_t i = 1; i < columns.size(); ++i) {
    plot::Series series = series_of(steps, columns[i]);
    if (series.y.empty() || std::all_of(series.y.begin(), series.y.end(), [](double y) { return y == 0; }))
      continue;
    figure.panels.push_back({.x_label = columns.front().label, .y_label = columns[i].label, .height = 130});
    figure.panels.back().series.push_back(std::move(series));
  }
  return figure;
}

// At most eight profiles, the first and the last among them.
std::vector<std::size_t> shown_steps(std::size_t count) {
  std::vector<std::size_t> all;
  const std::size_t shown = std::min<std::size_t>(count, 8);
  for (std::size_t i = 0; i < shown; ++i) all.push_back(shown == 1 ? 0 : i * (count - 1) / (shown - 1));
  return all;
}

plot::Figure profile_figure(const std::vector<Step>& steps) {
  plot::Panel section{.x_label = "y in mm", .y_label = "z in mm", .equal_aspect = true};
  plot::Panel depth{.x_label = "y in mm", .y_label = "lost since the first profile in mm", .height = 160};
  for (const std::size_t i : shown_steps(steps.size())) {
    plot::Series shape{.name = fmt::format("{:.0f} km", steps[i].mileage * 1e-3)}, lost{.name = shape.name};
    for (std::size_t p = 0; p < steps[i].points.size(); ++p) {
      const Vec2 point = steps[i].points[p], first = steps.front().points[p];
      shape.x.push_back(point.x() * 1e3), shape.y.push_back(point.y() * 1e3);
      lost.x.push_back(first.x() * 1e3), lost.y.push_back((point - first).norm() * 1e3);
    }
    section.series.push_back(std::move(shape));
    depth.series.push_back(std::move(lost));
  }
  return {.panels = {section, depth}};
}

std::string sections_html(const Line& line, const std::vector<Step>& steps) {
  std::string html =
      "<table class=\"numbers\">\n<tr><th>section</th><th>share</th><th>first Tγ in N</th><th>last Tγ in N"
      "</th><th>largest Y/Q</th><th>status</th></tr>\n";
  const auto last =
      std::find_if(steps.rbegin(), steps.rend(), [](const Step& s) { return !s.sections.empty(); });
  if (last == steps.rend()) return "";
  for (std::size_t i = 0; i < line.spec.sections.size(); ++i) {
    double yq = 0;
    for (const Step& step : steps)
      if (!step.sections.empty()) yq = std::max(yq, step.sections[i].yq_max);
    html += fmt::format(
        "<tr><th>{}</th><td>{:g}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.3f}</td><td>{}</td></tr>\n",
        plot::escaped(line.spec.sections[i].name.value), line.spec.sections[i].share,
        steps.front().sections[i].wear_number, last->sections[i].wear_number, yq, last->sections[i].status);
  }
  return html + "</table>\n";
}

std::string page_of(const Line& line, const std::vector<Step>& steps, const std::string& command_line) {
  const auto fact = [](const char* name, const std::string& value) {
    return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, plot::escaped(value));
  };
  const damage::WearLaw& law = line.law;
  std::string html = plot::page_head(line.spec.name.value) + "<table class=\"facts\">\n";
  html += fact("Case", line.spec.case_file.value) +
          fact("Wear law", law.name.value + "; " + law.source.value) +
          fact("Steps", fmt::format("{}, up to {:.0f} km", steps.size() - 1, steps.back().mileage * 1e-3)) +
          fact("Command line", command_line) + fact("Program", "Flangeway " + version() + " " + commit());
  html += "</table>\n";
  if (law.from_memory)
    html +=
        "<p class=\"note\">The coefficients of the wear law have not been compared with their source.</p>\n";
  html += "<h2>Profiles</h2>\n" + plot::svg(profile_figure(steps)) + "<h2>Over the mileage</h2>\n" +
          plot::svg(mileage_figure(line, steps)) + "<h2>Sections</h2>\n" + sections_html(line, steps);
  return html + plot::page_end();
}

}  // namespace

std::string evolution_json(const Line& line, const std::vector<Step>& steps) {
  Json rows = Json::array();
  const std::vector<Column> columns = columns_of(line);
  for (const Step& step : steps) {
    Json row{{"reprofiled", step.reprofiled}};
    for (const Column& column : columns) {
      const auto value = column.value(step);
      row[column.name] = value ? Json(*value) : Json();
    }
    rows.push_back(std::move(row));
  }
  return Json{{"name", line.spec.name.value},
              {"law", line.law.name.value},
              {"from_memory", line.law.from_memory},
              {"completed", steps.back().mileage >= line.spec.mileage * (1 - 1e-12)},
              {"steps", std::move(rows)}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string evolution_text(const std::vector<Step>& steps) {
  std::string out = fmt::format("{:>10}{:>10}{:>9}{:>9}{:>9}{:>9}{:>10}\n", "km", "lost/mm²", "Sd/mm",
                                "Sh/mm", "qR/mm", "hollow", "conicity");
  for (const Step& step : steps) {
    out += fmt::format("{:>10.0f}{:>10.2f}", step.mileage * 1e-3, step.area_lost * 1e6);
    out += step.flange ? fmt::format("{:>9.2f}{:>9.2f}{:>9.2f}", step.flange->thickness * 1e3,
                                     step.flange->height * 1e3, step.flange->steepness * 1e3)
                       : fmt::format("{:>9}{:>9}{:>9}", "", "", "");
    out += fmt::format("{:>9.2f}", step.hollow * 1e3);
    out += step.conicity ? fmt::format("{:>10.3f}", *step.conicity) : fmt::format("{:>10}", "none");
    out += step.reprofiled ? "  reprofiled\n" : "\n";
  }
  return out;
}

void write_results(const Line& line, const std::vector<Step>& steps, const EvolutionFolder& folder,
                   const std::string& command_line) {
  folder.write("results.csv", csv_of(line, steps));
  folder.write("evolution.html", page_of(line, steps, command_line));
}

}  // namespace flangeway::evolution
