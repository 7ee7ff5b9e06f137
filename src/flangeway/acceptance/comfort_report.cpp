#include "flangeway/acceptance/comfort_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "flangeway/assess/comfort.hpp"
#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/sheet.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

using assess::FloorMotion;
using assess::Weighting;
using plot::escaped;

constexpr double comfort_window = 5;       // [s] one window
constexpr double beyond_transition = 1.6;  // [s] EN 12299

constexpr double no_comfort_value = std::numeric_limits<double>::quiet_NaN();

// An axis that was not measured is represented by one that was; its own results are not reported.
FloorMotion motion_of(const FloorRecord& floor) {
  const std::vector<double>& any = !floor.x.empty() ? floor.x : !floor.y.empty() ? floor.y : floor.z;
  const auto measured = [&](const std::vector<double>& axis) -> const std::vector<double>& {
    return axis.empty() ? any : axis;
  };
  return {measured(floor.x), measured(floor.y), measured(floor.z), floor.step};
}

// "no column ax"; empty where all three axes were measured.
std::string missing_axes(const FloorRecord& floor) {
  std::string names;
  for (const auto& [axis, name] :
       {std::pair(&floor.x, "ax"), std::pair(&floor.y, "ay"), std::pair(&floor.z, "az")})
    if (axis->empty()) names += (names.empty() ? "" : ", ") + std::string(name);
  return names.empty() ? "" : "no column " + names;
}

// A value of one axis, or why there is none.
void add_axis_row(const std::vector<double>& axis, const char* column, ComfortRow row,
                  ComfortReport& report) {
  if (axis.empty()) row.value = no_comfort_value, row.note = fmt::format("not judged: no column {}", column);
  report.rows.push_back(std::move(row));
}

// "12.3", or "-" where nothing was judged.
std::string comfort_value(const ComfortRow& row) {
  return std::isnan(row.value) ? "-" : fmt::format("{:.5g}", row.value);
}

const char* mean_grade(double n) {
  return n < 1.5   ? "very comfortable"
         : n < 2.5 ? "comfortable"
         : n < 3.5 ? "medium"
         : n < 4.5 ? "uncomfortable"
                   : "very uncomfortable";
}

double highest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : assess::highest(values).value;
}

// Stretches of time in which the curvature changes.
struct Stretch {
  std::size_t first = 0, last = 0;
};
std::vector<Stretch> transitions_of(const FloorRecord& floor) {
  std::vector<Stretch> result;
  const auto& curvature = floor.curvature;
  constexpr double constant = 1e-9;  // [1/m] change from sample to sample
  for (std::size_t i = 1; i < curvature.size(); ++i) {
    if (std::abs(curvature[i] - curvature[i - 1]) <= constant) continue;
    const std::size_t first = i - 1;
    while (i < curvature.size() && std::abs(curvature[i] - curvature[i - 1]) > constant) ++i;
    result.push_back({first, i});
  }
  return result;
}

void add_transitions(const FloorRecord& floor, ComfortReport& report) {
  if (floor.roll_rate.empty() || floor.y.empty()) return;
  for (const Stretch& stretch : transitions_of(floor)) {
    const auto more = static_cast<std::size_t>(beyond_transition / floor.step);
    const std::size_t last = std::min(stretch.last + more, floor.y.size());
    for (const auto& [posture, name] :
         {std::pair(assess::Posture::standing, "standing"), std::pair(assess::Posture::seated, "seated")}) {
      const auto found = assess::transition_comfort(
          std::span(floor.y).subspan(stretch.first, last - stretch.first),
          std::span(floor.roll_rate).subspan(stretch.first, last - stretch.first), floor.step, posture);
      report.rows.push_back({"P_CT",
                             fmt::format("transition from {:.1f} s on, {}",
                                         floor.step * static_cast<double>(stretch.first), name),
                             found.percent, "%", "coefficients unverified"});
    }
  }
}

std::string windows_text(std::size_t count) {
  return fmt::format("{} {} of 5 s", count, count == 1 ? "window" : "windows");
}

