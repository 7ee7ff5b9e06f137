// flangeway conicity: rolling radius difference and equivalent conicity of a wheelset on a track (EN 15302).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "command.hpp"
#include "flangeway/geometry/conicity_analysis.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::app {
namespace {

using assess::Conicity;
using profile::Kind;
using profile::Profile;

constexpr std::size_t max_amplitudes = 10000;

struct ConicityOptions {
  std::vector<std::string> wheels, rails;
  std::optional<double> gauge;
  double tape_circle = 1.5, radius = 0.46, smoothing = 0;
  std::string inclination, amplitude = "1:0.2:8", plot;
  bool roll = false;
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

void check_rails(const std::vector<Profile>& rails, const ConicityOptions& options, Findings& findings) {
  for (const Profile& rail : rails) {
    if (!geometry::has_its_place(rail)) continue;
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

geometry::ConicityAnalysis analyse(const ConicityOptions& options, Findings& findings) {
  geometry::ConicityInput input{.gauge = options.gauge,
                                .tape_circle = options.tape_circle,
                                .radius = options.radius,
                                .roll = options.roll};
  input.amplitudes = read_amplitudes(options.amplitude, findings);
  if (!options.inclination.empty())
    input.inclination = read_inclination(options.inclination, findings).value_or(input.inclination);
  check_length("--gauge", options.gauge.value_or(geometry::usual_gauge), 0.3, 2,
               "a distance of the gauge faces", findings);
  check_length("--tape-circle", options.tape_circle, 0.3, 2.2, "a distance of the tape circles", findings);
  check_length("--radius", options.radius, 0.05, 2, "a wheel radius", findings);
  input.wheels = load_both(options.wheels, Kind::wheel, options.smoothing, findings);
  input.rails = load_both(options.rails, Kind::rail, options.smoothing, findings);
  check_rails(input.rails, options, findings);
  findings.throw_if_any();
  auto analysis = geometry::analyse_conicity(std::move(input), findings);
  findings.throw_if_any();
  return std::move(*analysis);
}

ExitCode show(const Common& common, const ConicityOptions& options) {
  Findings findings;
  check_output(options.plot, common.force, findings);
  const geometry::ConicityAnalysis analysis = analyse(options, findings);
  if (!options.plot.empty())
    write_file_atomically(options.plot, plot::svg(geometry::figure_of(analysis)), common.force);
  const bool none = std::any_of(analysis.conicity.begin(), analysis.conicity.end(),
                                [](const Conicity& c) { return !c.nonlinear.has_value(); });
  if (none) note(common, "at some amplitudes the rolling radius difference does not drive the wheelset back");
  if (common.json) {
    print_json(geometry::json_text(analysis));
  } else if (!common.quiet) {
    fmt::print("{}", geometry::summary_text(analysis));
  }
  return ExitCode::done;
}

std::vector<Option> pairing_options(ConicityOptions& options) {
  return {{.name = "--wheel",
           .target = &options.wheels,
           .text = "profile (a standard name or a file); two: left and right",
           .value = "NAME|FILE REQUIRED",
           .count = {1, 2},
           .required = true},
          {.name = "--rail",
           .target = &options.rails,
           .text = "the same for the rails",
           .value = "NAME|FILE REQUIRED",
           .count = {1, 2},
           .required = true},
          {.name = "--gauge",
           .target = &options.gauge,
           .text = "distance of the gauge faces in m, 14 mm down; default 1.435, or the rail's own place",
           .value = "M"},
          {.name = "--tape-circle",
           .target = &options.tape_circle,
           .text = "distance of the tape circles in m; default 1.5",
           .value = "M"},
          {.name = "--radius",
           .target = &options.radius,
           .text = "rolling radius at the tape circle in m; default 0.46",
           .value = "M"}};
}

std::vector<Option> evaluation_options(ConicityOptions& options) {
  return {{.name = "--inclination",
           .target = &options.inclination,
           .text = "of the rails, 1:N or a tangent; default 1:40. Give 0 for profiles measured in the track",
           .value = "1:N"},
          {.name = "--amplitude",
           .target = &options.amplitude,
           .text = "amplitudes in mm, FIRST:STEP:LAST or one",
           .shows_default = true},
          {.name = "--smoothing",
           .target = &options.smoothing,
           .text = "shortest wavelength in mm to keep of profiles from files",
           .value = "MM"},
          {.name = "--roll",
           .target = &options.roll,
           .text = "let the wheelset roll on its two contacts; the standard keeps it level"},
          {.name = "--plot", .target = &options.plot, .text = "write a picture (SVG)", .value = "OUT.svg"}};
}

std::vector<Option> options_of(ConicityOptions& options) {
  std::vector<Option> all = pairing_options(options);
  for (Option& option : evaluation_options(options)) all.push_back(std::move(option));
  return all;
}

}  // namespace

void add_conicity(CommandLine& program, Common& common) {
  auto options = std::make_shared<ConicityOptions>();
  program.add(
      {.name = "conicity",
       .summary = "Equivalent conicity and rolling radius difference of a wheelset (EN 15302)",
       .example = "flangeway conicity --wheel s1002 --rail 60e1 --amplitude 1:0.2:8 --plot conicity.svg",
       .sets = false,
       .options = options_of(*options),
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
