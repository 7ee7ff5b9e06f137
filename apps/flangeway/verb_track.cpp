// flangeway track: what a track file describes, in numbers and as a picture.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "command.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::app {

namespace {

using track::Measure;
using track::TrackModel;

constexpr std::array channels{Measure::alignment, Measure::vertical_profile, Measure::gauge_variation,
                              Measure::cross_level};

// "circular", "transition (bloss)"
std::string label_of(const track::Segment& segment) {
  if (segment.kind != track::SegmentKind::transition) return std::string(name_of(segment.kind));
  return fmt::format("transition ({})", name_of(segment.shape));
}

// "R 500 left", "straight"
std::string curve_text(double curvature) {
  if (curvature == 0) return "straight";
  return fmt::format("R {:.6g} {}", 1 / std::abs(curvature), curvature > 0 ? "left" : "right");
}

// Of a segment with both ends: "straight → R 500 left".
std::string course_text(const track::Segment& segment) {
  const std::string from = curve_text(segment.curvature_start), to = curve_text(segment.curvature_end);
  return from == to ? from : from + " → " + to;
}

std::string cant_text(const track::Segment& segment) {
  if (segment.cant_start == segment.cant_end) return fmt::format("{:.6g}", segment.cant_start * 1e3);
  return fmt::format("{:.6g} → {:.6g}", segment.cant_start * 1e3, segment.cant_end * 1e3);
}

void print_summary(const TrackModel& model) {
  fmt::print("{}, {:.6g} m\n\n", model.name().empty() ? "track" : model.name(), model.length());
  fmt::print("{:>10} {:>10}  {:<24} {:<30} {}\n", "from m", "length m", "segment", "curve", "cant mm");
  for (const auto& segment : model.segments()) {
    fmt::print("{:>10.6g} {:>10.6g}  {:<24} {:<30} {}\n", segment.start, segment.length, label_of(segment),
               course_text(segment), cant_text(segment));
  }
  if (!model.irregular()) {
    fmt::print("\nno irregularities\n");
    return;
  }
  fmt::print("\n{:<18} {:>12} {:>12} {:>20}\n", "irregularities", "smallest mm", "largest mm",
             "standard deviation mm");
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const auto& [range, deviation] = model.statistics(channels[c]);
    fmt::print("{:<18} {:>12.3f} {:>12.3f} {:>20.3f}\n", name_of(channels[c]), range.minimum * 1e3,
               range.maximum * 1e3, deviation * 1e3);
  }
}

nlohmann::ordered_json json_of(const TrackModel& model) {
  nlohmann::ordered_json json{{"name", model.name()},
                              {"length", model.length()},
                              {"rail_distance", model.rail_distance()},
                              {"segments", nlohmann::json::array()},
                              {"irregularities", nlohmann::ordered_json::object()},
                              {"notes", nlohmann::json::array()}};
  for (const auto& segment : model.segments()) {
    json["segments"].push_back({{"kind", name_of(segment.kind)},
                                {"start", segment.start},
                                {"length", segment.length},
                                {"curvature_start", segment.curvature_start},
                                {"curvature_end", segment.curvature_end},
                                {"cant_start", segment.cant_start},
                                {"cant_end", segment.cant_end}});
  }
  for (std::size_t c = 0; model.irregular() && c < channels.size(); ++c) {
    const auto& [range, deviation] = model.statistics(channels[c]);
    json["irregularities"][std::string(name_of(channels[c]))] = {
        {"minimum", range.minimum}, {"maximum", range.maximum}, {"standard_deviation", deviation}};
  }
  for (const Finding& finding : model.notes()) json["notes"].push_back(finding.text());
  return json;
}

// Where the pictures and the CSV take their values: the whole track at a constant step.
std::vector<double> stations(const TrackModel& model, double step) {
  const auto count = static_cast<std::size_t>(std::ceil(model.length() / step - 1e-9));
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(step * static_cast<double>(i));
  result.push_back(model.length());
  return result;
}

void append_row(std::string& text, const std::array<double, 14>& values) {
  for (const double value : values) {
    fmt::format_to(std::back_inserter(text), "{:.10g},", value + 0.0);  // + 0.0: no "-0"
  }
  text.back() = '\n';
}

std::string csv_of(const TrackModel& model) {
  const double step = model.irregular() ? model.irregularities().step() : model.centreline().step();
  std::string text =
      "s,x,y,z,heading,slope,cant_angle,curvature,cant,gradient,y_left,z_left,y_right,z_right\n";
  track::Irregularity irregularity;
  std::array<double, 6> centreline;
  for (const double s : stations(model, step)) {
    model.centreline().evaluate(s, centreline.data());
    track::evaluate_irregularity(model, s, irregularity);
    append_row(text,
               {s, centreline[0], centreline[1], centreline[2], centreline[3], centreline[4], centreline[5],
                model.curvature(s), model.cant(s), model.gradient(s), irregularity.value[0],
                irregularity.value[1], irregularity.value[2], irregularity.value[3]});
  }
  return text;
}