// A value of the complete method, or why there is none.
ComfortRow complete_row(const char* name, const char* meaning, double value, std::size_t windows,
                        const std::string& missing) {
  const std::string note = !missing.empty() ? "not judged: " + missing
                           : windows < assess::mean_comfort_windows
                               ? fmt::format("no judgement: {} of {} windows; formula unverified", windows,
                                             assess::mean_comfort_windows)
                               : "formula unverified";
  return {name, fmt::format("{}, {}", meaning, windows_text(windows)),
          missing.empty() ? value : no_comfort_value, "1", note};
}

void add_complete_method(const FloorRecord& floor, const assess::ContinuousComfort& windows,
                         ComfortReport& report) {
  report.rows.push_back(complete_row("N_VD", "mean comfort standing, complete method",
                                     assess::standing_comfort(windows), windows.x.size(),
                                     missing_axes(floor)));
  std::string missing;
  for (const auto& [axis, name] :
       {std::pair(&floor.z, "az"), std::pair(&floor.pan_y, "seat.ay"), std::pair(&floor.pan_z, "seat.az"),
        std::pair(&floor.back_x, "backrest.ax")})
    if (axis->empty()) missing += (missing.empty() ? "no column " : ", ") + std::string(name);
  const double seated =
      missing.empty() ? assess::seated_comfort(windows, {floor.pan_y, floor.pan_z, floor.back_x}, floor.step)
                      : no_comfort_value;
  report.rows.push_back(
      complete_row("N_VA", "mean comfort seated, complete method", seated, windows.z.size(), missing));
}

void add_motion_sickness(const FloorRecord& floor, ComfortReport& report) {
  if (floor.z.empty()) {
    for (const char* name : {"MSDV_z", "VI"})
      report.rows.push_back({name, "motion sickness, Wf", no_comfort_value, "", "not judged: no column az"});
    return;
  }
  const double dose = assess::motion_sickness_dose(floor.z, floor.step);
  const double exposure = floor.step * static_cast<double>(floor.z.size());
  report.rows.push_back(
      {"MSDV_z", fmt::format("motion sickness dose of {:.0f} s, Wf", exposure), dose, "m/s^1.5"});
  const bool enough = exposure >= assess::min_sickness_exposure;
  report.rows.push_back(
      {"VI", "share of people who may vomit, MSDV_z/3",
       enough ? assess::sickness_share(dose) : no_comfort_value, "%",
       enough ? "factor unverified"
              : fmt::format("not judged: {:.0f} s of {:g} s", exposure, assess::min_sickness_exposure)});
}

void add_en12299(const FloorRecord& floor, ComfortReport& report) {
  const assess::ContinuousComfort windows = assess::continuous_comfort(motion_of(floor));
  const assess::MeanComfort mean = assess::mean_comfort(windows);
  const bool enough = mean.windows >= assess::mean_comfort_windows;
  const std::string missing = missing_axes(floor);
  ComfortRow comfort{
      "N_MV", "mean comfort, " + windows_text(mean.windows), mean.n, "1",
      enough ? fmt::format("{} (scale unverified)", mean_grade(mean.n))
             : fmt::format("no judgement: {} of {} windows", mean.windows, assess::mean_comfort_windows)};
  if (!missing.empty()) comfort.value = no_comfort_value, comfort.note = "not judged: " + missing;
  report.rows.push_back(std::move(comfort));
  add_complete_method(floor, windows, report);
  add_axis_row(floor.x, "ax", {"a_XP95", "95th percentile, Wd", mean.x, "m/s²"}, report);
  add_axis_row(floor.y, "ay", {"a_YP95", "95th percentile, Wd", mean.y, "m/s²"}, report);
  add_axis_row(floor.z, "az", {"a_ZP95", "95th percentile, Wb", mean.z, "m/s²"}, report);
  add_axis_row(floor.y, "ay",
               {"C_Cy", "continuous comfort, lateral, worst window", highest_of(windows.y), "m/s²"}, report);
  add_axis_row(floor.z, "az",
               {"C_Cz", "continuous comfort, vertical, worst window", highest_of(windows.z), "m/s²"}, report);
  for (const auto& [posture, name] :
       {std::pair(assess::Posture::standing, "standing"), std::pair(assess::Posture::seated, "seated")})
    add_axis_row(
        floor.y, "ay",
        {"P_DE", fmt::format("discrete events, {}, worst", name),
         highest_of(assess::event_comfort(floor.y, floor.step, posture)), "%", "coefficients unverified"},
        report);
  add_transitions(floor, report);
}

