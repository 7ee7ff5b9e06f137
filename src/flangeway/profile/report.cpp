#include "flangeway/profile/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/document/file.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::profile {
namespace {

constexpr double curvature_window = 2e-3;  // m; a contact patch is several times longer
constexpr double curvature_scale = 0.5;    // 1/m; treads have a few, fillets hundreds

// A name with its unit and value, for the listing (mm, degrees, 1/m) and for JSON (SI).
struct Quantity {
  std::string key, text;
  double value;
};

Quantity millimetres(std::string key, double value) {
  return {std::move(key), fmt::format("{:.3f} mm", 1e3 * value + 0.0), value + 0.0};  // + 0.0: no "-0"
}
Quantity degrees(std::string key, double value) {
  return {std::move(key), fmt::format("{:.2f}°", value * 180 / pi), value};
}
Quantity curvature(std::string key, double value, double y) {
  const std::string radius =
      std::abs(value) < 1e-3 ? "straight" : fmt::format("radius {:.1f} mm", 1e3 / std::abs(value));
  return {std::move(key), fmt::format("{:.2f} /m ({}, y = {:.2f} mm)", value + 0.0, radius, 1e3 * y), value};
}

void add_dimensions(const Profile& section, std::vector<Quantity>& all) {
  if (const auto flange = section.kind == Kind::wheel ? measure_flange(section) : std::nullopt) {
    all.push_back(millimetres("flange_height", flange->height));
    all.push_back(millimetres("flange_thickness", flange->thickness));
    all.push_back(millimetres("flange_steepness", flange->steepness));
    all.push_back(degrees("flange_angle", flange->angle));
  }
  if (section.kind == Kind::rail) {
    const HeadMeasures head = measure_head(section);
    if (head.gauge_y) all.push_back(millimetres("gauge_face", *head.gauge_y));
    if (head.width) all.push_back(millimetres("head_width", *head.width));
    if (head.inclination) all.push_back(degrees("inclination", *head.inclination));
    if (section.lateral_origin) all.push_back(millimetres("lateral_origin", *section.lateral_origin));
  }
}

std::vector<Quantity> quantities_of(const Profile& section) {
  const Extent box = extent(section.curve);
  const CurvatureRange range = curvature_range(section.curve, curvature_window);
  std::vector<Quantity> all{millimetres("y_low", box.y_low), millimetres("y_high", box.y_high),
                            millimetres("z_low", box.z_low), millimetres("z_high", box.z_high),
                            millimetres("length", section.curve.length())};
  add_dimensions(section, all);
  all.push_back(curvature("lowest_curvature", range.lowest, range.lowest_y));
  all.push_back(curvature("highest_curvature", range.highest, range.highest_y));
  return all;
}

std::string text_of(const Repair& repair) {
  return repair.count == 0 ? repair.what
                           : fmt::format("{} (y = {:.2f} mm)", repair.what, 1e3 * repair.where_y);
}

}  // namespace

std::string summary_text(const Profile& section) {
  std::string text = fmt::format("{} profile {}: {}\n{} points\n\n", kind_name(section.kind), section.name,
                                 section.source, section.curve.knots().size());
  for (const Quantity& quantity : quantities_of(section))
    text += fmt::format("{:<18} {}\n", quantity.key, quantity.text);
  text += fmt::format("\n{}\n", section.repairs.empty() ? "no repairs" : "repairs and turns");
  for (const Repair& repair : section.repairs) text += fmt::format("  {}\n", text_of(repair));
  return text;
}

std::string json_text(const Profile& section) {
  nlohmann::ordered_json json{{"name", section.name},
                              {"kind", kind_name(section.kind)},
                              {"source", section.source},
                              {"points", section.curve.knots().size()}};
  for (const Quantity& quantity : quantities_of(section)) json[quantity.key] = quantity.value;
  json["curvature_window"] = curvature_window;
  json["repairs"] = nlohmann::json::array();
  for (const Repair& repair : section.repairs)
    json["repairs"].push_back({{"what", repair.what}, {"count", repair.count}, {"y", repair.where_y}});
  return json.dump(2);
}

