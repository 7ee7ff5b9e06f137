#include "geometry_compare.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flangeway/geometry/compare.hpp"
#include "flangeway/plot/figure.hpp"

namespace flangeway::app {
namespace {

using geometry::Largest;
using geometry::LargestDifference;
using geometry::MethodCurves;
using geometry::Way;
using Json = nlohmann::ordered_json;

constexpr const char* way_names[geometry::ways] = {"searched", "lut", "kec"};

// Geometries to compare, and the range of the comparison.
struct Comparison {
  const char *key, *text;
  Way a, b;
  bool flange;
};
constexpr Comparison comparisons[] = {
    {"lut_kec_tread", "table − equivalent profiles, treads", geometry::lut, geometry::kec, false},
    {"lut_kec_flange", "table − equivalent profiles, flange", geometry::lut, geometry::kec, true},
    {"lut_searched_tread", "table − contact search, treads", geometry::lut, geometry::searched, false},
    {"lut_searched_flange", "table − contact search, flange", geometry::lut, geometry::searched, true},
    {"kec_searched_tread", "equivalent profiles − contact search, treads", geometry::kec, geometry::searched,
     false},
    {"kec_searched_flange", "equivalent profiles − contact search, flange", geometry::kec, geometry::searched,
     true}};

struct Result {
  const vehicle_case::CaseGeometry& loaded;
  bool hybrid = false;
  std::vector<MethodCurves> curves;

  // A hybrid table's wheelset has its flange in the rail: nothing to compare a rigid contact with.
  [[nodiscard]] bool comparable(const Comparison& c) const {
    return !(hybrid && c.flange && c.a == geometry::lut);
  }
  [[nodiscard]] const char* geometry_name() const {
    return loaded.contact.kec.averaging_load > 0 ? "patch" : "points";
  }
  [[nodiscard]] LargestDifference largest(const Comparison& c) const {
    return geometry::largest_difference(curves, c.a, c.b, c.flange);
  }
};

Json json_of(const Largest& largest) {
  return {{"value", largest.value}, {"y", largest.y}, {"gauge_variation", largest.gauge_variation}};
}

Json json_of(const Result& result, const Comparison& comparison) {
  const LargestDifference d = result.largest(comparison);
  if (!result.comparable(comparison) || d.z.count == 0) return nullptr;
  return {{"positions", d.z.count}, {"z", json_of(d.z)}, {"roll", json_of(d.roll)}};
}

Json json_of(const Result& result) {
  Json json{{"wheel", result.loaded.profiles[0].name},
            {"rail", result.loaded.profiles[2].name},
            {"table", result.hybrid ? "hybrid" : "constraint"},
            {"geometry", result.geometry_name()},
            {"largest_difference", Json::object()},
            {"gauge_variations", Json::array()}};
  for (const Comparison& c : comparisons) json["largest_difference"][c.key] = json_of(result, c);
  for (const MethodCurves& curve : result.curves) {
    Json row{{"gauge_variation", curve.gauge_variation}, {"y", curve.y}, {"flange", curve.flange}};
    for (std::size_t way = 0; way < geometry::ways; ++way) {
      row["z"][way_names[way]] = curve.z[way];
      row["roll"][way_names[way]] = curve.roll[way];
    }
    json["gauge_variations"].push_back(std::move(row));
  }
  return json;
}

std::vector<double> scaled(std::vector<double> values, double factor, double offset = 0) {
  for (double& value : values) value = (value - offset) * factor;
  return values;
}

using Column = std::vector<double>;

// Differences of the two methods where they are comparable, NaN elsewhere.
Column difference(const Result& result, const MethodCurves& curve, const Column& a, const Column& b,
                  double factor) {
  Column values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool counts = !(result.hybrid && curve.flange[i]);
    values.push_back(counts ? std::abs(a[i] - b[i]) * factor : std::nan(""));
  }
  return values;
}

plot::Panel values_panel(const Result& result, const char* title, const char* label, bool height) {
  plot::Panel panel{.title = title, .x_label = "lateral displacement in mm", .y_label = label};
  std::size_t colour = 0;
  for (const MethodCurves& curve : result.curves) {
    const auto& of = height ? curve.z : curve.roll;
    const double offset = height ? result.loaded.radius : 0;
    // The first panel's legend serves for all.
    const std::string name = height ? fmt::format("gauge {:+.1f} mm", curve.gauge_variation * 1e3) : "";
    const Column x = scaled(curve.y, 1e3);
    panel.series.push_back(
        {.name = name, .x = x, .y = scaled(of[geometry::lut], 1e3, offset), .colour = colour});
    panel.series.push_back({.x = x,
                            .y = scaled(of[geometry::kec], 1e3, offset),
                            .style = plot::Style::dashed,
                            .colour = colour++});
  }
  return panel;
}

plot::Panel difference_panel(const Result& result, const char* title, const char* label, bool height) {
  plot::Panel panel{.title = title, .x_label = "lateral displacement in mm", .y_label = label};
  std::size_t colour = 0;
  for (const MethodCurves& curve : result.curves) {
    const auto& of = height ? curve.z : curve.roll;
    panel.series.push_back(
        {.x = scaled(curve.y, 1e3),
         .y = difference(result, curve, of[geometry::lut], of[geometry::kec], height ? 1e6 : 1e3),
         .colour = colour++});
  }
  return panel;
}

std::string picture(const Result& result) {
  plot::Figure figure{.title = fmt::format("{} on {}: lookup table (lines) and equivalent profiles (dashed)",
                                           result.loaded.profiles[0].name, result.loaded.profiles[2].name),
                      .shared_x = true};
  figure.panels = {values_panel(result, "Height of the wheelset", "z − r0 in mm", true),
                   values_panel(result, "Roll", "roll in mrad", false),
                   difference_panel(result, "Difference in height", "|Δz| in µm", true),
                   difference_panel(result, "Difference in roll", "|Δ roll| in mrad", false)};
  return plot::svg(figure);
}

void print(const Result& result) {
  put_out("{} on {}, {} gauge variations from {:+.1f} to {:+.1f} mm, geometry of {}\n",
          result.loaded.profiles[0].name, result.loaded.profiles[2].name, result.curves.size(),
          result.curves.front().gauge_variation * 1e3, result.curves.back().gauge_variation * 1e3,
          result.loaded.contact.kec.averaging_load > 0 ? "loaded patches" : "points");
  put_out("{:<46}{:>12}{:>22}{:>14}{:>22}\n", "largest difference", "height", "at y, gauge in mm", "roll",
          "at y, gauge in mm");
  const auto place = [](const Largest& l) {
    return fmt::format("{:.1f}, {:+.1f}", l.y * 1e3, l.gauge_variation * 1e3);
  };
  for (const Comparison& c : comparisons) {
    if (!result.comparable(c)) continue;
    const LargestDifference d = result.largest(c);
    if (d.z.count == 0) {
      put_out("{:<46}  no position of this kind\n", c.text);
      continue;
    }
    put_out("{:<46}{:>9.2f} µm{:>22}{:>9.4f} mrad{:>22}\n", c.text, d.z.value * 1e6, place(d.z),
            d.roll.value * 1e3, place(d.roll));
  }
  if (result.hybrid) {
    put_out(
        "The table is hybrid: its constraint contains the treads only, and a flange indents the rail, so "
        "that there is no rigid flange contact to compare.\n");
  }
}

void check_gauges(const Common& common, const std::vector<double>& gauges, double limit, Findings& findings) {
  for (const double gauge : gauges) {
    if (std::abs(gauge) <= limit * 1e3 + 1e-9) continue;
    findings.add({{common.files.front(), 0, 0},
                  "--gauge",
                  "is outside the lookup table",
                  fmt::format("{} mm", gauge),
                  fmt::format("±{} mm", limit * 1e3),
                  "Give less, or widen the table: --set contact.lookup.gauge_variation=…"});
  }
}

void check_averaging(const Common& common, const wheelrail::Settings& settings, Findings& findings) {
  if (settings.kec.averaging_load == settings.lookup.averaging_load) return;
  findings.add({{common.files.front(), 0, 0},
                "contact.lookup.geometry",
                "is another than contact.kec.geometry, so that the tables are not of the same contacts",
                settings.lookup.averaging_load > 0 ? "patch" : "points",
                settings.kec.averaging_load > 0 ? "patch" : "points",
                "Give both the same"});
}

void check_curves(const Common& common, const std::vector<MethodCurves>& curves, Findings& findings) {
  for (const MethodCurves& curve : curves) {
    if (!curve.y.empty()) continue;
    findings.add({{common.files.front(), 0, 0},
                  "--gauge",
                  "leaves a wheel without a rail",
                  fmt::format("{} mm", curve.gauge_variation * 1e3),
                  "",
                  "Give a gauge variation at which both wheels stand on their rails"});
  }
}

}  // namespace

