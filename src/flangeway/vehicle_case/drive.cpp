#include "flangeway/vehicle_case/drive.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace flangeway::vehicle_case {
namespace {

std::vector<std::string> body_names(const multibody::Model& bodies) {
  std::vector<std::string> names;
  for (const auto& body : bodies.bodies) names.push_back(body.name);
  return names;
}

void set_drive(const CaseSpec& spec, multibody::Model& bodies, Findings& findings) {
  if (spec.drive == Drive::free) {
    bodies.driven_body = multibody::no_index;
    return;
  }
  if (spec.driven_body.value.empty()) return;
  const std::vector<std::string> names = body_names(bodies);
  const auto found = std::find(names.begin(), names.end(), spec.driven_body.value);
  if (found == names.end()) {
    const std::string near = nearest_name(spec.driven_body.value, names);
    findings.add({spec.driven_body.where, "driven_body", "is not a body of the vehicle",
                  '"' + spec.driven_body.value + '"', "",
                  near.empty() ? "Name a body of the vehicle file" : "Use \"" + near + '"'});
    return;
  }
  bodies.driven_body = static_cast<std::size_t>(found - names.begin());
}

std::vector<bool> driven_wheelsets(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                                   Findings& findings) {
  std::vector<bool> driven(vehicle.wheelsets.size(), spec.traction.wheelsets.empty());
  std::vector<std::string> names;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets)
    names.push_back(vehicle.bodies.bodies[wheelset.body].name);
  for (const auto& name : spec.traction.wheelsets) {
    const auto found = std::find(names.begin(), names.end(), name.value);
    if (found != names.end()) {
      driven[static_cast<std::size_t>(found - names.begin())] = true;
      continue;
    }
    findings.add({name.where, "traction.wheelsets", "is not a wheelset of the vehicle",
                  '"' + name.value + '"', "", "Name a wheelset of the vehicle file"});
  }
  return driven;
}

}  // namespace

void check_drive(const CaseSpec& spec, Findings& findings) {
  if (!spec.speed_profile.empty() &&
      (spec.speed_profile.front()[0] != 0 || spec.speed_profile.front()[1] != spec.speed)) {
    findings.add({spec.where, "speed_profile", "does not start at t = 0 with the speed of the case",
                  fmt::format("[{}, {}]", spec.speed_profile.front()[0], spec.speed_profile.front()[1]),
                  fmt::format("[0, {}]", spec.speed), "Start it with [0, speed]"});
  }
  if (spec.speed == 0 && spec.drive != Drive::free && spec.speed_profile.empty() &&
      spec.integration.duration == 0) {
    findings.add({spec.where, "speed", "is zero, so that the vehicle would never reach the end of the track",
                  "0", "", "Give a speed, or integration.duration"});
  }
  if (!spec.speed_profile.empty() && spec.speed_profile.back()[1] == 0 && spec.integration.duration == 0) {
    findings.add({spec.where, "speed_profile",
                  "ends at a standstill, so that the vehicle would never reach the end of the track", "", "",
                  "Give integration.duration"});
  }
}

DriveSettings compile_drive(const CaseSpec& spec, vehicle::VehicleModel& vehicle, Findings& findings) {
  set_drive(spec, vehicle.bodies, findings);
  return {spec.drive, spec.speed, spec.speed_profile, spec.traction.torque,
          driven_wheelsets(spec, vehicle, findings)};
}

}  // namespace flangeway::vehicle_case
