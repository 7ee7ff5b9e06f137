#include "flangeway/track/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/chainage.hpp"

namespace flangeway::track {
namespace {

constexpr std::array channels{Measure::alignment, Measure::vertical_profile, Measure::gauge_variation,
                              Measure::cross_level};

// "circular", "transition (bloss)"
std::string label_of(const Segment& segment) {
  if (segment.kind != SegmentKind::transition) return std::string(name_of(segment.kind));
  return fmt::format("transition ({})", name_of(segment.shape));
}

// "R 500 left", "straight"
std::string curve_text(double curvature) {
  if (curvature == 0) return "straight";
  return fmt::format("R {:.6g} {}", 1 / std::abs(curvature), curvature > 0 ? "left" : "right");
}

// Course of a segment with both ends: "straight → R 500 left".
std::string course_text(const Segment& segment) {
  const std::string from = curve_text(segment.curvature_start), to = curve_text(segment.curvature_end);
  return from == to ? from : from + " → " + to;
}

std::string cant_text(const Segment& segment) {
  if (segment.cant_start == segment.cant_end) return fmt::format("{:.6g}", segment.cant_start * 1e3);
  return fmt::format("{:.6g} → {:.6g}", segment.cant_start * 1e3, segment.cant_end * 1e3);
}

// Stations of the pictures and the CSV: the whole track at a constant step.
std::vector<double> stations(const TrackModel& model, double step) {
  FLANGEWAY_ASSERT(step > 0, "stations are a distance apart");
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

// Transitions half shaded, curves shaded, straights white, as in the papers on these cases.
std::vector<plot::Band> bands_of(const TrackModel& model) {
  std::vector<plot::Band> bands;
  for (const auto& segment : model.segments()) {
    const bool transition = segment.kind == SegmentKind::transition;
    const double strength = segment.kind == SegmentKind::straight ? 0 : (transition ? 0.5 : 1);
    bands.push_back({segment.start, segment.end(), transition ? "" : course_text(segment), strength});
  }
  return bands;
}

plot::Panel plan_view(const TrackModel& model, const std::vector<double>& s) {
  plot::Series line{.name = "centreline", .x = {}, .y = {}},
      joints{.name = "ends of segments", .x = {}, .y = {}};
  Frame frame;
  const auto append = [&](plot::Series& series, double at) {
    evaluate_frame(model, at, frame);
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

// How the elements of a line from a file meet.
void append_survey(const TrackModel& model, std::string& text) {
  const std::vector<SurveyJoint>& joints = model.survey().joints;
  if (joints.empty()) return;
  const auto out = std::back_inserter(text);
  const SurveyJoint *gap = &joints[0], *kink = &joints[0], *misfit = &joints[0];
  for (const SurveyJoint& joint : joints) {
    if (joint.gap > gap->gap) gap = &joint;
    if (std::abs(joint.kink) > std::abs(kink->kink)) kink = &joint;
    if (joint.misfit > misfit->misfit) misfit = &joint;
  }
  const auto place = [&](const SurveyJoint* joint) {
    return chainage_text(*model.chainage(model.alignment().arc(joint->s)));
  };
  fmt::format_to(out, "\n{} joints between elements\n", joints.size());
  fmt::format_to(out, "{:<32} {:>10.3f} mm    {}\n", "  largest gap", 1e3 * gap->gap, place(gap));
  fmt::format_to(out, "{:<32} {:>10.3f} mrad  {}\n", "  largest kink", 1e3 * std::abs(kink->kink),
                 place(kink));
  fmt::format_to(out, "{:<32} {:>10.3f} mm    {}\n", "  largest misfit of coordinates", 1e3 * misfit->misfit,
                 place(misfit));
}

}  // namespace

std::string summary_text(const TrackModel& model) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}, {:.6g} m\n\n", model.name().empty() ? "track" : model.name(), model.length());
  const bool chained = model.chainage(0).has_value();
  fmt::format_to(out, "{:>10} {:>10}  {:<24} {:<30} {}\n", "from m", "length m", "segment", "curve",
                 chained ? "cant mm            chainage" : "cant mm");
  for (const auto& segment : model.segments()) {
    const std::string cant = cant_text(segment);
    fmt::format_to(
        out, "{:>10.6g} {:>10.6g}  {:<24} {:<30} {}\n", segment.start, segment.length, label_of(segment),
        course_text(segment),
        chained ? fmt::format("{:<18} {}", cant, chainage_text(*model.chainage(segment.start))) : cant);
  }
  append_survey(model, text);
  if (!model.surface().empty()) {
    fmt::format_to(out, "\n{:>10} {:>10}  {:<5} {}\n", "from m", "length m", "rail", "surface");
    for (const SurfaceDefect& defect : model.surface())
      fmt::format_to(out, "{:>10.6g} {:>10.6g}  {:<5} {}\n", defect.from, defect.to - defect.from,
                     defect.side == 0 ? "left" : "right", name_of(defect.kind));
  }
  if (!model.irregular()) {
    if (model.surface().empty()) fmt::format_to(out, "\nno irregularities\n");
    return text;
  }
  fmt::format_to(out, "\n{:<18} {:>12} {:>12} {:>20}\n", "irregularities", "smallest mm", "largest mm",
                 "standard deviation mm");
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const auto& [range, deviation] = model.statistics(channels[c]);
    fmt::format_to(out, "{:<18} {:>12.3f} {:>12.3f} {:>20.3f}\n", name_of(channels[c]), range.minimum * 1e3,
                   range.maximum * 1e3, deviation * 1e3);
  }
  return text;
}

std::string json_text(const TrackModel& model) {
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
    auto& entry = json["segments"].back();
    if (segment.kind == SegmentKind::transition) entry["shape"] = name_of(segment.shape);
    if (const auto chainage = model.chainage(segment.start)) entry["chainage"] = *chainage;
  }
  for (const SurveyJoint& joint : model.survey().joints) {
    const double s = model.alignment().arc(joint.s);
    json["joints"].push_back({{"s", s},
                              {"chainage", model.chainage(s).value_or(s)},
                              {"gap", joint.gap},
                              {"kink", joint.kink},
                              {"misfit", joint.misfit}});
  }
  for (std::size_t c = 0; model.irregular() && c < channels.size(); ++c) {
    const auto& [range, deviation] = model.statistics(channels[c]);
    json["irregularities"][std::string(name_of(channels[c]))] = {
        {"minimum", range.minimum}, {"maximum", range.maximum}, {"standard_deviation", deviation}};
  }
  for (const SurfaceDefect& defect : model.surface())
    json["surface"].push_back({{"kind", name_of(defect.kind)},
                               {"rail", defect.side == 0 ? "left" : "right"},
                               {"from", defect.from},
                               {"to", defect.to}});
  for (const Finding& finding : model.notes()) json["notes"].push_back(finding.text());
  return json.dump(2);
}

