// The evolution of a profile as JSON, a text, a table and a page.
#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "section_map.hpp"

namespace flangeway::evolution {
namespace {

using Json = nlohmann::ordered_json;

// A number of a step under its name in tables; nothing where there is none. Columns with one label share a
// panel.
struct Column {
  std::string name, unit, label;
  double scale;  // from SI to the label's unit
  std::function<std::optional<double>(const Step&)> value;
  std::string series = {};  // in the legend
};
using Columns = std::vector<Column>;

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

// "wheelset1.flange_height", or "flange_height" where all wheels have one profile.
std::string named(const Line& line, const std::string& owner, const char* name) {
  return line.spec.profiles == WheelProfiles::vehicle ? name : owner + "." + name;
}

// One column for each wheel profile.
void add_for_wheels(const Line& line, const char* name, const char* unit, const char* label, double scale,
                    const std::function<std::optional<double>(const Surface&)>& value, Columns& columns) {
  for (std::size_t i = 0; i < line.surfaces.size(); ++i) {
    const Surface& surface = line.surfaces[i];
    if (!is_wheel(surface)) continue;
    columns.push_back({named(line, surface.name, name), unit, label, scale,
                       [i, value](const Step& step) { return value(step.surfaces[i]); },
                       line.spec.profiles == WheelProfiles::vehicle ? "" : surface.name});
  }
}

void add_flange(const Line& line, const char* name, const char* label,
                double profile::FlangeMeasures::*measure, Columns& columns) {
  add_for_wheels(
      line, name, "m", label, 1e3,
      [measure](const Surface& s) { return s.flange ? std::optional((*s.flange).*measure) : std::nullopt; },
      columns);
}

void add_conicities(const Line& line, Columns& columns) {
  const bool alike = line.spec.profiles == WheelProfiles::vehicle;
  for (std::size_t i = 0; i < (alike ? 1 : line.wheels.size() / 2); ++i) {
    const std::string& wheel = line.surfaces[line.wheels[2 * i]].name;
    const std::string wheelset = wheel.substr(0, wheel.rfind('.'));
    columns.push_back({named(line, wheelset, "conicity"), "1", "conicity at 3 mm", 1,
                       [i](const Step& s) { return s.conicity[i]; }, alike ? "" : wheelset});
  }
}

void add_rails(const Line& line, Columns& columns) {
  for (std::size_t i = 0; i < line.surfaces.size(); ++i) {
    if (is_wheel(line.surfaces[i])) continue;
    columns.push_back({line.surfaces[i].name + ".area_lost", "m²", "area lost by rails in mm²", 1e6,
                       [i](const Step& s) { return std::optional(s.surfaces[i].area_lost); },
                       line.surfaces[i].name});
  }
}

Columns columns_of(const Line& line) {
  using profile::FlangeMeasures;
  const auto with_runs = [](const Step& step, double value) {
    return step.sections.empty() ? std::nullopt : std::optional(value);
  };
  Columns columns{
      {"mileage", "m", "mileage in km", 1e-3, [](const Step& s) { return std::optional(s.mileage); }}};
  add_for_wheels(
      line, "area_lost", "m²", "area lost in mm²", 1e6,
      [](const Surface& s) { return std::optional(s.area_lost); }, columns);
  add_flange(line, "flange_thickness", "flange Sd in mm", &FlangeMeasures::thickness, columns);
  add_flange(line, "flange_height", "flange Sh in mm", &FlangeMeasures::height, columns);
  add_flange(line, "flange_steepness", "qR in mm", &FlangeMeasures::steepness, columns);
  add_for_wheels(
      line, "hollow", "m", "hollow in mm", 1e3, [](const Surface& s) { return std::optional(s.hollow); },
      columns);
  add_conicities(line, columns);
  columns.push_back({"wear_number", "N", "mean Tγ in N", 1,
                     [&line, with_runs](const Step& s) { return with_runs(s, mean_wear_number(line, s)); }});
  columns.push_back(
      {"yq_max", "1", "largest Y/Q", 1, [with_runs](const Step& s) { return with_runs(s, largest_yq(s)); }});
  columns.push_back({"radius_lost", "m", "radius lost in mm", 1e3,
                     [](const Step& s) { return std::optional(s.radius_lost); }});
  columns.push_back(
      {"error", "m", "error of a step in µm", 1e6, [](const Step& s) { return std::optional(s.error); }});
  add_rails(line, columns);
  return columns;
}

std::string csv_of(const Line& line, const std::vector<Step>& steps) {
  const Columns columns = columns_of(line);
  std::string out = "step,reprofiled";
  for (const Column& column : columns)
    out += "," + csv_cell(fmt::format("{} [{}]", column.name, column.unit));
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
  plot::Series series{.name = column.series};
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
  const Columns columns = columns_of(line);
  for (std::size_t i = 1; i < columns.size(); ++i) {
    plot::Series series = series_of(steps, columns[i]);
    if (series.y.empty() || std::all_of(series.y.begin(), series.y.end(), [](double y) { return y == 0; }))
      continue;
    if (figure.panels.empty() || figure.panels.back().y_label != columns[i].label)
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

plot::Figure profile_figure(const std::vector<Step>& steps, std::size_t surface) {
  plot::Panel section{.title = steps.front().surfaces[surface].name,
                      .x_label = "y in mm",
                      .y_label = "z in mm",
                      .equal_aspect = true};
  plot::Panel depth{.x_label = "y in mm", .y_label = "lost since the first profile in mm", .height = 160};
  const std::vector<Vec2>& first = steps.front().surfaces[surface].points;
  for (const std::size_t i : shown_steps(steps.size())) {
    const std::vector<Vec2>& now = steps[i].surfaces[surface].points;
    plot::Series shape{.name = fmt::format("{:.0f} km", steps[i].mileage * 1e-3)}, lost{.name = shape.name};
    for (std::size_t p = 0; p < now.size(); ++p) {
      shape.x.push_back(now[p].x() * 1e3), shape.y.push_back(now[p].y() * 1e3);
      lost.x.push_back(first[p].x() * 1e3), lost.y.push_back((now[p] - first[p]).norm() * 1e3);
    }
    section.series.push_back(std::move(shape));
    depth.series.push_back(std::move(lost));
  }
  return {.panels = {section, depth}};
}

// Wear over the section and the mileage: colours are depth per distance, of the step that holds there.
plot::MapFigure wear_map(const std::vector<Step>& steps, std::size_t surface) {
  constexpr std::size_t columns = 120;
  const Surface& first = steps.front().surfaces[surface];
  const double end = steps.back().mileage * 1e-3;
  std::vector<std::vector<double>> bins;  // lateral positions in each step, m
  WornPart worn;
  double spacing = 0;
  for (const Step& step : steps) {
    const Surface& now = step.surfaces[surface];
    const profile::Curve curve(now.points);
    std::vector<double>& of_step = bins.emplace_back();
    for (std::size_t bin = 0; bin < now.rate.depth.size(); ++bin) {
      of_step.push_back(curve.point(now.rate.bin * (static_cast<double>(bin) + 0.5)).x());
      worn.add(of_step.back(), now.rate.depth[bin]);
    }
    spacing = std::max(spacing, now.rate.bin);
  }
  SectionMap map(worn.range(), end, columns, spacing);
  std::size_t at = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const double mileage = (static_cast<double>(column) + 0.5) * end / columns * 1e3;
    while (at + 1 < steps.size() && steps[at + 1].mileage <= mileage) ++at;
    const Surface& now = steps[at].surfaces[surface];
    for (std::size_t bin = 0; bin < now.rate.depth.size(); ++bin)
      map.put(column, bins[at][bin], now.rate.depth[bin] * 1e12);
  }
  return {.x_label = "mileage in km",
          .y_label = "y in mm",
          .panels = {std::move(map).panel(first.name, "µm per 1000 km")},
          .own_scales = 240};
}

std::string surfaces_html(const std::vector<Step>& steps) {
  std::string html;
  for (std::size_t i = 0; i < steps.front().surfaces.size(); ++i) {
    html += plot::page_figure(profile_figure(steps, i));
    if (steps.size() > 1) html += plot::page_figure(wear_map(steps, i));
  }
  return html;
}

std::string sections_html(const Line& line, const std::vector<Step>& steps) {
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>section</th><th>share</th><th>first Tγ in "
      "N</th><th>last Tγ in N"
      "</th><th>largest Y/Q</th><th>status</th></tr>\n";
  const auto last =
      std::find_if(steps.rbegin(), steps.rend(), [](const Step& s) { return !s.sections.empty(); });
  if (last == steps.rend()) return "";
  for (std::size_t i = 0; i < line.spec.sections.size(); ++i) {
    double yq = 0;
    int by_elastic = 0;
    for (const Step& step : steps) {
      if (step.sections.empty()) continue;
      yq = std::max(yq, step.sections[i].yq_max);
      by_elastic += step.sections[i].by_elastic;
    }
    const std::string note =
        by_elastic == 0 ? "" : fmt::format(", in {} steps with elastic contact", by_elastic);
    html += fmt::format(
        "<tr><th>{}</th><td>{:g}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.3f}</td><td>{}{}</td></tr>\n",
        plot::escaped(line.spec.sections[i].name.value), line.spec.sections[i].share,
        steps.front().sections[i].wear_number, last->sections[i].wear_number, yq, last->sections[i].status,
        note);
  }
  return html + "</table></div>\n";
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
  html += "<h2>Profiles</h2>\n" + surfaces_html(steps) + "<h2>Over the mileage</h2>\n" +
          plot::page_figure(mileage_figure(line, steps)) + "<h2>Sections</h2>\n" + sections_html(line, steps);
  return html + plot::page_end();
}

}  // namespace

std::string evolution_json(const Line& line, const std::vector<Step>& steps) {
  Json rows = Json::array();
  const Columns columns = columns_of(line);
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
    const Surface& wheel = step.surfaces.front();
    out += fmt::format("{:>10.0f}{:>10.2f}", step.mileage * 1e-3, wheel.area_lost * 1e6);
    out += wheel.flange ? fmt::format("{:>9.2f}{:>9.2f}{:>9.2f}", wheel.flange->thickness * 1e3,
                                      wheel.flange->height * 1e3, wheel.flange->steepness * 1e3)
                        : fmt::format("{:>9}{:>9}{:>9}", "", "", "");
    out += fmt::format("{:>9.2f}", wheel.hollow * 1e3);
    out += step.conicity.front() ? fmt::format("{:>10.3f}", *step.conicity.front())
                                 : fmt::format("{:>10}", "none");
    out += step.reprofiled ? "  reprofiled\n" : "\n";
  }
  if (steps.front().surfaces.size() > 1)
    out += fmt::format("The table is of {}; results.csv has all profiles.\n",
                       steps.front().surfaces.front().name);
  return out;
}

void write_results(const Line& line, const std::vector<Step>& steps, const EvolutionFolder& folder,
                   const std::string& command_line) {
  folder.write("results.csv", csv_of(line, steps));
  folder.write("evolution.html", page_of(line, steps, command_line));
}

}  // namespace flangeway::evolution