// Transitions half shaded, curves shaded, straights white, as in the papers on these cases.
std::vector<plot::Band> bands_of(const TrackModel& model) {
  std::vector<plot::Band> bands;
  for (const auto& segment : model.segments()) {
    const bool transition = segment.kind == track::SegmentKind::transition;
    const double strength = segment.kind == track::SegmentKind::straight ? 0 : (transition ? 0.5 : 1);
    bands.push_back({segment.start, segment.end(), transition ? "" : course_text(segment), strength});
  }
  return bands;
}

plot::Panel plan_view(const TrackModel& model, const std::vector<double>& s) {
  plot::Series line{.name = "centreline", .x = {}, .y = {}},
      joints{.name = "ends of segments", .x = {}, .y = {}};
  track::Frame frame;
  const auto append = [&](plot::Series& series, double at) {
    track::evaluate_frame(model, at, frame);
    series.x.push_back(frame.position.x());
    series.y.push_back(frame.position.y());
  };
  for (const double at : s) append(line, at);
  for (const auto& segment : model.segments()) append(joints, segment.end());
  joints.style = plot::Style::points;
  return {.title = "Plan view",
          .x_label = "x in m",
          .y_label = "y in m",
          .series = {line, joints},
          .bands = {},
          .limits = {},
          .equal_aspect = true,
          .height = 320};
}

/// One quantity over the distance.
template <typename Function>
plot::Panel course(const TrackModel& model, const std::vector<double>& s, std::string title, std::string unit,
                   const Function& value) {
  plot::Series series{.name = "", .x = s, .y = {}};
  for (const double at : s) series.y.push_back(value(at));
  return {.title = std::move(title),
          .x_label = "distance in m",
          .y_label = std::move(unit),
          .series = {std::move(series)},
          .bands = bands_of(model),
          .limits = {},
          .height = 150,
          .x_range = plot::Range{0, model.length()}};
}

plot::Figure figure_of(const TrackModel& model) {
  const std::vector<double> s = stations(model, std::min(model.centreline().step(), 0.25));
  plot::Figure figure{.title = model.name().empty() ? "Track" : model.name(), .panels = {}};
  figure.panels.push_back(plan_view(model, s));
  figure.panels.push_back(
      course(model, s, "Curvature", "1/km", [&](double at) { return model.curvature(at) * 1e3; }));
  figure.panels.push_back(course(model, s, "Cant", "mm", [&](double at) { return model.cant(at) * 1e3; }));
  figure.panels.push_back(
      course(model, s, "Gradient", "mm/m", [&](double at) { return model.gradient(at) * 1e3; }));
  const std::array titles{"Alignment", "Vertical profile", "Gauge variation", "Cross level"};
  for (std::size_t c = 0; model.irregular() && c < titles.size(); ++c) {
    figure.panels.push_back(course(model, s, titles[c], "mm", [&](double at) {
      track::Irregularity irregularity;
      track::evaluate_irregularity(model, at, irregularity);
      return track::measures_of_rails(irregularity.value)[c] * 1e3;
    }));
  }
  return figure;
}

struct TrackFile {
  track::TrackSpec spec;
  TrackModel model;
};

TrackFile read_track(const Common& common, Findings& findings) {
  track::TrackSpec spec;
  const document::Document document = read_document(common, common.files.front(), findings);
  findings.throw_if_any();  // what is not TOML has no segments to complain about
  document.fill(spec, findings);
  std::optional<TrackModel> model = track::compile(spec, findings);
  const document::Located<std::string>&left = spec.rails.left(), &right = spec.rails.right();
  for (const document::Located<std::string>* name : {&left, &left == &right ? nullptr : &right})
    if (name != nullptr && !name->value.empty())
      (void)profile::load_profile(name->value, profile::Kind::rail, {}, name->where, findings);
  findings.throw_if_any();
  return {std::move(spec), std::move(*model)};
}

// 10 to 2000 Hz, equally spaced on a logarithmic axis.
std::vector<double> receptance_frequencies() {
  constexpr int count = 120;
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(10 * std::pow(200.0, i / (count - 1.0)));
  return result;
}

struct NamedReceptance {
  const char *key, *label;
  const std::vector<std::complex<double>>& values;
};

std::array<NamedReceptance, 4> named(const flextrack::RailReceptances& r) {
  return {{{"vertical_on_sleeper", "on the sleeper", r.vertical_on_sleeper},
           {"vertical_between_sleepers", "between sleepers", r.vertical_between},
           {"lateral_on_sleeper", "on the sleeper", r.lateral_on_sleeper},
           {"lateral_between_sleepers", "between sleepers", r.lateral_between}}};
}

nlohmann::ordered_json json_of(const flextrack::RailReceptances& r) {
  nlohmann::ordered_json json{
      {"on_sleeper", r.on_sleeper}, {"between_sleepers", r.between_sleepers}, {"frequency", r.frequencies}};
  for (const NamedReceptance& line : named(r)) {
    auto& entry =
        json[line.key] = {{"real", nlohmann::json::array()}, {"imaginary", nlohmann::json::array()}};
    for (const auto& value : line.values) {
      entry["real"].push_back(value.real());
      entry["imaginary"].push_back(value.imag());
    }
  }
  return json;
}

