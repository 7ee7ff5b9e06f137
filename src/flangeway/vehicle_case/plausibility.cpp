#include "flangeway/vehicle_case/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/lists.hpp"
#include "flangeway/vehicle_case/vehicle_check.hpp"

namespace flangeway::vehicle_case {
namespace {

// Bound as a multiple of the vehicle's weight. Track forces and propulsion stay below it; a wrong unit does
// not.
constexpr double max_relative_force = 10, gravity = 9.81;

void look_at_forces(const CaseModel& model, std::vector<std::string>& out) {
  double weight = 0;
  for (const multibody::Body& body : model.vehicle.bodies.bodies) weight += body.mass * gravity;
  for (const multibody::AppliedForce& applied : multibody::applied_forces(model.vehicle.bodies)) {
    const double force = applied.force.norm();
    if (force <= max_relative_force * weight) continue;
    out.push_back(
        fmt::format("a force of {:g} N acts on {}, {:.3g} times the weight of the vehicle. Check "
                    "applied_forces, which are in N",
                    force, model.vehicle.bodies.bodies[applied.i].name, force / weight));
  }
}

// Speeds in km/h, radii in km, cants in mm.
void look_at_running(const CaseModel& model, std::vector<std::string>& out) {
  constexpr double max_speed = 110, max_acceleration = 3, max_cant = 0.25;  // m/s, m/s², m
  double speed = model.drive.speed;
  for (const auto& [t, v] : model.drive.speed_profile) speed = std::max(speed, v);
  if (speed > max_speed)
    out.push_back(
        fmt::format("the vehicle runs at {:g} m/s, which is {:.0f} km/h; usual are up to {:g} m/s. Check "
                    "speed, which is in m/s",
                    speed, 3.6 * speed, max_speed));
  for (double s = 0; s <= model.track.length(); s += std::max(model.track.length() / 400, 1.0)) {
    const double cant = model.track.cant(s), curvature = model.track.curvature(s);
    if (std::abs(cant) > max_cant) {
      out.push_back(
          fmt::format("the cant is {:g} m at {:.0f} m; usual are up to {:g} m. Check cant, which is in m",
                      cant, s, max_cant));
      return;
    }
    const double free = speed * speed * curvature - gravity * cant / model.track.rail_distance();
    if (std::abs(free) > max_acceleration) {
      out.push_back(
          fmt::format("the lateral acceleration in the plane of the track is {:.2f} m/s² at {:.0f} m (R "
                      "{:.0f} m, cant {:g} "
                      "m, {:g} m/s); usual are up to {:g} m/s². Check speed, radius and the sign of the cant",
                      free, s, 1 / curvature, cant, speed, max_acceleration));
      return;
    }
  }
}

}  // namespace

std::vector<std::string> implausible_values(const CaseModel& model) {
  std::vector<std::string> out;
  look_at_forces(model, out);
  look_at_running(model, out);
  const std::vector<std::string> of_vehicle = warnings(check_vehicle(model.vehicle));
  out.insert(out.end(), of_vehicle.begin(), of_vehicle.end());
  return out;
}

}  // namespace flangeway::vehicle_case