void for_each_gauge(const Common& common, const std::vector<double>& gauge_mm,
                    const std::function<void(double)>& act) {
  ProgressBar bar(common);
  for (std::size_t i = 0; i < gauge_mm.size(); ++i) {
    bar.show(static_cast<double>(i) / static_cast<double>(gauge_mm.size()),
             fmt::format("{} / {} gauge variation{}", i, gauge_mm.size(), gauge_mm.size() == 1 ? "" : "s"));
    act(gauge_mm[i]);
  }
  bar.clear();
}

ExitCode compare_methods(const Common& common, const vehicle_case::CaseGeometry& loaded,
                         const CompareOptions& options) {
  Findings findings;
  const wheelrail::Settings settings = loaded.contact;
  check_gauges(common, options.gauge_mm, settings.lookup.gauge_variation, findings);
  check_averaging(common, settings, findings);
  findings.throw_if_any();
  const auto& p = loaded.profiles;
  const geometry::WheelsetGeometry pair = geometry::make_geometry(
      p[0], p[1], p[2], p[3], loaded.profile_position, loaded.radius, loaded.placement);
  geometry::PositionSearch search(pair);
  if (const double load = settings.kec.averaging_load; load > 0)
    search = geometry::loaded_search(pair, search, load, settings.kec.patch);
  const geometry::LookupTable table = geometry::make_lookup(pair, settings.lookup);
  if (!table.failure.empty()) {
    findings.add({{common.files.front(), 0, 0}, "contact.lookup", table.failure, "", "", ""});
    findings.throw_if_any();
  }
  const geometry::KecProfiles profiles = geometry::make_kec(pair, settings.kec);
  Result result{loaded, table.hybrid, {}};
  for_each_gauge(common, options.gauge_mm, [&](double gauge) {
    result.curves.push_back(
        geometry::compare_methods(search, table, profiles, gauge * 1e-3, options.step_mm * 1e-3));
  });
  check_curves(common, result.curves, findings);
  findings.throw_if_any();
  if (!options.plot.empty()) write_picture_file(options.plot, picture(result), common.force);
  if (common.json) {
    print_json(json_of(result).dump());
  } else if (!common.quiet) {
    print(result);
  }
  return ExitCode::done;
}

}  // namespace flangeway::app