void add_weighted(const FloorRecord& floor, Weighting vertical, ComfortReport& report) {
  double squares = 0;
  const struct {
    const char* axis;
    const std::vector<double>& values;
    Weighting which;
  } axes[] = {{"x", floor.x, Weighting::wd}, {"y", floor.y, Weighting::wd}, {"z", floor.z, vertical}};
  for (const auto& [axis, values, which] : axes) {
    const std::string filter{name_of(which)};
    if (values.empty()) {
      report.rows.push_back({fmt::format("a_w{}", axis), "rms, " + filter, no_comfort_value, "m/s²",
                             fmt::format("not judged: no column a{}", axis)});
      continue;
    }
    const auto found = assess::weighted_vibration(
        assess::filtered(assess::matched(assess::weighting(which), floor.step), values), floor.step);
    squares += found.rms * found.rms;
    report.rows.push_back({fmt::format("a_w{}", axis), "rms, " + filter, found.rms, "m/s²"});
    report.rows.push_back(
        {fmt::format("MTVV_{}", axis), "largest rms over 1 s, " + filter, found.running_peak, "m/s²"});
    report.rows.push_back(
        {fmt::format("VDV_{}", axis), "vibration dose value, " + filter, found.dose, "m/s^1.75"});
    report.rows.push_back(
        {fmt::format("crest_{}", axis), "crest factor, " + filter, found.crest_factor, "1"});
  }
  ComfortRow total{"a_v", "vibration total value, factors of axes 1", std::sqrt(squares), "m/s²"};
  if (const std::string missing = missing_axes(floor); !missing.empty())
    total.value = no_comfort_value, total.note = "not judged: " + missing;
  report.rows.push_back(std::move(total));
}

void add_sperling(const FloorRecord& floor, ComfortReport& report) {
  const struct {
    const char *name, *text;
    const std::vector<double>& values;
    assess::Direction direction;
  } directions[] = {{"Wz_y", "lateral", floor.y, assess::Direction::lateral},
                    {"Wz_z", "vertical", floor.z, assess::Direction::vertical}};
  for (const auto& [name, text, values, direction] : directions) {
    if (values.empty()) {
      report.rows.push_back(
          {name, fmt::format("{}, mean of windows of 5 s", text), no_comfort_value, "1",
           fmt::format("not judged: no column {}", direction == assess::Direction::lateral ? "ay" : "az")});
      continue;
    }
    const std::vector<double> windows = assess::sperling(values, floor.step, direction);
    const double mean = assess::mean(windows);
    report.rows.push_back({name, fmt::format("{}, mean of {}", text, windows_text(windows.size())), mean, "1",
                           fmt::format("amplitudes as peaks in cm/s²; {} grade 1 of GB/T 5599 (2.5)",
                                       mean <= 2.5 ? "in" : "beyond")});
    report.rows.push_back({name, fmt::format("{}, worst window", text), highest_of(windows), "1",
                           "amplitudes as peaks in cm/s²"});
  }
}

