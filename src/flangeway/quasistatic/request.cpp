#include "flangeway/quasistatic/request.hpp"

#include <fmt/format.h>

#include <cmath>

namespace flangeway::quasistatic {
namespace {

void need_file(const std::string& option, const std::string& file, const std::string& test,
               const std::string& columns, Findings& findings) {
  if (file.empty())
    findings.add(
        {{}, option, "is not given: the test " + test + " needs it", "", "a CSV file with " + columns, ""});
}

// The command line takes "inf" and "nan" for numbers.
void check_lists(const Request& request, Findings& findings) {
  const auto check = [&](const char* option, const std::vector<double>& values, const char* unit, double low,
                         double high) {
    const bool positive = low == 0;
    for (const double value : values) {
      if (value <= high && (positive ? value > 0 : value >= low)) continue;
      const bool finite = std::isfinite(value);
      findings.add({{},
                    option,
                    !finite                  ? "is no finite number"
                    : positive && value <= 0 ? "is not positive"
                                             : "is out of range",
                    fmt::format("{:g}", value),
                    positive ? fmt::format("numbers > 0 and up to {:g} in {}", high, unit)
                             : fmt::format("{:g} to {:g} in {}", low, high, unit),
                    ""});
    }
  };
  constexpr double max_radius = 1e6, max_speed = 200, max_deficiency = 0.5, max_station = 100;
  check("--radii", request.radii, "m", 0, max_radius);
  check("--speeds", request.wind.speeds, "m/s", 0, max_speed);
  check("--deficiencies", request.deficiencies, "m", -max_deficiency, max_deficiency);
  check("--stations", request.stations, "m", -max_station, max_station);
}

void check_gust(const WindSettings& wind, Findings& findings) {
  constexpr double min_speed = 1, max_vehicle_length = 100;  // m/s: slower runs take hours; m
  if (!(wind.vehicle_length >= 0 && wind.vehicle_length <= max_vehicle_length))
    findings.add({{},
                  "--vehicle-length",
                  "is no length of a vehicle",
                  fmt::format("{:g} m", wind.vehicle_length),
                  fmt::format("0 to {:g} m", max_vehicle_length),
                  ""});
  for (const double speed : wind.speeds) {
    if (!wind.gust || !(speed < min_speed)) continue;
    findings.add({{},
                  "--speeds",
                  "is too slow to run through a gust",
                  fmt::format("{:g} m/s", speed),
                  fmt::format("{:g} m/s or more", min_speed),
                  "Leave --gust out"});
  }
}

// Each test has radii and cant deficiencies of its own where none are given.
template <typename Settings>
Settings with_curves(Settings settings, const Request& request) {
  if (!request.radii.empty()) settings.radii = request.radii;
  if (!request.deficiencies.empty()) settings.deficiencies = request.deficiencies;
  settings.cant = request.cant;
  return settings;
}

}  // namespace

const std::vector<std::string>& test_names() {
  static const std::vector<std::string> names{"twist", "sway", "turning", "curving", "wind", "envelope"};
  return names;
}

Inputs read_inputs(const Request& request, Findings& findings) {
  check_lists(request, findings);
  check_gust(request.wind, findings);
  Inputs inputs;
  if (request.test == "wind") {
    need_file("--coefficients", request.coefficients, "wind", "angle_deg,side,lift,overturning", findings);
    if (!request.coefficients.empty()) inputs.air = read_aerodynamics(request.coefficients, findings);
  }
  if (request.test == "envelope") {
    need_file("--contour", request.contour, "envelope", "y,z", findings);
    if (!request.contour.empty()) inputs.contour = read_contour(request.contour, findings);
    if (!request.reference_contour.empty()) inputs.gauge = load_gauge(request.reference_contour, findings);
  }
  return inputs;
}

Outcome run(const vehicle_case::CaseModel& model, const Request& request, const Inputs& inputs,
            Findings& findings, const Progress& progress) {
  if (request.test == "twist") return twist(model, request.twist, findings, progress);
  if (request.test == "sway") return sway(model, {request.cant / 2, request.cant});
  if (request.test == "turning") return turning(model, request.turning, findings);
  if (request.test == "curving") return curving(model, with_curves(CurvingSettings{}, request), progress);
  if (request.test == "wind") return wind(model, *inputs.air, request.wind, findings, progress);
  EnvelopeSettings settings{request.stations};
  settings.gauge = inputs.gauge;
  if (settings.gauge) {
    const double answers = settings.gauge->max_deficiency;
    settings.deficiencies = {-answers, 0, answers};
  }
  return envelope(model, *inputs.contour, with_curves(settings, request), progress);
}

}  // namespace flangeway::quasistatic
