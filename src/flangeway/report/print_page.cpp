// The page of runs for print: static pictures and tables, which plot::page_pdf() sets on paper.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/core/json_text.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/report/curves.hpp"
#include "flangeway/report/derived.hpp"
#include "flangeway/report/key_numbers.hpp"
#include "flangeway/report/page.hpp"
#include "flangeway/report/position_axis.hpp"
#include "flangeway/report/run_data.hpp"

namespace flangeway::report {
namespace {

using plot::escaped;
using Json = nlohmann::json;
using results::Reader;

constexpr double degrees = 180 / 3.14159265358979323846;

/// One run with the data of its tables and pictures.
struct PrintedRun {
  const Reader* reader;
  std::string label;
  std::vector<Derived> derived;
  Json summary, scene, numbers;
  std::vector<std::string> wheelsets;
  PositionAxis axis;
  ChainageTable chainage;

  [[nodiscard]] std::vector<double> read(const std::string& name) const {
    if (reader->has(name)) return reader->read(name);
    for (const Derived& one : derived)
      if (one.channel.name == name) return one.values;
    return {};
  }
};

Json parsed_object(const std::string& text) {
  Json json = parse_json<Json>(text);
  return json.is_object() ? json : Json::object();
}

PrintedRun printed_run(const Reader& reader) {
  PrintedRun run{&reader,
                 case_name(reader.provenance()),
                 derived_channels(reader),
                 parsed_object(reader.summary_json()),
                 parsed_object(reader.provenance().scene),
                 {},
                 owners(reader, ".left.Q"),
                 {},
                 {}};
  if (run.label.empty()) run.label = reader.path();
  run.numbers = key_numbers(reader, run.derived, run.summary, run.scene);
  if (reader.has("distance")) run.axis = position_axis(reader);
  run.chainage = chainage_table(run.summary);
  return run;
}

std::string number_text(const Json& value, double factor, int decimals) {
  return value.is_number() ? fmt::format("{:.{}f}", factor * value.get<double>(), decimals) : "–";
}

/// " at 0.105 km"
std::string position_note(const PrintedRun& run, const Json& distance) {
  if (!distance.is_number()) return "";
  return fmt::format(" <span class=\"note\">at {:.3f} km</span>",
                     kilometres(run.chainage, distance.get<double>()));
}

/// "12.34 at 0.105 km": a value and where it stands, alarming where it is over its limit.
std::string number_cell(const Json& value, double factor, int decimals, bool over = false,
                        const std::string& position = "") {
  return fmt::format("<td{}>{}{}</td>", over ? " class=\"alarm\"" : "", number_text(value, factor, decimals),
                     value.is_number() ? position : "");
}
std::string extreme_cell(const PrintedRun& run, const Json& extreme, double factor, int decimals,
                         bool over = false) {
  if (!extreme.is_object()) return "<td>–</td>";
  return number_cell(extreme.value("value", Json()), factor, decimals, over,
                     position_note(run, extreme.value("distance", Json())));
}

std::string heads(const std::vector<std::string>& names) {
  std::string html = "<tr>";
  for (const std::string& name : names) html += "<th>" + escaped(name) + "</th>";
  return html + "</tr>\n";
}

std::string standard_name(const Json& row) {
  const Json index = row.value("index", Json());
  return index.is_string() ? " (" + index.get<std::string>() + ")" : "";
}

std::string wheel_table(const PrintedRun& run) {
  const Json& wheels = run.numbers.at("wheels");
  if (wheels.empty()) return "<p class=\"note\">The file has no summary: the run has not ended.</p>\n";
  std::string html = "<table class=\"numbers\">\n" +
                     heads({"Wheel", "Q mean, kN", "Q least, kN", "Q largest, kN", "ΔQ/Q", "|Y| largest, kN",
                            "Y/Q largest", "Y/Q, 2 m mean", "Nadal’s limit", "flange, s"});
  for (const Json& wheel : wheels) {
    const auto value_of = [&](const char* key) { return wheel.value(key, Json()); };
    html += fmt::format("<tr><th>{}{}</th>", escaped(wheel.value("name", "")), escaped(standard_name(wheel)));
    html += number_cell(value_of("Q_mean"), 1e-3, 1) + extreme_cell(run, value_of("Q_lowest"), 1e-3, 1) +
            extreme_cell(run, value_of("Q_highest"), 1e-3, 1) + number_cell(value_of("relief"), 1, 2) +
            extreme_cell(run, value_of("Y_largest"), 1e-3, 1) +
            number_cell(value_of("YQ_max"), 1, 3, value_of("over_nadal") == true,
                        position_note(run, value_of("YQ_max_distance"))) +
            extreme_cell(run, value_of("YQ_2m"), 1, 3, value_of("over_yq_limit") == true) +
            number_cell(value_of("nadal_limit"), 1, 3) + number_cell(value_of("flange_time"), 1, 2) +
            "</tr>\n";
  }
  return html + "</table>\n";
}

std::string wheelset_table(const PrintedRun& run) {
  const Json& rows = run.numbers.at("wheelsets");
  if (rows.empty()) return "";
  const Json& limit = run.numbers.at("guiding_force_limit");
  std::string html = "<table class=\"numbers\">\n" +
                     heads({"Wheelset", "|y| largest, mm", "|yaw| largest, mrad", "|ΣY| largest, kN",
                            "|ΣY| of 2 m, kN", "limit 10 kN + P/3, kN", "margin"});
  for (const Json& row : rows) {
    const bool over = row.value("over_limit", false);
    const Json mean = row.value("sumY_2m", Json());
    Json margin;
    if (limit.is_number() && mean.is_object())
      margin = 1 - mean.at("value").get<double>() / limit.get<double>();
    html += fmt::format("<tr><th>{}{}</th>", escaped(row.value("name", "")), escaped(standard_name(row)));
    html += extreme_cell(run, row.value("y", Json()), 1e3, 2) +
            extreme_cell(run, row.value("yaw", Json()), 1e3, 2) +
            extreme_cell(run, row.value("sumY", Json()), 1e-3, 2) + extreme_cell(run, mean, 1e-3, 2, over) +
            number_cell(limit, 1e-3, 1) +
            fmt::format("<td{}>{}{}</td></tr>\n", over ? " class=\"alarm\"" : "", number_text(margin, 100, 0),
                        margin.is_number() ? " %" : "");
  }
  return html + "</table>\n";
}

std::string fact(const std::string& name, const std::string& text, bool alarm = false) {
  return text.empty() ? ""
                      : fmt::format("<tr><th>{}</th><td{}>{}</td></tr>\n", name,
                                    alarm ? " class=\"alarm\"" : "", escaped(text));
}

/// Events of one kind at one wheel are one line, so that many of them do not hide the rest.
std::string event_table(const Json& summary, const ChainageTable& chainage) {
  const Json events = summary.value("events", Json::array());
  struct Group {
    std::string wheel, kind;
    double first, last;
    std::size_t count = 0;
  };
  std::vector<Group> groups;
  for (const Json& event : events) {
    if (!event.is_object()) continue;
    const std::string wheel = event.value("wheel", ""), kind = event.value("kind", "");
    const double position = event.value("distance", 0.0);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& group) { return group.wheel == wheel && group.kind == kind; });
    if (found == groups.end()) found = groups.insert(groups.end(), {wheel, kind, position, position});
    found->last = position, ++found->count;
  }
  if (groups.empty()) return "";
  std::string html = "<h3>Events</h3>\n<table class=\"numbers\">\n" +
                     heads({"Wheel and event", "how often", "first at, km", "last at, km"});
  for (const Group& group : groups)
    html += fmt::format("<tr><th>{}: {}</th><td>{}</td><td>{:.3f}</td><td>{:.3f}</td></tr>\n",
                        escaped(group.wheel), escaped(group.kind), group.count,
                        kilometres(chainage, group.first), kilometres(chainage, group.last));
  html += "</table>\n";
  if (const double more = summary.value("events_not_listed", 0.0); more > 0)
    html += fmt::format("<p class=\"note\">and {:.0f} more that the result does not list</p>\n", more);
  return html;
}

