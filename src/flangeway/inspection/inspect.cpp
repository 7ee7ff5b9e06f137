#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "flangeway/inspection/inspection.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/vehicle_case/plausibility.hpp"

namespace flangeway::inspection {
namespace {

using vehicle_case::VehicleCheck;

constexpr double amplitude = 0.003;  // m, of the equivalent conicity [EN15302]

void take(const VehicleCheck& check, Inspection& inspection) {
  inspection.values = check.values;
  inspection.modes = check.modes;
  inspection.not_judged = check.not_judged;
  inspection.roles = check.roles;
}

// The rolling radius difference may not reach 3 mm on each side: then smaller amplitudes are looked at.
void add_conicity(geometry::ConicityInput input, std::string of, Inspection& inspection) {
  std::string why;
  for (const double largest : {0.008, 0.006, 0.004, 0.003, 0.002, 0.001}) {
    input.amplitudes.clear();
    for (double y = 0.001; y < largest * (1 + 1e-9); y += 0.0005) input.amplitudes.push_back(y);
    Findings findings;
    inspection.conicity = geometry::analyse_conicity(input, findings);
    if (inspection.conicity) break;
    why = findings.text();
  }
  inspection.conicity_of = std::move(of);
  if (!inspection.conicity) {
    inspection.not_judged.push_back("equivalent conicity: " + why);
    return;
  }
  const auto& rows = inspection.conicity->conicity;
  const auto at = std::find_if(rows.begin(), rows.end(), [](const assess::Conicity& row) {
    return std::abs(row.amplitude - amplitude) < 1e-6;
  });
  if (at == rows.end()) {
    inspection.not_judged.push_back("equivalent conicity at 3 mm: the contact ends before");
    return;
  }
  inspection.values.push_back(
      {inspection.conicity_of, "equivalent conicity at 3 mm", "1", at->nonlinear.value_or(at->harmonic),
       0.005, 0.5, "wheelset on its track",
       "Check both profiles, their sides, the gauge and the inclination of the rails"});
}

// Dimensions of wheels from trams to American freight cars, new and worn.
void add_wheel_dimensions(const profile::Profile& wheel, Inspection& inspection) {
  const auto add = [&](const char* quantity, const char* unit, double value, double low, double high) {
    inspection.values.push_back({wheel.name, quantity, unit, value, low, high, "wheel",
                                 "Check the unit and the axes of the file, and that it is a wheel"});
  };
  const profile::Extent extent = profile::extent(wheel.curve);
  add("width", "mm", 1e3 * (extent.y_high - extent.y_low), 80, 175);
  const auto flange = profile::measure_flange(wheel);
  if (!flange) {
    inspection.warnings.push_back(wheel.name +
                                  " has no flange, or its face is not complete: nothing guides the wheel. "
                                  "Check that the points reach over the flange");
    return;
  }
  add("flange height", "mm", 1e3 * flange->height, 15, 42);
  add("flange thickness", "mm", 1e3 * flange->thickness, 13, 42);
  add("flange angle", "deg", flange->angle * 180 / pi, 50, 85);
}

// Rails from light sections to 60E1 and 141RE, as rolled or inclined.
void add_rail_dimensions(const profile::Profile& rail, Inspection& inspection) {
  const profile::HeadMeasures head = profile::measure_head(rail);
  const auto add = [&](const char* quantity, const char* unit, const std::optional<double>& value, double low,
                       double high, const char* remedy) {
    if (value)
      inspection.values.push_back({rail.name, quantity, unit, *value, low, high, "rail", remedy});
    else
      inspection.not_judged.push_back(std::string(quantity) + ": the profile has not both faces of the head");
  };
  const auto scaled = [](std::optional<double> value, double factor) {
    return value ? std::optional(*value * factor) : value;
  };
  add("width of the head", "mm", scaled(head.width, 1e3), 40, 95,
      "Check the unit of the file, and that it is a rail");
  add("inclination", "deg", scaled(head.inclination, 180 / pi), -5, 5,
      "Check the axes of the file: y is across the rail and z is up");
}

void add_values_outside(Inspection& inspection) {
  const VehicleCheck check{inspection.values, {}, {}, {}, {}};
  for (const std::string& sentence : vehicle_case::warnings(check))
    if (std::find(inspection.warnings.begin(), inspection.warnings.end(), sentence) ==
        inspection.warnings.end())
      inspection.warnings.push_back(sentence);
}

}  // namespace

Inspection inspect(const vehicle::VehicleModel& vehicle) {
  Inspection inspection;
  inspection.kind = "vehicle";
  inspection.name = vehicle.name;
  const VehicleCheck check = vehicle_case::check_vehicle(vehicle);
  take(check, inspection);
  inspection.warnings = vehicle_case::warnings(check);
  return inspection;
}

Inspection inspect(const vehicle_case::CaseModel& model) {
  Inspection inspection;
  inspection.kind = "case";
  inspection.name = model.name;
  take(vehicle_case::check_vehicle(model.vehicle), inspection);
  inspection.warnings = vehicle_case::implausible_values(model);
  inspection.warnings.insert(inspection.warnings.end(), model.profile_warnings.begin(),
                             model.profile_warnings.end());
  inspection.sources = model.sources;
  const auto& wheels = model.shapes.wheels;
  const auto& rails = model.shapes.rails;
  if (wheels.size() < 2 || rails.size() < 2 || model.vehicle.wheelsets.empty()) {
    inspection.not_judged.push_back(
        "equivalent conicity: the case has no profiles of two wheels and two rails");
    return inspection;
  }
  geometry::ConicityInput input;
  input.wheels = {wheels[0], wheels[1]};
  input.rails = {rails[0], rails[1]};
  input.tape_circle = 2 * model.vehicle.wheelsets.front().profile_position;
  input.placement = model.shapes.placement;
  input.radius = model.vehicle.wheelsets.front().wheel_radius;
  const auto& first = model.vehicle.bodies.bodies[model.vehicle.wheelsets.front().body];
  add_conicity(std::move(input), first.name + " on the rails of the case", inspection);
  add_values_outside(inspection);
  return inspection;
}

Inspection inspect(const profile::Profile& section) {
  Inspection inspection;
  inspection.kind = "profile";
  inspection.name = section.name;
  geometry::ConicityInput input;
  Findings findings;
  const bool wheel = section.kind == profile::Kind::wheel;
  const auto partner = profile::load_profile(
      wheel ? "60e1" : "s1002", wheel ? profile::Kind::rail : profile::Kind::wheel, {}, {}, findings);
  findings.throw_if_any();
  input.wheels = wheel ? std::vector{section, section} : std::vector{*partner, *partner};
  input.rails = wheel ? std::vector{*partner, *partner} : std::vector{section, section};
  if (wheel)
    add_wheel_dimensions(section, inspection);
  else
    add_rail_dimensions(section, inspection);
  add_conicity(std::move(input), wheel ? section.name + " on 60E1 rails" : "S1002 on " + section.name,
               inspection);
  add_values_outside(inspection);
  return inspection;
}

}  // namespace flangeway::inspection
