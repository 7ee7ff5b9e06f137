#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/acceptance/comparison.hpp"
#include "flangeway/acceptance/summary.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/sheet.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

using plot::escaped;

std::string verdict_of(const ComparedQuantity& one) {
  if (one.verdict == Verdict::too_few_sections)
    return fmt::format("no judgement: {} of {} sections", one.places, one.needed);
  return to_string(one.verdict);
}

// "14 (28)": places, and values of all wheels, wheelsets or accelerometers there.
std::string counts_of(const ComparedQuantity& one) {
  return fmt::format("{} ({})", one.places, one.sections.size());
}
constexpr const char* counts_note =
    "Sections: how many there are, and in brackets how many values of wheels, wheelsets or accelerometers "
    "they give.";

// The larger share of the two limits that is used.
double used_share(const ComparedQuantity& one) {
  return std::max(std::abs(one.mean) / one.mean_limit, one.deviation / one.deviation_limit);
}

std::vector<double> scaled(std::vector<double> values, const std::string& unit) {
  if (unit == "N")
    for (double& value : values) value /= 1e3;
  return values;
}

std::string label(const std::string& quantity, const std::string& unit) {
  return unit == "1" ? quantity : fmt::format("{} in {}", quantity, unit == "N" ? "kN" : unit);
}

// "1.50 kN in a, left at km 12.120 … 12.190": the section that differs most.
std::string largest_text(const ComparedQuantity& one) {
  const auto worst = std::max_element(
      one.sections.begin(), one.sections.end(), [](const ComparedSection& a, const ComparedSection& b) {
        return std::abs(a.computed - a.measured) < std::abs(b.computed - b.measured);
      });
  return fmt::format("{} in {} at {}", value_text(worst->computed - worst->measured, one.unit), worst->item,
                     place_text(*worst));
}

// The positions of a series: its chainage where that does not turn back, as at a break.
struct PositionAxis {
  std::vector<double> values;
  const char* label;
};

PositionAxis position_axis(const ComparedSeries& series) {
  const std::vector<double>& chainage = series.chainage;
  const bool turns = !std::is_sorted(chainage.begin(), chainage.end()) &&
                     !std::is_sorted(chainage.rbegin(), chainage.rend());
  if (chainage.empty() || turns) return {series.distance, "distance in m"};
  PositionAxis axis{chainage, "chainage in km"};
  for (double& value : axis.values) value /= 1e3;
  return axis;
}

// The series that differs most, one over the other.
std::optional<plot::Panel> overlay(const Comparison& comparison, const ComparedQuantity& one) {
  const ComparedSeries* worst = nullptr;
  for (const ComparedSeries& series : comparison.series)
    if (series.quantity == one.quantity &&
        (worst == nullptr || series.difference.inequality > worst->difference.inequality))
      worst = &series;
  if (worst == nullptr) return std::nullopt;
  const PositionAxis axis = position_axis(*worst);
  plot::Panel panel{.title = fmt::format("{}, {}", one.quantity, worst->item),
                    .x_label = axis.label,
                    .y_label = label(one.quantity, one.unit),
                    .height = 170};
  panel.series = {{.name = "measured", .x = axis.values, .y = scaled(worst->measured, one.unit)},
                  {.name = "computed", .x = axis.values, .y = scaled(worst->computed, one.unit)}};
  return panel;
}

plot::Panel scatter(const ComparedQuantity& one) {
  plot::Panel panel{.title = one.quantity + ", sections",
                    .x_label = label("measured", one.unit),
                    .y_label = label("computed", one.unit),
                    .height = 220};
  plot::Series points{.name = "sections", .style = plot::Style::points};
  for (const ComparedSection& section : one.sections)
    points.x.push_back(section.measured), points.y.push_back(section.computed);
  points.x = scaled(points.x, one.unit), points.y = scaled(points.y, one.unit);
  const auto [low, high] = std::minmax_element(points.x.begin(), points.x.end());
  plot::Series equal{.name = "equal", .x = {*low, *high}, .y = {*low, *high}, .style = plot::Style::dashed};
  panel.series = {std::move(points), std::move(equal)};
  return panel;
}

std::vector<plot::Panel> panels_of(const Comparison& comparison) {
  std::vector<plot::Panel> panels;
  for (const ComparedQuantity& one : comparison.quantities) {
    if (auto panel = overlay(comparison, one)) panels.push_back(std::move(*panel));
    panels.push_back(scatter(one));
  }
  return panels;
}

std::string pair_text(const AlignedPair& pair) {
  return fmt::format("{} moved by {:.2f} m onto {}; correlation {:.3f} of {}", pair.computed, pair.shift,
                     pair.measured, pair.correlation, pair.by);
}