std::string outcome_of(const PrintedRun& run) {
  const Json& s = run.summary;
  std::string html = "<table class=\"facts\">\n";
  const bool completed = run.reader->status() == results::Status::completed;
  html += fact("Status", results::to_string(run.reader->status()), !completed);
  if (const Json d = s.value("derailment", Json()); d.is_object())
    html += fact("Derailment",
                 fmt::format("{}: {}, at {:.3f} km, {:.3f} s; Y/Q there {:.3f}, Nadal’s limit {:.3f}",
                             d.value("wheel", ""), d.value("kind", ""),
                             kilometres(run.chainage, d.value("distance", 0.0)), d.value("time", 0.0),
                             d.value("YQ", 0.0), d.value("nadal_limit", 0.0)),
                 true);
  if (s.contains("failure") && s.at("failure").is_string())
    html += fact("Failure", s.at("failure").get<std::string>(), true);
  if (s.contains("distance") && s.at("distance").is_number())
    html += fact("Run", fmt::format("{:.1f} m in {:.2f} s", s.value("distance", 0.0), s.value("time", 0.0)));
  if (s.contains("admissible") && s.at("admissible").is_boolean())
    html += fact("Admissible",
                 s.at("admissible").get<bool>() ? "yes: no wheel was pulled onto its rail"
                                                : "no: wheels were pulled onto their rails",
                 !s.at("admissible").get<bool>());
  for (const Json& warning : s.value("warnings", Json::array()))
    if (warning.is_string()) html += fact("Warning", warning.get<std::string>(), true);
  return html + "</table>\n" + event_table(s, run.chainage);
}

