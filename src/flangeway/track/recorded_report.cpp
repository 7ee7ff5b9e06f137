#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/track/recorded_geometry.hpp"
#include "flangeway/track/recorded_titles.hpp"

namespace flangeway::track {

namespace {

std::string sd_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.3f}", 1e3 * value);
}

const char* unit_of(const std::string& column) {
  return column == "twist" ? "mm/m" : "mm";
}

nlohmann::ordered_json number_or_null(double value) {
  return std::isnan(value) ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
}

// "longitudinal_level_left D1".
std::string with_band(const std::string& quantity, const std::string& band) {
  return band.empty() ? quantity : quantity + " " + band;
}

std::string limits_text(const QualityReport& report) {
  std::string text = fmt::format("\nlimits of {}\n", report.limits);
  const auto out = std::back_inserter(text);
  for (const QualityVerdict& verdict : report.verdicts) {
    if (!verdict.is_judged()) continue;
    fmt::format_to(out, "  judged: {}, {}: {} beyond, over {:.6g} m; {}{}\n",
                   with_band(verdict.quantity, verdict.band), verdict.limit, verdict.defects, verdict.judged,
                   verdict.source, verdict.from_memory ? " (no printed source found: unverified)" : "");
  }
  for (const QualityVerdict& verdict : report.verdicts)
    if (!verdict.not_judged.empty())
      fmt::format_to(out, "  not judged: {}: {}\n", with_band(verdict.quantity, verdict.band),
                     verdict.not_judged);
  if (!report.is_judged()) return text + "  no limit was judged\n";
  fmt::format_to(out, "\nbeyond limits: {}{}\n", report.defects.size(),
                 report.defects.empty() ? " of what was judged" : "");
  for (const Defect& defect : report.defects)
    fmt::format_to(out, "{:>10.6g} {:>10.6g}  {:<26} {:<4} {:>9.3f} {}, {} limit {:.4g} {}{}\n", defect.from,
                   defect.to, defect.quantity, defect.band, 1e3 * defect.peak,
                   defect.is_deviation ? "as standard deviation" : fmt::format("at {:.6g} m", defect.peak_at),
                   defect.level, 1e3 * defect.limit, unit_of(defect.quantity),
                   defect.from_memory ? " (no printed source found: unverified)" : "");
  return text;
}

nlohmann::ordered_json json_of(const QualityVerdict& verdict) {
  nlohmann::ordered_json json{{"quantity", verdict.quantity}, {"band", verdict.band}};
  if (verdict.is_judged()) {
    json["limit"] = verdict.limit;
    json["length"] = verdict.judged;
    json["beyond"] = verdict.defects;
    json["source"] = verdict.source;
    json["from_memory"] = verdict.from_memory;
  }
  return json;
}

void add_limits(const QualityReport& report, nlohmann::ordered_json& json) {
  json["limits"] = report.limits;
  json["limits_from_memory"] = report.from_memory;
  json["judged"] = nlohmann::json::array();
  json["not_judged"] = nlohmann::json::array();
  for (const QualityVerdict& verdict : report.verdicts) {
    if (verdict.is_judged()) json["judged"].push_back(json_of(verdict));
    if (verdict.not_judged.empty()) continue;
    nlohmann::ordered_json entry{{"quantity", verdict.quantity}, {"band", verdict.band}};
    entry["reason"] = verdict.not_judged;
    json["not_judged"].push_back(std::move(entry));
  }
  // Without any verdict there is no list of defects that could look like an all clear.
  if (report.is_judged()) json["defects"] = nlohmann::json::array();
}

}  // namespace

std::string summary_text(const RecordedGeometry& geometry, const QualityReport& report,
                         const std::optional<Shift>& shift) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{:.6g} to {:.6g} m, a sample every {:.6g} m, gaps: {}, pieces: {}\n", geometry.start,
                 geometry.start + geometry.length(), geometry.step, geometry.gaps.size(),
                 geometry.stretches.size());
  for (const auto& gap : geometry.gaps)
    fmt::format_to(out, "  gap from {:.6g} to {:.6g} m\n", gap[0], gap[1]);
  for (const std::string& name : geometry.unread) fmt::format_to(out, "  column {} is not read\n", name);
  for (const std::string& note : geometry.notes) fmt::format_to(out, "  {}\n", note);
  if (geometry.chord) {
    fmt::format_to(
        out,
        "shapes of 3 to 200 m from offsets of a chord of {:.6g} + {:.6g} m, |1 - (b exp(-i k a) + a "
        "exp(i k b))/(a + b)|\n",
        geometry.chord->before, geometry.chord->after);
    for (const auto& blind : blind_wavelengths(*geometry.chord, 3, 200))
      fmt::format_to(out, "  the chord does not see wavelengths from {:.4g} to {:.4g} m\n", blind[0],
                     blind[1]);
  }
  fmt::format_to(out, "\nstandard deviations in D1, D2 and D3\n{:>10} {:>10}  {:<26} {:>9} {:>9} {:>9}\n",
                 "from m", "to m", "quantity", "D1", "D2", "D3");
  for (const SectionQuality& section : report.sections)
    for (std::size_t c = 0; c < section.sd.size(); ++c)
      fmt::format_to(out, "{:>10.6g} {:>10.6g}  {:<26} {:>9} {:>9} {:>9} {}\n", section.from, section.to,
                     geometry.columns[c].name, sd_text(section.sd[c][0]), sd_text(section.sd[c][1]),
                     sd_text(section.sd[c][2]), unit_of(geometry.columns[c].name));
  if (report.sections.empty()) text += "none: no stretch without a gap is as long as a section\n";
  if (!report.limits.empty()) text += limits_text(report);
  if (shift)
    fmt::format_to(out, "\nthe other recording is shifted by {:.3f} m (correlation {:.3f} of {} in D1)\n",
                   shift->distance, shift->correlation, shift->quantity);
  return text;
}