std::vector<Fact> facts_of(const Comparison& comparison, const std::string& command_line) {
  Report report;
  report.source = comparison.source, report.date = comparison.date, report.records = comparison.records;
  return provenance(report, command_line);
}

}  // namespace

std::string text(const Comparison& comparison) {
  std::string text = fmt::format("{}\n", comparison.title);
  for (const AlignedPair& pair : comparison.pairs) text += pair_text(pair) + "\n";
  text += fmt::format("\n{:<30} {:>12} {:>12} {:>12} {:>12} {:>10}  {}\n", "quantity", "mean", "limit",
                      "deviation", "limit", "sections", "verdict");
  for (const ComparedQuantity& one : comparison.quantities)
    text += fmt::format("{:<30} {:>12} {:>12} {:>12} {:>12} {:>10}  {}; largest {}{}\n", one.quantity,
                        value_text(one.mean, one.unit), value_text(one.mean_limit, one.unit),
                        value_text(one.deviation, one.unit), value_text(one.deviation_limit, one.unit),
                        counts_of(one), verdict_of(one), largest_text(one),
                        one.from_memory ? "; limit unverified" : "");
  text += fmt::format("\n{:<30} {:<20} {:>12} {:>12} {:>12} {:>10} {:>10}\n", "series", "of", "mean", "rms",
                      "largest", "correlat.", "amplitude");
  for (const ComparedSeries& series : comparison.series)
    text += fmt::format("{:<30} {:<20} {:>12} {:>12} {:>12} {:>10.3f} {:>10.3f}\n", series.quantity,
                        series.item, value_text(series.difference.mean, series.unit),
                        value_text(series.difference.rms, series.unit),
                        value_text(series.difference.largest, series.unit), series.difference.correlation,
                        series.difference.amplitude);
  text += fmt::format("\nverdict: {}\n", verdict_text(comparison));
  for (const std::string& part : comparison.not_judged) text += fmt::format("not judged: {}\n", part);
  for (const std::string& note : comparison.notes) text += fmt::format("note: {}\n", note);
  return text + fmt::format("limits: {} ({})\n", comparison.source, comparison.date);
}