std::string origin_of(const PrintedRun& run) {
  const results::Provenance& from = run.reader->provenance();
  std::string html = "<table class=\"facts\">\n" + fact("Results", run.reader->path()) +
                     fact("Contact method", from.method) + fact("Integrator", from.integrator) +
                     fact("Started", from.started) + fact("Command line", from.command_line);
  for (const results::InputFile& input : from.inputs)
    html += fact("Input file", input.path + " " + input.sha256);
  return html + fact("Program", fmt::format("Flangeway {} ({})", from.version, from.commit)) + "</table>\n";
}

/// Curves that belong together: a quantity of all wheels, all wheelsets or the track.
struct PrintedPanel {
  const char *title, *axis, *quantity;
  double factor;
  enum class Of { wheels, wheelsets, track } of;
};
using Of = PrintedPanel::Of;
constexpr std::array<PrintedPanel, 11> printed_panels{{
    {"Curvature, left positive", "curvature in 1/km", "track.curvature", 1e3, Of::track},
    {"Cant, right rail above left", "cant in mm", "track.cant", 1e3, Of::track},
    {"Lateral displacement, left positive", "y in mm", ".y", 1e3, Of::wheelsets},
    {"Yaw, to the left positive", "yaw in mrad", ".yaw", 1e3, Of::wheelsets},
    {"Vertical wheel force", "Q in kN", ".Q", 1e-3, Of::wheels},
    {"Lateral wheel force, left positive", "Y in kN", ".Y", 1e-3, Of::wheels},
    {"Y/Q, positive towards the field side", "Y/Q", ".YQ", 1, Of::wheels},
    {"Y/Q, mean over 2 m", "Y/Q, 2 m mean", ".YQ_2m", 1, Of::wheels},
    {"Sum of the guiding forces, mean over 2 m", "ΣY, 2 m mean in kN", ".sumY_2m", 1e-3, Of::wheelsets},
    {"Contact angle, of the flange where it touches", "angle in °", ".contact_angle", degrees, Of::wheels},
    {"Wear number of a wheel", "Tγ in N", ".Tgamma", 1, Of::wheels},
}};

void add_curve(const PrintedRun& run, const std::string& channel, const std::string& name, bool dashed,
               std::size_t colour, const PrintedPanel& what, plot::Panel& panel) {
  std::vector<double> y = run.read(channel);
  if (y.empty() || run.axis.x.empty()) return;
  for (double& value : y) value *= what.factor;
  panel.series.push_back({.name = name,
                          .x = run.axis.x,
                          .y = std::move(y),
                          .style = dashed ? plot::Style::dashed : plot::Style::line,
                          .colour = colour});
}

/// Colours of one run tell wheelsets apart and dashes sides; colours of several runs tell the runs apart.
plot::Panel panel_of(const std::vector<PrintedRun>& runs, const PrintedPanel& what) {
  plot::Panel panel{
      .title = what.title, .x_label = runs.front().axis.label, .y_label = what.axis, .height = 200};
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const PrintedRun& run = runs[r];
    const bool several = runs.size() > 1;
    const std::string tail = several ? fmt::format(" · {}", r + 1) : "";
    if (what.of == Of::track && r == 0) add_curve(run, what.quantity, "", false, 0, what, panel);
    if (what.of == Of::track) continue;
    const std::size_t shown = several ? 1 : run.wheelsets.size();  // of several runs the first wheelset
    for (std::size_t w = 0; w < std::min(shown, run.wheelsets.size()); ++w) {
      const std::string& name = run.wheelsets[w];
      if (what.of == Of::wheelsets)
        add_curve(run, name + what.quantity, name + tail, false, several ? r : w, what, panel);
      for (const char* side : {".left", ".right"})
        if (what.of == Of::wheels)
          add_curve(run, name + side + what.quantity, name + side + tail, side[1] == 'r', several ? r : w,
                    what, panel);
    }
  }
  const std::string quantity = what.quantity;
  const Json& limit = runs.front().numbers.at("guiding_force_limit");
  if (quantity == ".YQ_2m")
    panel.limits.push_back({runs.front().numbers.at("yq_limit").get<double>(), "0.8 (EN 14363)"});
  if (quantity == ".sumY_2m" && limit.is_number())
    for (const double sign : {1.0, -1.0})
      panel.limits.push_back(
          {sign * limit.get<double>() / 1e3,
           sign > 0 ? fmt::format("10 kN + P/3 = {:.1f} kN", limit.get<double>() / 1e3) : std::string()});
  return panel;
}