std::string json_text(const RecordedGeometry& geometry, const QualityReport& report,
                      const std::optional<Shift>& shift) {
  nlohmann::ordered_json json{{"start", geometry.start},
                              {"end", geometry.start + geometry.length()},
                              {"step", geometry.step},
                              {"gaps", geometry.gaps},
                              {"pieces", geometry.stretches.size()},
                              {"unread_columns", geometry.unread},
                              {"notes", geometry.notes},
                              {"nominal_gauge", geometry.nominal_gauge},
                              {"sections", nlohmann::json::array()}};
  if (geometry.chord) {
    json["chord"] = {{"before", geometry.chord->before},
                     {"after", geometry.chord->after},
                     {"noise", geometry.chord->noise},
                     {"blind_wavelengths", blind_wavelengths(*geometry.chord, 3, 200)}};
  }
  for (const SectionQuality& section : report.sections) {
    nlohmann::ordered_json entry{{"from", section.from}, {"to", section.to}};
    for (std::size_t c = 0; c < section.sd.size(); ++c)
      entry["standard_deviations"][geometry.columns[c].name] = {{"D1", number_or_null(section.sd[c][0])},
                                                                {"D2", number_or_null(section.sd[c][1])},
                                                                {"D3", number_or_null(section.sd[c][2])}};
    json["sections"].push_back(std::move(entry));
  }
  if (!report.limits.empty()) add_limits(report, json);
  for (const Defect& defect : report.defects)
    json["defects"].push_back({{"quantity", defect.quantity},
                               {"band", defect.band},
                               {"from", defect.from},
                               {"to", defect.to},
                               {"peak_at", defect.peak_at},
                               {"peak", defect.peak},
                               {"level", defect.level},
                               {"limit", defect.limit},
                               {"standard_deviation", defect.is_deviation},
                               {"limit_from_memory", defect.from_memory}});
  if (shift)
    json["shift"] = {
        {"distance", shift->distance}, {"correlation", shift->correlation}, {"quantity", shift->quantity}};
  return json.dump(2);
}

std::string title_of_quantity(std::string column) {
  constexpr std::string_view other = "other.";
  std::string end;
  if (column.starts_with(other)) column.erase(0, other.size()), end = ", other recording";
  for (const std::string_view side : {"left", "right"}) {
    if (!column.ends_with("_" + std::string(side))) continue;
    column.erase(column.size() - side.size() - 1);
    end = ", " + std::string(side) + " rail" + end;
  }
  std::replace(column.begin(), column.end(), '_', ' ');
  if (!column.empty()) column[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(column[0])));
  return column + end;
}

plot::Figure figure_of(const RecordedGeometry& geometry, const QualityReport& report) {
  plot::Figure figure{.title = "Track geometry", .panels = {}, .shared_x = true};
  std::vector<double> s;
  for (std::size_t i = 0; i < geometry.count; ++i) s.push_back(geometry.at(i));
  for (const RecordedColumn& column : geometry.columns) {
    plot::Panel panel{.title = title_of_quantity(column.name),
                      .x_label = "distance in m",
                      .y_label = unit_of(column.name),
                      .series = {{.name = "as recorded", .x = s, .y = {}, .style = plot::Style::dashed}},
                      .bands = {},
                      .limits = {},
                      .height = 150};
    const auto scaled = [](std::vector<double> values) {
      for (double& value : values) value *= 1e3;
      return values;
    };
    panel.series[0].y = scaled(column.values);
    for (const WaveBand& band : wave_bands(column.name)) {
      if (band.name == "D3") continue;
      panel.series.push_back(
          {.name = std::string(band.name), .x = s, .y = scaled(band_part(geometry, column.values, band))});
    }
    for (const QualityVerdict& verdict : report.verdicts)
      if (verdict.quantity == column.name)
        panel.title += verdict.is_judged()
                           ? fmt::format("; {} judged, {} beyond", verdict.band, verdict.defects)
                           : fmt::format("; {} not judged: {}", verdict.band, verdict.not_judged);
    for (const Defect& defect : report.defects)
      if (defect.quantity == column.name) panel.bands.push_back({defect.from, defect.to, defect.level, 1});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace flangeway::track