plot::Figure figure_of(const Profile& section) {
  plot::Series shape{.name = "", .x = {}, .y = {}}, bend = shape;
  const auto steps = static_cast<std::size_t>(std::ceil(section.curve.length() / 1e-4));
  for (std::size_t i = 0; i <= steps; ++i) {
    const double s = section.curve.length() * static_cast<double>(i) / static_cast<double>(steps);
    const Vec2 point = section.curve.point(s);
    shape.x.push_back(1e3 * point.x());
    shape.y.push_back(1e3 * point.y());
    bend.x.push_back(1e3 * point.x());
    bend.y.push_back(smoothed_curvature(section.curve, s, curvature_window));
  }
  plot::Panel curvature{.title = fmt::format("Curvature over {} mm (positive: a valley), symmetric logarithm",
                                             1e3 * curvature_window),
                        .y_label = "1/m",
                        .series = {std::move(bend)},
                        .y_symmetric_log = curvature_scale,
                        .height = 260};
  plot::Panel outline{.title = "Section",
                      .x_label = "y in mm (to the field side)",
                      .y_label = "z in mm (up)",
                      .series = {std::move(shape)},
                      .equal_aspect = true,
                      .height = 300};
  return {.title = fmt::format("{} profile {}", kind_name(section.kind), section.name),
          .panels = {std::move(curvature), std::move(outline)},
          .shared_x = true};
}

std::string standard_names_text() {
  std::string text;
  for (const Kind kind : {Kind::wheel, Kind::rail})
    text += fmt::format("{}s: {}\n", kind_name(kind), fmt::join(standard_profile_names(kind), ", "));
  return text;
}

std::string library_text() {
  std::string text = fmt::format("{:<16} {:<6} {}\n", "name", "kind", "source");
  for (const Kind kind : {Kind::wheel, Kind::rail})
    for (const std::string& name : standard_profile_names(kind))
      text += fmt::format("{:<16} {:<6} {}\n", name, kind_name(kind), standard_profile(name)->source);
  for (const ShapeFamily& family : shape_families())
    text += fmt::format("{}: {}\n", family.names, family.text);
  text += "\nnot in the library\n";
  for (const MissingShape& one : missing_shapes()) text += fmt::format("  {}: {}\n", one.name, one.reason);
  return text;
}

std::string library_json() {
  nlohmann::ordered_json json{{"profiles", nlohmann::json::array()}, {"missing", nlohmann::json::array()}};
  for (const Kind kind : {Kind::wheel, Kind::rail})
    for (const std::string& name : standard_profile_names(kind))
      json["profiles"].push_back(
          {{"name", name}, {"kind", kind_name(kind)}, {"source", standard_profile(name)->source}});
  for (const ShapeFamily& family : shape_families())
    json["families"].push_back({{"names", family.names}, {"text", family.text}});
  for (const MissingShape& one : missing_shapes())
    json["missing"].push_back({{"name", one.name}, {"reason", one.reason}});
  return json.dump(2);
}

std::string standard_names_json() {
  return nlohmann::ordered_json{{"wheels", standard_profile_names(Kind::wheel)},
                                {"rails", standard_profile_names(Kind::rail)}}
      .dump();
}

std::optional<Kind> guess_kind(const std::string& name, Findings& findings) {
  if (const auto kind = kind_of(name)) return kind;
  if (std::error_code error; std::filesystem::is_regular_file(name, error)) {
    constexpr std::size_t most = std::size_t{64} << 20;
    const auto text = document::read_file(name, most, findings);
    if (!text) return std::nullopt;
    if (const auto kind = kind_of_content(*text, name)) return kind;
    // The cause that keeps a file from being read comes before the advice to name its kind.
    Findings faults, ignored;
    if (!read_profile(*text, name, Kind::wheel, {}, faults) &&
        !read_profile(*text, name, Kind::rail, {}, ignored)) {
      findings.append(faults);
      return std::nullopt;
    }
    findings.add({{name},
                  {},
                  "tells neither by its ending nor by its shape whether it is a wheel or a rail",
                  "",
                  "",
                  "Add --kind wheel or --kind rail"});
    return std::nullopt;
  }
  std::vector<std::string> names = standard_profile_names(Kind::wheel);
  for (const std::string& rail : standard_profile_names(Kind::rail)) names.push_back(rail);
  const std::string nearest = nearest_name(name, names);
  std::vector<std::string> choices = standard_profile_choices(Kind::wheel);
  for (const std::string& rail : standard_profile_choices(Kind::rail)) choices.push_back(rail);
  findings.add({{},
                {},
                "is not the name of a profile, nor a file whose ending tells a wheel from a rail",
                name,
                fmt::format("{}; .whl, .prw, .ban, .prr", fmt::join(choices, ", ")),
                nearest.empty() ? "Add --kind wheel or --kind rail for a two-column file"
                                : "Did you mean " + nearest});
  return std::nullopt;
}

}  // namespace flangeway::profile