/// Wear and rolling contact fatigue, curve by curve.
std::string rails_of(const PrintedRun& run) {
  const std::vector<LinePart> parts = line_parts(*run.reader, run.derived);
  if (parts.empty()) return "";
  std::string html = fmt::format("<p>{}</p>\n{}", escaped(fatigue_text(parts, run.chainage)),
                                 parts_table(parts, run.chainage));
  if (const plot::Figure rails = rail_figure(*run.reader, run.derived); !rails.panels.empty())
    html += plot::page_figure(rails);
  if (const plot::Figure shakedown = shakedown_figure(*run.reader, assumed_yield_in_shear);
      !shakedown.panels.empty())
    html += plot::page_figure(shakedown);
  return html + "<p class=\"note\">" + parts_note + "</p>\n";
}

bool changes(const plot::Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [](const plot::Series& series) {
    const auto [low, high] = std::minmax_element(series.y.begin(), series.y.end());
    return low != series.y.end() && *low < *high;
  });
}

/// Curves of several runs have one axis: chainage only where all have it.
void agree_on_axis(std::vector<PrintedRun>& runs) {
  const auto differs = [&](const PrintedRun& run) { return run.axis.label != runs.front().axis.label; };
  if (std::none_of(runs.begin(), runs.end(), differs)) return;
  for (PrintedRun& run : runs)
    if (run.reader->has("distance")) run.axis = {run.reader->read("distance"), "distance in m"};
}

std::string of_each_run(const std::vector<PrintedRun>& runs,
                        const std::function<std::string(const PrintedRun&)>& content) {
  std::string html;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs.size() > 1) html += fmt::format("<h3>{} {}</h3>\n", i + 1, escaped(runs[i].label));
    html += content(runs[i]);
  }
  return html;
}

}  // namespace

std::string print_page(const std::vector<Reader>& readers) {
  std::vector<PrintedRun> runs;
  std::string title;
  for (const Reader& reader : readers) {
    runs.push_back(printed_run(reader));
    title += (title.empty() ? "" : " · ") + runs.back().label;
  }
  agree_on_axis(runs);
  std::string html = plot::page_head(title) + "<h2>Outcome</h2>\n" + of_each_run(runs, outcome_of);
  html += "<h2>Key numbers</h2>\n" +
          of_each_run(runs, [](const PrintedRun& run) { return wheel_table(run) + wheelset_table(run); });
  html +=
      "<p class=\"note\">In brackets the number of the wheel or wheelset in the standards: axle from the "
      "front, then "
      "1 right or 2 left, as in Y11. Y/Q is positive towards the field side; Nadal’s limit is that of the "
      "largest "
      "angle that the flange reached. The sliding mean of Y/Q over 2 m is compared with the limit 0.8 of EN "
      "14363. "
      "ΔQ/Q is the largest unloading as a share of the static wheel force, which is half of the mean force "
      "of "
      "the wheelset. P is "
      "the weight of the vehicle per wheelset. Values beyond their limits are red.</p>\n";
  html += "<h2>Both rails, curve by curve</h2>\n" + of_each_run(runs, rails_of);
  html += "<h2>Plots</h2>\n";
  if (runs.size() > 1)
    html += "<p class=\"note\">Of several runs the curves of the first wheelset are drawn.</p>\n";
  for (const PrintedPanel& what : printed_panels) {
    const plot::Panel panel = panel_of(runs, what);
    if (changes(panel)) html += plot::page_figure({.panels = {panel}});
  }
  return html + "<h2>What was run</h2>\n" + of_each_run(runs, origin_of) + plot::page_end();
}

}  // namespace flangeway::report