std::string json_text(const Comparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json pairs = Json::array(), quantities = Json::array(), series = Json::array(), records = Json::array();
  for (const RecordSource& record : comparison.records)
    records.push_back({{"path", record.path}, {"sha256", record.sha256}, {"made_by", record.made_by}});
  for (const AlignedPair& pair : comparison.pairs)
    pairs.push_back({{"measured", pair.measured},
                     {"computed", pair.computed},
                     {"shift", pair.shift},
                     {"correlation", pair.correlation},
                     {"aligned_by", pair.by}});
  for (const ComparedQuantity& one : comparison.quantities) {
    Json sections = Json::array();
    for (const ComparedSection& section : one.sections) {
      sections.push_back({{"pair", section.pair},
                          {"zone", section.zone},
                          {"of", section.item},
                          {"begin", section.begin},
                          {"end", section.end},
                          {"measured", section.measured},
                          {"computed", section.computed}});
      if (section.chainage) sections.back()["chainage"] = *section.chainage;
    }
    quantities.push_back({{"quantity", one.quantity},
                          {"unit", one.unit},
                          {"method", one.method},
                          {"mean", one.mean},
                          {"mean_limit", one.mean_limit},
                          {"standard_deviation", one.deviation},
                          {"standard_deviation_limit", one.deviation_limit},
                          {"verdict", to_string(one.verdict)},
                          {"sections_found", one.places},
                          {"sections_needed", one.needed},
                          {"limit_source", one.source},
                          {"limit_verified", !one.from_memory},
                          {"limit_from_memory", one.from_memory},
                          {"sections", std::move(sections)}});
  }
  for (const ComparedSeries& one : comparison.series)
    series.push_back({{"pair", one.pair},
                      {"quantity", one.quantity},
                      {"of", one.item},
                      {"unit", one.unit},
                      {"mean", one.difference.mean},
                      {"standard_deviation", one.difference.deviation},
                      {"rms", one.difference.rms},
                      {"largest", one.difference.largest},
                      {"correlation", one.difference.correlation},
                      {"amplitude_ratio", one.difference.amplitude},
                      {"theil_inequality", one.difference.inequality}});
  return Json{{"rule", comparison.title},
              {"source", comparison.source},
              {"date", comparison.date},
              {"records", std::move(records)},
              {"verdict", to_string(comparison.verdict())},
              {"pairs", std::move(pairs)},
              {"quantities", std::move(quantities)},
              {"series", std::move(series)},
              {"not_judged", comparison.not_judged},
              {"notes", comparison.notes}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string page(const Comparison& comparison, const std::string& command_line) {
  std::string html = plot::page_head(comparison.title) +
                     fmt::format("<p>Verdict: <b>{}</b></p>\n", verdict_text(comparison));
  for (const AlignedPair& pair : comparison.pairs)
    html += fmt::format("<p>{}.</p>\n", escaped(pair_text(pair)));
  html +=
      "<h2>Differences of the sections, computed less measured</h2>\n<div class=\"wide\"><table "
      "class=\"numbers\">\n<tr><th>quantity</th><th>mean</th><th>limit</th><th>deviation</th><th>limit</th>"
      "<th></th><th>verdict</th><th>sections</th><th>largest, and where</th></tr>\n";
  for (const ComparedQuantity& one : comparison.quantities)
    html += fmt::format(
        "<tr><th>{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><span class=\"bar\"><i{} "
        "style=\"width:{:.0f}%\"></i></span></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(one.quantity), one.from_memory ? " *" : "", value_text(one.mean, one.unit),
        value_text(one.mean_limit, one.unit), value_text(one.deviation, one.unit),
        value_text(one.deviation_limit, one.unit), used_share(one) > 1 ? " class=\"over\"" : "",
        100 * std::min(used_share(one), 1.0), verdict_of(one), counts_of(one), escaped(largest_text(one)));
  html += fmt::format("</table></div>\n<p class=\"note\">{}</p>\n<p class=\"note\">{}</p>\n", unverified_note,
                      counts_note);
  html += not_judged_list(comparison.not_judged);
  for (const std::string& note : comparison.notes)
    html += fmt::format("<p class=\"note\">{}.</p>\n", escaped(note));
  html += "<h2>One over the other</h2>\n";
  for (const plot::Panel& panel : panels_of(comparison))
    html += plot::page_figure({.title = "", .panels = {panel}});
  html += "<h2>Where this comes from</h2>\n<table class=\"facts\">\n";
  for (const Fact& fact : facts_of(comparison, command_line))
    html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(fact.name), escaped(fact.text));
  return html + "</table>\n" + plot::page_end();
}

std::string pdf(const Comparison& comparison, const std::string& command_line) {
  plot::Sheet sheet(comparison.title);
  sheet.heading(comparison.title, 15);
  sheet.paragraph(fmt::format("Verdict: {}.", verdict_text(comparison)), 11,
                  comparison.verdict() == Verdict::failed ? "#b3261e" : "#1b1f24");
  for (const AlignedPair& pair : comparison.pairs) sheet.paragraph(pair_text(pair) + ".", 8);
  sheet.heading("Differences of the sections, computed less measured", 11);
  sheet.row({{"quantity", 0, 136},
             {"mean", 136, 56, true},
             {"limit", 194, 56, true},
             {"deviation", 252, 56, true},
             {"limit", 310, 56, true},
             {"limit used", 372, 44},
             {"sections", 418, 44},
             {"verdict", 464, 51}},
            7, true);
  for (const ComparedQuantity& one : comparison.quantities) {
    sheet.row(
        {{one.quantity + (one.from_memory ? " *" : ""), 0, 136},
         {value_text(one.mean, one.unit), 136, 56, true},
         {value_text(one.mean_limit, one.unit), 194, 56, true},
         {value_text(one.deviation, one.unit), 252, 56, true},
         {value_text(one.deviation_limit, one.unit), 310, 56, true},
         {counts_of(one), 418, 44},
         {one.verdict == Verdict::too_few_sections ? fmt::format("none: {} of {}", one.places, one.needed)
                                                   : to_string(one.verdict),
          464, 51}});
    sheet.bar(372, 42, used_share(one));
  }
  for (const ComparedQuantity& one : comparison.quantities)
    sheet.paragraph(fmt::format("{}: largest difference {}.", one.quantity, largest_text(one)), 7);
  sheet.paragraph(unverified_note, 7, "#5b6570");
  sheet.paragraph(counts_note, 7, "#5b6570");
  for (const std::string& part : comparison.not_judged)
    sheet.paragraph("Not judged: " + part + ".", 7, "#5b6570");
  for (const std::string& note : comparison.notes) sheet.paragraph(note + ".", 7, "#5b6570");
  sheet.need(190);  // a heading stays with its first plot
  sheet.heading("One over the other", 11);
  for (const plot::Panel& panel : panels_of(comparison)) sheet.figure(panel);
  sheet.heading("Where this comes from", 11);
  for (const Fact& fact : facts_of(comparison, command_line))
    sheet.paragraph(fact.name + ": " + fact.text, 7);
  return plot::pdf(std::move(sheet).pages(), comparison.title);
}

}  // namespace flangeway::acceptance
