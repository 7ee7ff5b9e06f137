// flangeway conicity: rolling radius difference and equivalent conicity of a wheelset on a track (EN 15302).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/assess/conicity.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::app {
namespace {

using assess::Conicity;
using profile::Kind;
using profile::Profile;

constexpr double usual_gauge = 1.435, usual_inclination = 1.0 / 40;  // m; UIC track
constexpr double delta_r_per_metre = 1e4;  // every 0.1 mm, as the tables of EN 15302
constexpr double gauge_depth = 0.014;      // m below the running plane
constexpr std::size_t max_amplitudes = 10000;

struct ConicityOptions {
  std::vector<std::string> wheels, rails;
  std::optional<double> gauge;
  double tape_circle = 1.5, radius = 0.46, smoothing = 0;
  std::string inclination, amplitude = "1:0.2:8", plot;
  bool roll = false;
};

struct Analysis {
  std::vector<Profile> wheels, rails;  ///< left and right
  double gauge = 0;                    ///< m
  double inclination = 0;              ///< of the rails, built in or given
  geometry::RadiusDifference difference;
  std::vector<Conicity> conicity;
};

void add_finding(Findings& findings, const std::string& key, const std::string& problem,
                 const std::string& got, const std::string& allowed, const std::string& advice = "") {
  findings.add({{}, key, problem, got, allowed, advice});
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return good ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t colon = text.find(':');
    parts.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

// "3" or "1:0.2:8" in mm; in m.
std::vector<double> read_amplitudes(const std::string& text, Findings& findings) {
  std::vector<double> parts;
  for (const std::string_view part : split(text)) parts.push_back(number(part).value_or(-1));
  if (parts.size() == 1) parts = {parts[0], 1, parts[0]};
  const bool good = parts.size() == 3 && parts[0] > 0 && parts[1] > 0 && parts[2] >= parts[0] &&
                    (parts[2] - parts[0]) / parts[1] < static_cast<double>(max_amplitudes);
  if (!good) {
    add_finding(findings, "--amplitude", "is not a range of amplitudes", text,
                fmt::format("A or FIRST:STEP:LAST in mm, all > 0, at most {} amplitudes", max_amplitudes));
    return {};
  }
  std::vector<double> amplitudes;
  const auto steps = static_cast<int>(std::floor((parts[2] - parts[0]) / parts[1] + 1e-9));
  for (int i = 0; i <= steps; ++i) amplitudes.push_back((parts[0] + i * parts[1]) * 1e-3);
  return amplitudes;
}

// "1:40" or "0.025".
std::optional<double> read_inclination(const std::string& text, Findings& findings) {
  const auto parts = split(text);
  std::optional<double> value = number(parts[0]);
  if (parts.size() == 2 && value) {
    const auto below = number(parts[1]);
    value = below && *below != 0 ? std::optional(*value / *below) : std::nullopt;
  }
  if (parts.size() > 2 || !value || std::abs(*value) > 0.2) {
    add_finding(findings, "--inclination", "is not an inclination of the rails", text,
                "1:N or a tangent between -0.2 and 0.2");
    return std::nullopt;
  }
  return value;
}

void check_length(const char* option, double value, double least, double most, const char* what,
                  Findings& findings) {
  if (value >= least && value <= most) return;
  add_finding(findings, option, fmt::format("is not {}", what), fmt::format("{}", value),
              fmt::format("{} to {} m", least, most));
}

// One name stands for both sides.
std::vector<Profile> load_both(const std::vector<std::string>& names, Kind kind, double smoothing,
                               Findings& findings) {
  std::vector<Profile> profiles;
  for (const std::string& name : names) {
    auto loaded = profile::load_profile(name, kind, {.smoothing = smoothing}, {}, findings);
    if (loaded) profiles.push_back(std::move(*loaded));
  }
  if (names.size() == 1 && !profiles.empty()) profiles.push_back(profiles.front());
  return profiles;
}

bool has_its_place(const Profile& rail) {
  return rail.lateral_origin.has_value() || rail.built_in_inclination != 0;
}

void check_rails(const std::vector<Profile>& rails, const ConicityOptions& options, Findings& findings) {
  for (const Profile& rail : rails) {
    if (!has_its_place(rail)) continue;
    if (!options.inclination.empty()) {
      add_finding(findings, "--inclination",
                  fmt::format("cannot be given with {}, whose profile is inclined already", rail.name),
                  options.inclination, "", "Leave it out");
    }
    if (rails.front().name != rails.back().name) {
      add_finding(findings, "--rail", fmt::format("{} has its own place in the track", rail.name),
                  rails.front().name + " " + rails.back().name, "the same rail on both sides");
    }
    return;
  }
}

// A rail that comes with its place stays there, unless a gauge is asked for.
geometry::RailPlacement placement_of(const Profile& rail, const ConicityOptions& options,
                                     double inclination) {
  geometry::RailPlacement placement{.gauge_depth = gauge_depth};
  if (!has_its_place(rail)) placement.inclination = inclination;
  if (rail.lateral_origin && !options.gauge) {
    placement.lateral = *rail.lateral_origin;
  } else {
    placement.gauge = options.gauge.value_or(usual_gauge);
  }
  return placement;
}

// Distance of the gauge faces of the rails as placed, in m.
double measured_gauge(const geometry::WheelsetGeometry& pair) {
  double gauge = 0;
  for (const geometry::Side* side : {&pair.left, &pair.right}) {
    double inner = 1e9;
    for (double s = 0; s < side->rail.length(); s += 1e-6) {
      const Vec2 point = side->rail.point(s);
      if (point.y() >= -gauge_depth) inner = std::min(inner, point.x());
    }
    gauge += inner;
  }
  return gauge;
}

Analysis analyse(const ConicityOptions& options, Findings& findings) {
  const std::vector<double> amplitudes = read_amplitudes(options.amplitude, findings);
  const auto inclination = options.inclination.empty() ? std::optional(usual_inclination)
                                                       : read_inclination(options.inclination, findings);
  check_length("--gauge", options.gauge.value_or(usual_gauge), 0.3, 2, "a distance of the gauge faces",
               findings);
  check_length("--tape-circle", options.tape_circle, 0.3, 2.2, "a distance of the tape circles", findings);
  check_length("--radius", options.radius, 0.05, 2, "a wheel radius", findings);
  auto wheels = load_both(options.wheels, Kind::wheel, options.smoothing, findings);
  auto rails = load_both(options.rails, Kind::rail, options.smoothing, findings);
  check_rails(rails, options, findings);
  findings.throw_if_any();
  const geometry::RailPlacement placement = placement_of(rails[0], options, *inclination);
  const auto pair = geometry::make_geometry(wheels[0], wheels[1], rails[0], rails[1], options.tape_circle / 2,
                                            options.radius, placement);
  Analysis analysis{.wheels = std::move(wheels),
                    .rails = std::move(rails),
                    .gauge = placement.gauge > 0 ? placement.gauge : measured_gauge(pair),
                    .inclination = placement.inclination,
                    .difference = geometry::radius_difference(pair, {.roll = options.roll}),
                    .conicity = {}};
  if (has_its_place(analysis.rails[0])) analysis.inclination = analysis.rails[0].built_in_inclination;
  analysis.conicity = assess::equivalent_conicities(analysis.difference, amplitudes, findings);
  findings.throw_if_any();
  return analysis;
}

// Multiples of the step within the contact and within what the largest amplitude needs.
std::vector<double> displacements(const Analysis& analysis) {
  const Conicity& widest = analysis.conicity.back();
  const double reach = widest.amplitude + std::abs(widest.centre);
  const auto steps = static_cast<int>(std::ceil(reach * delta_r_per_metre - 1e-9));
  std::vector<double> all;
  for (int i = -steps; i <= steps; ++i) {
    const double y = i / delta_r_per_metre;
    if (y >= analysis.difference.y.front() && y <= analysis.difference.y.back()) all.push_back(y);
  }
  return all;
}

nlohmann::ordered_json names_of(const std::vector<Profile>& profiles) {
  if (profiles[0].name == profiles[1].name) return profiles[0].name;
  return {{"left", profiles[0].name}, {"right", profiles[1].name}};
}

nlohmann::ordered_json json_of(const Analysis& analysis, const ConicityOptions& options) {
  nlohmann::ordered_json json{{"wheel", names_of(analysis.wheels)},
                              {"rail", names_of(analysis.rails)},
                              {"gauge", analysis.gauge},
                              {"inclination", analysis.inclination},
                              {"tape_circle", options.tape_circle},
                              {"radius", options.radius},
                              {"roll", options.roll},
                              {"delta_r_is", "left minus right, y to the left"},
                              {"delta_r", nlohmann::json::array()},
                              {"conicity", nlohmann::json::array()}};
  for (const double y : displacements(analysis))
    json["delta_r"].push_back({{"y", y}, {"value", analysis.difference.at(y)}});
  for (const Conicity& c : analysis.conicity) {
    nlohmann::ordered_json row{{"amplitude", c.amplitude},
                               {"centre", c.centre},
                               {"nonlinear", nullptr},
                               {"regression", c.regression},
                               {"harmonic", c.harmonic}};
    if (c.nonlinear) row["nonlinear"] = *c.nonlinear;
    json["conicity"].push_back(std::move(row));
  }
  return json;
}

std::string title_of(const std::vector<Profile>& profiles) {
  return profiles[0].name == profiles[1].name ? profiles[0].name
                                              : profiles[0].name + " | " + profiles[1].name;
}

std::string picture(const Analysis& analysis, const ConicityOptions& options) {
  plot::Series delta;
  for (const double y : displacements(analysis)) {
    delta.x.push_back(y * 1e3);
    delta.y.push_back(analysis.difference.at(y) * 1e3);
  }
  plot::Series nonlinear{.name = "non-linear integration"}, regression{.name = "linear regression"},
      harmonic{.name = "harmonic linearisation"};
  for (const Conicity& c : analysis.conicity) {
    for (plot::Series* series : {&nonlinear, &regression, &harmonic}) series->x.push_back(c.amplitude * 1e3);
    nonlinear.y.push_back(c.nonlinear.value_or(std::nan("")));
    regression.y.push_back(c.regression);
    harmonic.y.push_back(c.harmonic);
  }
  plot::Figure figure{.title = fmt::format("{} on {}, gauge {:.2f} mm, {}", title_of(analysis.wheels),
                                           title_of(analysis.rails), 1e3 * analysis.gauge,
                                           options.roll ? "with roll" : "without roll")};
  figure.panels.push_back({.title = "Rolling radius difference, left − right",
                           .x_label = "lateral displacement in mm (to the left)",
                           .y_label = "Δr in mm",
                           .series = {std::move(delta)}});
  figure.panels.push_back({.title = "Equivalent conicity",
                           .x_label = "amplitude in mm",
                           .y_label = "tan γe",
                           .series = {std::move(nonlinear), std::move(regression), std::move(harmonic)}});
  return plot::svg(figure);
}

void print_table(const Analysis& analysis, const ConicityOptions& options) {
  fmt::print(
      "{} on {}\ngauge {:.2f} mm, rails inclined by {:.4g}, tape circles {:g} mm apart, radius {:g} mm, "
      "{}\n\n",
      title_of(analysis.wheels), title_of(analysis.rails), 1e3 * analysis.gauge, analysis.inclination,
      1e3 * options.tape_circle, 1e3 * options.radius,
      options.roll ? "roll solved" : "each wheel on its own (no roll)");
  fmt::print("tan γe\n{:>12} {:>12} {:>12} {:>12}\n", "amplitude", "non-linear", "regression", "harmonic");
  for (const Conicity& c : analysis.conicity) {
    fmt::print("{:>9.2f} mm {:>12} {:>12.4f} {:>12.4f}\n", c.amplitude * 1e3,
               c.nonlinear ? fmt::format("{:.4f}", *c.nonlinear) : "none", c.regression, c.harmonic);
  }
}

ExitCode show(const Common& common, const ConicityOptions& options) {
  Findings findings;
  check_output(options.plot, common.force, findings);
  const Analysis analysis = analyse(options, findings);
  if (!options.plot.empty()) write_file_atomically(options.plot, picture(analysis, options), common.force);
  const bool none = std::any_of(analysis.conicity.begin(), analysis.conicity.end(),
                                [](const Conicity& c) { return !c.nonlinear.has_value(); });
  if (none) note(common, "at some amplitudes the rolling radius difference does not drive the wheelset back");
  if (common.json) {
    print_json(json_of(analysis, options).dump());
  } else if (!common.quiet) {
    print_table(analysis, options);
  }
  return ExitCode::done;
}

}  // namespace

void add_conicity(CommandLine& program, Common& common) {
  auto options = std::make_shared<ConicityOptions>();
  program.add(
      {.name = "conicity",
       .summary = "Equivalent conicity and rolling radius difference of a wheelset (EN 15302)",
       .example = "flangeway conicity --wheel s1002 --rail 60e1 --amplitude 1:0.2:8 --plot conicity.svg",
       .sets = false,
       .options =
           {{.name = "--wheel",
             .target = &options->wheels,
             .text = "profile (a standard name or a file); two: left and right",
             .value = "NAME|FILE REQUIRED",
             .count = {1, 2},
             .required = true},
            {.name = "--rail",
             .target = &options->rails,
             .text = "the same for the rails",
             .value = "NAME|FILE REQUIRED",
             .count = {1, 2},
             .required = true},
            {.name = "--gauge",
             .target = &options->gauge,
             .text = "distance of the gauge faces in m, 14 mm down; default 1.435, or the rail's own place",
             .value = "M"},
            {.name = "--tape-circle",
             .target = &options->tape_circle,
             .text = "distance of the tape circles in m; default 1.5",
             .value = "M"},
            {.name = "--radius",
             .target = &options->radius,
             .text = "rolling radius at the tape circle in m; default 0.46",
             .value = "M"},
            {.name = "--inclination",
             .target = &options->inclination,
             .text =
                 "of the rails, 1:N or a tangent; default 1:40. Give 0 for profiles measured in the track",
             .value = "1:N"},
            {.name = "--amplitude",
             .target = &options->amplitude,
             .text = "amplitudes in mm, FIRST:STEP:LAST or one",
             .shows_default = true},
            {.name = "--smoothing",
             .target = &options->smoothing,
             .text = "shortest wavelength in mm to keep of profiles from files",
             .value = "MM"},
            {.name = "--roll",
             .target = &options->roll,
             .text = "let the wheelset roll on its two contacts; the standard keeps it level"},
            {.name = "--plot",
             .target = &options->plot,
             .text = "write a picture (SVG)",
             .value = "OUT.svg"}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