plot::Figure figure_of(const TrackModel& model, const flextrack::RailReceptances& r) {
  plot::Figure figure{.title = fmt::format("{}, left rail about {:.6g} m",
                                           model.name().empty() ? "Track" : model.name(), r.on_sleeper)};
  for (const char* direction : {"Vertical", "Lateral"}) {
    plot::Panel size{.title = fmt::format("{} receptance", direction),
                     .x_label = "frequency in Hz",
                     .y_label = "m/N",
                     .x_log = true,
                     .y_log = true},
        phase{.title = fmt::format("{} receptance, phase", direction),
              .x_label = "frequency in Hz",
              .y_label = "degrees",
              .x_log = true,
              .height = 120};
    for (const NamedReceptance& line : named(r)) {
      if ((line.key[0] == 'v') != (direction[0] == 'V')) continue;
      plot::Series magnitude{.name = line.label, .x = r.frequencies}, angle = magnitude;
      for (const auto& value : line.values) {
        magnitude.y.push_back(std::abs(value));
        angle.y.push_back(std::arg(value) * 180 / pi);
      }
      size.series.push_back(magnitude);
      phase.series.push_back(angle);
    }
    figure.panels.push_back(size);
    figure.panels.push_back(phase);
  }
  return figure;
}

void print_receptances(const flextrack::RailReceptances& r) {
  fmt::print(
      "receptance of the left rail in m/N, on the sleeper at {:.6g} m and between sleepers at {:.6g} m\n\n",
      r.on_sleeper, r.between_sleepers);
  fmt::print("{:>12} {:>14} {:>14} {:>14} {:>14}\n", "frequency Hz", "vertical on", "between", "lateral on",
             "between");
  for (std::size_t i = 0; i < r.frequencies.size(); i += 7) {
    fmt::print("{:>12.1f}", r.frequencies[i]);
    for (const NamedReceptance& line : named(r)) fmt::print(" {:>14.5e}", std::abs(line.values[i]));
    fmt::print("\n");
  }
}

ExitCode show_receptance(const Common& common, const std::string& picture, double s) {
  Findings findings;
  check_output(picture, common.force, findings);
  if (!common.output.empty()) {
    findings.add({{"--output"},
                  "",
                  "is the table of the centreline, which --receptance does not make",
                  common.output,
                  "",
                  "Leave it out, or take --json"});
  }
  const TrackFile file = read_track(common, findings);
  if (!(s >= 0 && s <= file.model.length())) {
    findings.add({{"--receptance"},
                  "",
                  "lies outside the track",
                  fmt::format("{:.6g}", s),
                  fmt::format("0 to {:.6g} in m", file.model.length()),
                  "Name a place on the track"});
  }
  const auto structure = flextrack::compile_structure(file.spec, findings);
  findings.throw_if_any();
  constexpr double reach = 15;  // m: beyond it ends that absorb make no difference
  const auto result =
      flextrack::rail_receptances(*structure, file.model, s, reach, receptance_frequencies(), findings);
  findings.throw_if_any();
  if (!picture.empty())
    write_file_atomically(picture, plot::svg(figure_of(file.model, *result)), common.force);
  if (common.json) {
    print_json(json_of(*result).dump(2));
  } else {
    print_receptances(*result);
  }
  return ExitCode::done;
}

ExitCode show_track(const Common& common, const std::string& picture) {
  Findings findings;
  check_output(picture, common.force, findings);
  check_output(common.output, common.force, findings);
  const TrackModel model = read_track(common, findings).model;
  for (const Finding& finding : model.notes()) note(common, "note: " + finding.text());
  if (!picture.empty()) write_file_atomically(picture, plot::svg(figure_of(model)), common.force);
  if (!common.output.empty()) write_file_atomically(common.output, csv_of(model), common.force);
  if (common.json) {
    print_json(json_of(model).dump(2));
  } else {
    print_summary(model);
  }
  return ExitCode::done;
}

}  // namespace

void add_track(CommandLine& program, Common& common) {
  auto picture = std::make_shared<std::string>();
  auto receptance = std::make_shared<std::optional<double>>();
  program.add(
      {.name = "track",
       .summary = "Lists the segments and irregularities of a track and draws it",
       .files = "TRACK.toml",
       .example = "flangeway track models/tracks/curve_r500_irregular.toml --plot track.svg",
       .output = "table of the centreline and the irregularities over the distance (CSV)",
       .options =
           {{.name = "--plot", .target = picture.get(), .text = "write a picture (SVG)", .value = "OUT.svg"},
            {.name = "--receptance",
             .target = receptance.get(),
             .text =
                 "how far the left rail of a flexible track yields to a harmonic force at S and beside it",
             .value = "S"}},
       .action = [picture, receptance, &common] {
         return *receptance ? show_receptance(common, *picture, **receptance) : show_track(common, *picture);
       }});
}

}  // namespace flangeway::app
