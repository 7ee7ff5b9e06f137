#include "flangeway/stability/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "flangeway/math/types.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::stability {
namespace {

using plot::escaped;

// [Hz] Faster oscillations are no hunting, and would flatten the picture.
constexpr double max_hunting_frequency = 30;

std::string facts(const std::string& command_line, const std::vector<vehicle_case::SourceFile>& sources) {
  std::vector<plot::Input> inputs;
  for (const vehicle_case::SourceFile& file : sources) inputs.push_back({file.path, file.text});
  return plot::provenance(command_line, inputs);
}

// One line for each oscillation, named by what moves most where it is least damped.
std::string locus_figure(const Stability& found) {
  struct Line {
    plot::Series growth, frequency;
    double least = HUGE_VAL;
  };
  std::map<std::size_t, Line> lines;
  for (const LocusPoint& point : found.locus) {
    for (std::size_t i = 0; i < point.modes.size(); ++i) {
      const simulate::Mode& mode = point.modes[i];
      if (!point.roots[i] || mode.frequency > max_hunting_frequency || mode.damping_ratio > 0.5) continue;
      Line& line = lines[*point.roots[i]];
      line.frequency.x.push_back(point.speed), line.frequency.y.push_back(mode.frequency);
      line.growth.x.push_back(point.speed), line.growth.y.push_back(100 * mode.damping_ratio);
      if (mode.damping_ratio >= line.least) continue;
      line.least = mode.damping_ratio;
      line.growth.name = fmt::format("{}: {}.{}", *point.roots[i] + 1, mode.body, mode.coordinate);
    }
  }
  plot::Panel growth{.x_label = "speed in m/s",
                     .y_label = "damping ratio in %",
                     .limits = {{.y = 0, .label = "grows below"}}};
  plot::Panel frequency{.x_label = "speed in m/s", .y_label = "frequency in Hz"};
  for (auto& [root, line] : lines) {
    growth.series.push_back(std::move(line.growth));
    frequency.series.push_back(std::move(line.frequency));
  }
  return plot::page_figure({.panels = {std::move(growth), std::move(frequency)}, .shared_x = true});
}

// Stable and unstable parts as series of their own; neighbours share the orbit between them.
void add_parts(const Branch& branch, std::size_t wheelset, const std::string& name, plot::Panel& panel) {
  const auto& cycles = branch.cycles;
  bool named[2] = {false, false};
  for (std::size_t first = 0; first + 1 < cycles.size();) {
    std::size_t last = first + 1;
    const bool stable = cycles[last].stable;
    while (last + 1 < cycles.size() && cycles[last + 1].stable == stable) ++last;
    plot::Series series{.name = named[stable] ? "" : name + (stable ? ", stable" : ", unstable"),
                        .style = stable ? plot::Style::line : plot::Style::dashed,
                        .colour = wheelset};
    named[stable] = true;
    for (std::size_t i = first; i <= last; ++i) {
      series.x.push_back(cycles[i].speed);
      series.y.push_back(cycles[i].amplitude[wheelset] * 1e3);
    }
    panel.series.push_back(std::move(series));
    first = last;
  }
}

// A point on the line of each wheelset where it begins to touch its rail with a flange, or ceases to.
void add_flange_limits(const Branch& branch, const std::vector<std::string>& names, plot::Panel& panel) {
  for (std::size_t w = 0; w < names.size(); ++w) {
    plot::Series series{.name = names[w] + ", flange", .style = plot::Style::points, .colour = w};
    for (const FlangeLimit& limit : branch.flange_limits) {
      if (limit.wheelset != w) continue;
      series.x.push_back(limit.speed);
      series.y.push_back(limit.amplitude[w] * 1e3);
    }
    if (!series.x.empty()) panel.series.push_back(std::move(series));
  }
}

std::string bifurcation_figure(const Stability& found) {
  plot::Panel panel{.x_label = "speed in m/s", .y_label = "amplitude of y in mm", .height = 320};
  plot::Panel frequency{.x_label = "speed in m/s", .y_label = "frequency in Hz"};
  for (const Branch& branch : found.branches) {
    for (std::size_t i = 0; i < found.wheelsets.size(); ++i) add_parts(branch, i, found.wheelsets[i], panel);
    add_flange_limits(branch, found.wheelsets, panel);
    plot::Series series;
    for (const LimitCycle& cycle : branch.cycles)
      series.x.push_back(cycle.speed), series.y.push_back(cycle.frequency);
    frequency.series.push_back(std::move(series));
  }
  return plot::page_figure({.panels = {panel, frequency}, .shared_x = true});
}

std::string hopf_table(const std::vector<HopfPoint>& points) {
  if (points.empty()) return "<p>No Hopf point was found.</p>\n";
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>speed in m/s</th><th>in km/h</th><th>frequency "
      "in Hz</th>"
      "<th>grows</th><th>moves most</th></tr>\n";
  for (const HopfPoint& point : points) {
    html += fmt::format("<tr><td>{:.4f}</td><td>{:.2f}</td><td>{:.4f}</td><td>{}</td><td>{}.{}</td></tr>\n",
                        point.speed, point.speed * 3.6, point.frequency,
                        point.unstable_above ? "above" : "below", escaped(point.body), point.coordinate);
  }
  return html + "</table></div>\n";
}

std::string cycle_table(const Stability& found, const Branch& branch) {
  std::string html = fmt::format(
      "<h3>From {:.4f} m/s on</h3>\n<div class=\"wide\"><table class=\"numbers\">\n"
      "<tr><th>speed in m/s</th><th>frequency in Hz</th>",
      found.hopf[branch.hopf].speed);
  for (const std::string& name : found.wheelsets) html += "<th>" + escaped(name) + " in mm</th>";
  html += "<th>largest multiplier</th><th></th><th>intervals</th><th>error</th></tr>\n";
  for (const LimitCycle& cycle : branch.cycles) {
    html += fmt::format("<tr><td>{:.4f}</td><td>{:.4f}</td>", cycle.speed, cycle.frequency);
    for (const double amplitude : cycle.amplitude) html += fmt::format("<td>{:.4f}</td>", amplitude * 1e3);
    html += fmt::format("<td>{:.4g}</td><td>{}{}</td><td>{}</td><td>{:.1e}</td></tr>\n",
                        cycle.largest_multiplier, cycle.stable ? "stable" : "unstable",
                        cycle.touches_flange() ? ", flange" : "", cycle.intervals, cycle.error);
  }
  html += "</table></div>\n";
  for (const Fold& fold : branch.folds) html += fmt::format("<p>Fold at {:.4f} m/s.</p>\n", fold.speed);
  for (const FlangeLimit& limit : branch.flange_limits)
    html += "<p>" + escaped(sentence_of(limit, found.wheelsets[limit.wheelset])) + ".</p>\n";
  return html + fmt::format("<p class=\"note\">End: {}.</p>\n", escaped(branch.end));
}

std::string answer_row(const char* name, const Answer& answer) {
  return fmt::format("<tr><th>{}</th><td class=\"value\">{}</td><td>{}</td></tr>\n", name, value_text(answer),
                     escaped(answer.text));
}

std::string answers_table(const Stability& found) {
  std::string html = "<table class=\"facts\">\n" + answer_row("Critical speed", critical_speed(found)) +
                     answer_row("Linear critical speed", linear_answer(found)) +
                     answer_row("Nonlinear critical speed by continuation", continuation_answer(found)) +
                     answer_row("Nonlinear critical speed by runs in time", time_answer(found)) +
                     "</table>\n";
  for (const std::string& sentence : contradictions(found))
    html += "<p class=\"warning\">Contradiction: " + escaped(sentence) + ".</p>\n";
  return html;
}

std::string growing_table(const Stability& found) {
  if (found.growing.empty()) return "<p>No root grows.</p>\n";
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>from m/s</th><th>frequency in Hz</th>"
      "<th>growth in 1/s</th><th>shape: amplitude, phase in degrees</th></tr>\n";
  for (const GrowingRoot& root : found.growing) {
    std::string shape;
    for (const ShapePart& part : root.shape)
      if (std::abs(part.motion) > 0.02)
        shape += fmt::format("{}{} {:.2f}, {:.0f}°", shape.empty() ? "" : "; ", part.coordinate,
                             std::abs(part.motion), std::arg(part.motion) * 180 / pi);
    html += fmt::format("<tr><td>{}{:.4f}</td><td>{}</td><td>{:.4g}</td><td>{}</td></tr>\n",
                        root.at_start ? "≤ " : "", root.speed,
                        root.oscillates ? fmt::format("{:.4f}", root.eigenvalue.imag() / (2 * pi)) : "–",
                        root.eigenvalue.real(), escaped(shape));
  }
  return html + "</table></div>\n";
}

std::string runs_table(const Stability& found) {
  if (!found.search) return "";
  std::string html = fmt::format(
      "<h2>Runs in time</h2>\n<p class=\"note\">At each speed until hunting goes on or has died out. They "
      "begin "
      "with wheelsets {:g} mm off the middle, or with hunting at a higher speed.</p>\n"
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>speed in m/s</th><th>begins with</th>"
      "<th>motion</th><th>amplitude in mm</th><th>frequency in Hz</th><th>time in s</th></tr>\n",
      1e3 * found.search->settings.disturbance);
  for (const HeldSpeed& run : found.search->runs) {
    html += fmt::format(
        "<tr><td>{:.3f}</td><td>{}</td><td>{}{}</td><td>{:.4f}</td><td>{:.3f}</td><td>{:.1f}</td></tr>\n",
        run.speed, run.from_hunting ? "hunting" : "displacement", name_of(run.motion),
        run.failure.empty() ? "" : ": " + escaped(run.failure), 1e3 * run.amplitude, run.frequency, run.time);
  }
  return html + "</table></div>\n";
}

}  // namespace

