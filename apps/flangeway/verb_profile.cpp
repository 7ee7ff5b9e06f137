// flangeway profile: the section of a wheel or a rail, its dimensions, and what was mended in its file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::app {

namespace {

using profile::Kind;
using profile::Profile;

constexpr double curvature_window = 2e-3;  // m; a contact patch is several times longer

struct ProfileOptions {
  std::string picture, kind;
  double smoothing = 0;
};

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
  if (const auto flange = section.kind == Kind::wheel ? profile::measure_flange(section) : std::nullopt) {
    all.push_back(millimetres("flange_height", flange->height));
    all.push_back(millimetres("flange_thickness", flange->thickness));
    all.push_back(millimetres("flange_steepness", flange->steepness));
    all.push_back(degrees("flange_angle", flange->angle));
  }
  if (section.kind == Kind::rail) {
    const profile::HeadMeasures head = profile::measure_head(section);
    if (head.gauge_y) all.push_back(millimetres("gauge_face", *head.gauge_y));
    if (head.width) all.push_back(millimetres("head_width", *head.width));
    if (head.inclination) all.push_back(degrees("inclination", *head.inclination));
    if (section.lateral_origin) all.push_back(millimetres("lateral_origin", *section.lateral_origin));
  }
}

std::vector<Quantity> quantities_of(const Profile& section) {
  const profile::Extent extent = profile::extent(section.curve);
  const profile::CurvatureRange range = profile::curvature_range(section.curve, curvature_window);
  std::vector<Quantity> all{millimetres("y_low", extent.y_low), millimetres("y_high", extent.y_high),
                            millimetres("z_low", extent.z_low), millimetres("z_high", extent.z_high),
                            millimetres("length", section.curve.length())};
  add_dimensions(section, all);
  all.push_back(curvature("lowest_curvature", range.lowest, range.lowest_y));
  all.push_back(curvature("highest_curvature", range.highest, range.highest_y));
  return all;
}

std::string text_of(const profile::Repair& repair) {
  return repair.count == 0 ? repair.what
                           : fmt::format("{} (y = {:.2f} mm)", repair.what, 1e3 * repair.where_y);
}

void print_summary(const Profile& section) {
  fmt::print("{} profile {}: {}\n{} points\n\n", profile::kind_name(section.kind), section.name,
             section.source, section.curve.knots().size());
  for (const Quantity& quantity : quantities_of(section))
    fmt::print("{:<18} {}\n", quantity.key, quantity.text);
  fmt::print("\n{}\n", section.repairs.empty() ? "no repairs" : "repairs and turns");
  for (const profile::Repair& repair : section.repairs) fmt::print("  {}\n", text_of(repair));
}

nlohmann::ordered_json json_of(const Profile& section) {
  nlohmann::ordered_json json{{"name", section.name},
                              {"kind", profile::kind_name(section.kind)},
                              {"source", section.source},
                              {"points", section.curve.knots().size()}};
  for (const Quantity& quantity : quantities_of(section)) json[quantity.key] = quantity.value;
  json["curvature_window"] = curvature_window;
  json["repairs"] = nlohmann::json::array();
  for (const profile::Repair& repair : section.repairs)
    json["repairs"].push_back({{"what", repair.what}, {"count", repair.count}, {"y", repair.where_y}});
  return json;
}

plot::Figure figure_of(const Profile& section) {
  plot::Series shape{.name = "", .x = {}, .y = {}}, bend = shape;
  const auto steps = static_cast<std::size_t>(std::ceil(section.curve.length() / 1e-4));
  for (std::size_t i = 0; i <= steps; ++i) {
    const double s = section.curve.length() * static_cast<double>(i) / static_cast<double>(steps);
    const Vec2 point = section.curve.point(s);
    shape.x.push_back(1e3 * point.x());
    shape.y.push_back(1e3 * point.y());
    bend.x.push_back(1e3 * s);
    bend.y.push_back(profile::smoothed_curvature(section.curve, s, curvature_window));
  }
  plot::Figure figure{.title = fmt::format("{} profile {}", profile::kind_name(section.kind), section.name),
                      .panels = {}};
  figure.panels.push_back({.title = "Section",
                           .x_label = "y in mm (to the field side)",
                           .y_label = "z in mm (up)",
                           .series = {std::move(shape)},
                           .bands = {},
                           .limits = {},
                           .equal_aspect = true,
                           .height = 300});
  figure.panels.push_back(
      {.title = fmt::format("Curvature over {} mm (positive: a valley)", 1e3 * curvature_window),
       .x_label = "arc length in mm",
       .y_label = "1/m",
       .series = {std::move(bend)},
       .bands = {},
       .limits = {}});
  return figure;
}