std::string csv_text(const TrackModel& model) {
  const double step = model.irregular() ? model.irregularities().step() : model.centreline().step();
  std::string text =
      "s,x,y,z,heading,slope,cant_angle,curvature,cant,gradient,y_left,z_left,y_right,z_right\n";
  Irregularity irregularity;
  std::array<double, 6> centreline;
  for (const double s : stations(model, step)) {
    model.centreline().evaluate(s, centreline.data());
    evaluate_irregularity(model, s, irregularity);
    append_row(text,
               {s, centreline[0], centreline[1], centreline[2], centreline[3], centreline[4], centreline[5],
                model.curvature(s), model.cant(s), model.gradient(s), irregularity.value[0],
                irregularity.value[1], irregularity.value[2], irregularity.value[3]});
  }
  return text;
}

plot::Figure figure_of(const TrackModel& model) {
  const std::vector<double> s = stations(model, std::min(model.centreline().step(), 0.25));
  plot::Figure figure{.title = model.name().empty() ? "Track" : model.name(), .panels = {}};
  figure.panels.push_back(plan_view(model, s));
  figure.panels.push_back(
      course(model, s, "Curvature", "1/km", [&](double at) { return model.curvature(at) * 1e3; }));
  figure.panels.push_back(course(model, s, "Cant", "mm", [&](double at) { return model.cant(at) * 1e3; }));
  if (!model.alignment().level())
    figure.panels.push_back(course(model, s, "Height", "m", [&](double at) { return model.height(at); }));
  figure.panels.push_back(
      course(model, s, "Gradient", "mm/m", [&](double at) { return model.gradient(at) * 1e3; }));
  const std::array titles{"Alignment", "Vertical profile", "Gauge variation", "Cross level"};
  for (std::size_t c = 0; model.irregular() && c < titles.size(); ++c) {
    figure.panels.push_back(course(model, s, titles[c], "mm", [&](double at) {
      Irregularity irregularity;
      evaluate_irregularity(model, at, irregularity);
      return measures_of_rails(irregularity.value)[c] * 1e3;
    }));
  }
  return figure;
}

}  // namespace flangeway::track