// The weighted acceleration of each axis, and its running rms over 1 s, so that a reader sees where it is
// rough.
void add_weighted_curves(const FloorRecord& floor, Weighting vertical, ComfortReport& report) {
  constexpr double running = 1;  // s [ISO2631-1]
  const struct {
    const char* axis;
    const std::vector<double>& values;
    Weighting which;
  } axes[] = {{"Longitudinal", floor.x, Weighting::wd},
              {"Lateral", floor.y, Weighting::wd},
              {"Vertical", floor.z, vertical}};
  for (const auto& [axis, values, which] : axes) {
    if (values.empty()) continue;
    plot::Series weighted{
        .name = "weighted acceleration",
        .y = assess::filtered(assess::matched(assess::weighting(which), floor.step), values)};
    plot::Series rms{.name = "its rms over 1 s"};
    std::vector<double> squares;
    for (std::size_t i = 0; i < weighted.y.size(); ++i) {
      weighted.x.push_back(floor.step * static_cast<double>(i));
      squares.push_back(weighted.y[i] * weighted.y[i]);
    }
    rms.x = weighted.x;
    for (const double mean : assess::sliding_mean({weighted.x, squares}, running))
      rms.y.push_back(std::sqrt(std::max(mean, 0.0)));
    report.panels.push_back(
        {.title = fmt::format("{} acceleration, weighted by W{}", axis, name_of(which).substr(1)),
         .x_label = "time in s",
         .y_label = "weighted in m/s²",
         .series = {std::move(weighted), std::move(rms)},
         .height = 160});
  }
}

// Ride indices of the windows, over the time at which they begin.
void add_index_curves(const FloorRecord& floor, ComfortReport& report) {
  plot::Panel panel{.title = "Ride index of each window of 5 s",
                    .x_label = "start of the window in s",
                    .y_label = "Wz",
                    .limits = {{2.5, "2.5: grade 1 of GB/T 5599"}},
                    .height = 180};
  for (const auto& [name, values, direction] :
       {std::tuple("lateral", &floor.y, assess::Direction::lateral),
        std::tuple("vertical", &floor.z, assess::Direction::vertical)}) {
    if (values->empty()) continue;
    plot::Series curve{.name = name, .y = assess::sperling(*values, floor.step, direction)};
    for (std::size_t i = 0; i < curve.y.size(); ++i)
      curve.x.push_back(0.5 * comfort_window * static_cast<double>(i));
    panel.series.push_back(std::move(curve));
  }
  if (!panel.series.empty()) report.panels.push_back(std::move(panel));
}

std::string title_of(const std::string& rule) {
  if (rule == "en12299") return "Ride comfort after EN 12299:2009";
  if (rule == "iso2631") return "Vibration after ISO 2631-1:1997";
  if (rule == "bs6841") return "Vibration after BS 6841:1987";
  return "Ride index of Sperling";
}

}  // namespace

const std::vector<std::string>& comfort_rules() {
  static const std::vector<std::string> rules{"en12299", "iso2631", "bs6841", "sperling"};
  return rules;
}

std::optional<ComfortReport> judge_comfort(const Record& record, const std::string& rule,
                                           const std::optional<FloorPoint>& point, Findings& findings) {
  const auto floor = floor_record(record, point, findings);
  if (!floor) return std::nullopt;
  if (const std::string wrong = assess::problem(motion_of(*floor), comfort_window); !wrong.empty()) {
    findings.add(
        {{record.path(), 0, 0}, "acceleration", wrong, "", "", "Record more often, longer, or repair it"});
    return std::nullopt;
  }
  ComfortReport report{title_of(rule), record.path(), record.source(), {}, {}};
  if (point) {
    const auto [x, y, z] = point->position;
    report.point = fmt::format("{}:{:g},{:g},{:g}", point->body, x, y, z);
  }
  if (!floor->timing.empty()) report.notes.push_back("time: " + floor->timing);
  if (rule == "en12299") add_en12299(*floor, report);
  if (rule == "iso2631") add_weighted(*floor, Weighting::wk, report);
  if (rule == "iso2631") add_motion_sickness(*floor, report);
  if (rule == "bs6841") add_weighted(*floor, Weighting::wb_bs6841, report);
  if (rule == "sperling") add_sperling(*floor, report);
  if (rule == "sperling") add_index_curves(*floor, report);
  if (rule != "sperling")
    add_weighted_curves(*floor,
                        rule == "iso2631"  ? Weighting::wk
                        : rule == "bs6841" ? Weighting::wb_bs6841
                                           : Weighting::wb,
                        report);
  return report;
}

