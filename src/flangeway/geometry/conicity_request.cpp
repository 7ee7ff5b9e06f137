#include "flangeway/geometry/conicity_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {
namespace {

using profile::Kind;
using profile::Profile;

constexpr std::size_t max_amplitudes = 10000;

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
std::vector<Profile> load_both(const std::vector<std::string>& names, Kind kind,
                               const ConicityRequest& request, Findings& findings) {
  std::vector<Profile> profiles;
  for (const std::string& name : names) {
    auto loaded = profile::load_profile(
        name, kind, {.smoothing = request.smoothing, .origin = request.origin}, {}, findings);
    if (loaded) profiles.push_back(std::move(*loaded));
  }
  if (names.size() == 1 && !profiles.empty()) profiles.push_back(profiles.front());
  return profiles;
}

// A wheel from a file has its tape circle 70 mm from the back of its flange.
void check_tape_circles(const ConicityRequest& request, const std::vector<Profile>& wheels,
                        Findings& findings) {
  if (request.origin == profile::Origin::file || wheels.size() < 2) return;
  for (std::size_t i = 0; i < request.wheels.size(); ++i) {
    const std::string& name = request.wheels[i];
    if (profile::standard_profile(name) || profile::flange_tip(wheels[i].curve)) continue;
    add_finding(findings, "--wheel", fmt::format("{} has no flange to find its tape circle by", name), "",
                "a profile with its flange",
                "Give the whole profile; or --origin file, if y = 0 is the tape circle");
  }
}

void check_rails(const std::vector<Profile>& rails, const ConicityRequest& request, Findings& findings) {
  for (const Profile& rail : rails) {
    if (!has_its_place(rail)) continue;
    if (!request.inclination.empty()) {
      add_finding(findings, "--inclination",
                  fmt::format("cannot be given with {}, whose profile is inclined already", rail.name),
                  request.inclination, "", "Leave it out");
    }
    if (rails.front().name != rails.back().name) {
      add_finding(findings, "--rail", fmt::format("{} has its own place in the track", rail.name),
                  rails.front().name + " " + rails.back().name, "the same rail on both sides");
    }
    return;
  }
}

void check_smoothing(const ConicityRequest& request, Findings& findings) {
  const auto standard = [](const std::string& name) { return profile::standard_profile(name).has_value(); };
  if (request.smoothing == 0 || !std::all_of(request.wheels.begin(), request.wheels.end(), standard) ||
      !std::all_of(request.rails.begin(), request.rails.end(), standard))
    return;
  add_finding(findings, "--smoothing", "has no effect on standard profiles",
              fmt::format("{}", request.smoothing), "with the file of a profile", "Leave it out");
}

}  // namespace

std::optional<ConicityInput> read_request(const ConicityRequest& request, Findings& findings) {
  Findings mine;
  ConicityInput input{.gauge = request.gauge,
                      .tape_circle = request.tape_circle,
                      .radius = request.radius,
                      .roll = request.roll};
  input.amplitudes = read_amplitudes(request.amplitude, mine);
  if (!request.inclination.empty())
    input.inclination = read_inclination(request.inclination, mine).value_or(input.inclination);
  check_length("--gauge", request.gauge.value_or(usual_gauge), 0.3, 2, "a distance of the gauge faces", mine);
  check_length("--tape-circle", request.tape_circle, 0.3, 2.2, "a distance of the tape circles", mine);
  check_length("--radius", request.radius, 0.05, 2, "a wheel radius", mine);
  check_smoothing(request, mine);
  input.wheels = load_both(request.wheels, Kind::wheel, request, mine);
  input.rails = load_both(request.rails, Kind::rail, request, mine);
  check_tape_circles(request, input.wheels, mine);
  check_rails(input.rails, request, mine);
  findings.append(mine);
  return mine.empty() ? std::optional(std::move(input)) : std::nullopt;
}

}  // namespace flangeway::geometry