void list_names(const Common& common) {
  if (common.json) {
    print_json(nlohmann::ordered_json{{"wheels", profile::standard_profile_names(Kind::wheel)},
                                      {"rails", profile::standard_profile_names(Kind::rail)}}
                   .dump());
    return;
  }
  for (const Kind kind : {Kind::wheel, Kind::rail})
    fmt::print("{}s: {}\n", profile::kind_name(kind), fmt::join(profile::standard_profile_names(kind), ", "));
}

std::optional<Kind> wanted_kind(const ProfileOptions& options, const std::string& name, Findings& findings) {
  if (!options.kind.empty()) return options.kind == "wheel" ? Kind::wheel : Kind::rail;
  if (const auto kind = profile::kind_of(name)) return kind;
  std::vector<std::string> names = profile::standard_profile_names(Kind::wheel);
  for (const std::string& rail : profile::standard_profile_names(Kind::rail)) names.push_back(rail);
  const std::string nearest = nearest_name(name, names);
  findings.add({{},
                {},
                "is not the name of a profile, nor a file whose ending tells a wheel from a rail",
                name,
                fmt::format("{}; .whl, .prw, .ban, .prr", fmt::join(names, ", ")),
                nearest.empty() ? "Add --kind wheel or --kind rail for a two-column file"
                                : "Did you mean " + nearest});
  return std::nullopt;
}

Profile read(const ProfileOptions& options, const std::string& name, Findings& findings) {
  const auto kind = wanted_kind(options, name, findings);
  findings.throw_if_any();
  auto section = profile::load_profile(name, *kind, {.smoothing = options.smoothing}, {}, findings);
  findings.throw_if_any();
  return std::move(*section);
}

// ProfileOptions that work on a profile, where none is named.
void check_nothing_to_draw(const Common& common, const ProfileOptions& options, Findings& findings) {
  const std::pair<const char*, bool> given[] = {{"--plot", !options.picture.empty()},
                                                {"--output", !common.output.empty()},
                                                {"--kind", !options.kind.empty()},
                                                {"--smoothing", options.smoothing != 0}};
  for (const auto& [option, is_given] : given) {
    if (is_given) findings.add({{}, option, "has no effect without a profile", "", "", "Name a profile"});
  }
}

ExitCode show_profile(const Common& common, const ProfileOptions& options) {
  Findings findings;
  if (common.files.empty()) {
    check_nothing_to_draw(common, options, findings);
    findings.throw_if_any();
    list_names(common);
    return ExitCode::done;
  }
  check_output(options.picture, common.force, findings);
  check_output(common.output, common.force, findings);
  const Profile section = read(options, common.files.front(), findings);
  if (!options.picture.empty())
    write_file_atomically(options.picture, plot::svg(figure_of(section)), common.force);
  if (!common.output.empty()) write_file_atomically(common.output, profile::write_csv(section), common.force);
  if (common.json) {
    print_json(json_of(section).dump(2));
  } else {
    print_summary(section);
  }
  return ExitCode::done;
}

}  // namespace

void add_profile(CommandLine& program, Common& common) {
  auto options = std::make_shared<ProfileOptions>();
  program.add({.name = "profile",
               .summary = "Measures and draws a wheel or rail profile; without one, lists the standard ones",
               .files = "NAME|FILE",
               .files_text = "name of a standard profile, or its file; the names if not given",
               .example = "flangeway profile s1002 --plot s1002.svg",
               .min_files = 0,
               .output = "the profile as a table of y and z in mm (CSV)",
               .sets = false,
               .options = {{.name = "--plot",
                            .target = &options->picture,
                            .text = "write a picture (SVG)",
                            .value = "OUT.svg"},
                           {.name = "--kind",
                            .target = &options->kind,
                            .text = "for a two-column file",
                            .value = "wheel|rail",
                            .choices = {"wheel", "rail"}},
                           {.name = "--smoothing",
                            .target = &options->smoothing,
                            .text = "shortest wavelength to keep, in mm",
                            .value = "MM"}},
               .action = [options, &common] { return show_profile(common, *options); }});
}

}  // namespace flangeway::app