std::string page(const vehicle_case::CaseModel& model, const Stability& found,
                 const std::string& command_line) {
  std::string html = plot::page_head("Stability: " + model.name);
  html += answers_table(found) +
          "<h2>Root locus</h2>\n<p class=\"note\">Oscillations up to 30 Hz with a damping ratio below "
          "50 %, about steady running.</p>\n" +
          locus_figure(found) + "<h2>Roots that grow</h2>\n" + growing_table(found) +
          "<h2>Hopf points</h2>\n" + hopf_table(found.hopf) + runs_table(found);
  if (!found.branches.empty()) {
    html +=
        "<h2>Limit cycles</h2>\n<p class=\"note\">Amplitude: half of peak to peak of the lateral "
        "displacement of a wheelset. Points: there it begins to touch its rail with a flange, or ceases to."
        "</p>\n" +
        bifurcation_figure(found);
  }
  for (const Branch& branch : found.branches) html += cycle_table(found, branch);
  return html + facts(command_line, model.sources) + plot::page_end();
}

std::string page(const Variation& variation, const std::string& command_line) {
  plot::Series speed{.style = plot::Style::points}, frequency{.style = plot::Style::points};
  std::string tables;
  for (const VariedCase& row : variation.cases) {
    for (const HopfPoint& point : row.hopf) {
      speed.x.push_back(row.value), speed.y.push_back(point.speed);
      frequency.x.push_back(row.value), frequency.y.push_back(point.frequency);
    }
    tables += fmt::format(
        "<h3>{} = {:.6g}</h3>\n{}", escaped(variation.key), row.value,
        row.hopf.empty() ? fmt::format("<p>{}: {}.</p>\n", value_text(row.linear), escaped(row.linear.text))
                         : hopf_table(row.hopf));
  }
  plot::Figure figure{.shared_x = true};
  figure.panels.push_back(
      {.x_label = variation.key, .y_label = "speed of Hopf points in m/s", .series = {speed}});
  figure.panels.push_back({.x_label = variation.key, .y_label = "frequency in Hz", .series = {frequency}});
  return plot::page_head("Stability over " + variation.key + ": " + variation.name) +
         plot::page_figure(figure) + tables + facts(command_line, {}) + plot::page_end();
}

}  // namespace flangeway::stability