std::vector<ComfortReport> judge_comfort(const RecordSet& set, const std::string& rule,
                                         const std::vector<FloorPoint>& points, Findings& findings) {
  refuse_failures(set, "Comfort is judged of runs that reached their end", findings);
  std::vector<ComfortReport> reports;
  if (!findings.empty()) return reports;
  std::vector<std::optional<FloorPoint>> places(points.begin(), points.end());
  if (places.empty()) places.emplace_back();
  for (const Record& record : set.records)
    for (const auto& place : places)
      if (auto report = judge_comfort(record, rule, place, findings)) reports.push_back(std::move(*report));
  return reports;
}

std::string text(const ComfortReport& report) {
  std::string text =
      fmt::format("{}\n{}{}\n", report.title, report.record, report.point.empty() ? "" : ", " + report.point);
  for (const std::string& note : report.notes) text += note + '\n';
  for (const ComfortRow& row : report.rows)
    text +=
        fmt::format("{:<8} {:>12} {:<9} {}{}\n", row.name, comfort_value(row),
                    row.unit == "1" ? "" : row.unit, row.meaning, row.note.empty() ? "" : "; " + row.note);
  return text;
}

std::string page(const std::vector<ComfortReport>& reports, const std::string& command_line) {
  std::string html = plot::page_head(reports.empty() ? "Ride comfort" : reports.front().title);
  for (const ComfortReport& report : reports) {
    html += fmt::format("<h2>{}</h2>\n<div class=\"wide\"><table class=\"numbers\">\n",
                        escaped(report.record + (report.point.empty() ? "" : ", " + report.point)));
    for (const ComfortRow& row : report.rows)
      html += fmt::format(
          "<tr><th>{}</th><td>{} {}</td><td class=\"text\">{}</td><td class=\"text\">{}</td></tr>\n",
          escaped(row.name), comfort_value(row), row.unit == "1" ? "" : escaped(row.unit),
          escaped(row.meaning), escaped(row.note));
    html += "</table></div>\n";
    for (const plot::Panel& panel : report.panels)
      html += plot::page_figure({.title = "", .panels = {panel}});
    for (const std::string& note : report.notes)
      html += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
    html += fmt::format("<p class=\"note\">SHA-256 {} {}</p>\n", report.source.sha256,
                        escaped(report.source.made_by));
  }
  html += fmt::format("<p class=\"note\"><code>{}</code>, Flangeway {} ({})</p>\n", escaped(command_line),
                      escaped(version()), escaped(commit()));
  return html + plot::page_end();
}

std::string pdf(const std::vector<ComfortReport>& reports, const std::string& command_line) {
  const std::string title = reports.empty() ? "Ride comfort" : reports.front().title;
  plot::Sheet sheet(title);
  sheet.heading(title, 15);
  for (const ComfortReport& report : reports) {
    sheet.heading(report.record + (report.point.empty() ? "" : ", " + report.point), 9);
    for (const ComfortRow& row : report.rows)
      sheet.row({{row.name, 0, 60},
                 {fmt::format("{} {}", comfort_value(row), row.unit == "1" ? "" : row.unit), 60, 80, true},
                 {row.meaning, 152, 200},
                 {row.note, 356, 159}});
    for (const plot::Panel& panel : report.panels) sheet.figure(panel);
    for (const std::string& note : report.notes) sheet.paragraph(note, 7, "#5b6570");
    sheet.paragraph("SHA-256 " + report.source.sha256, 7, "#5b6570");
    if (!report.source.made_by.empty()) sheet.paragraph("made by " + report.source.made_by, 7, "#5b6570");
  }
  sheet.space(6);
  sheet.paragraph(fmt::format("{}; Flangeway {} ({})", command_line, version(), commit()), 7, "#5b6570");
  return plot::pdf(std::move(sheet).pages(), title);
}

}  // namespace flangeway::acceptance
