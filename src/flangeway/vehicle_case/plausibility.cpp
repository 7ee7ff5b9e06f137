#include "flangeway/vehicle_case/plausibility.hpp"

#include <fmt/format.h>

#include <cmath>

#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/single_wheel.hpp"

namespace flangeway::vehicle_case {
namespace {

// m. From the wheels of mine cars to the drivers of the fastest steam locomotives (2.3 m of diameter), with
// room.
constexpr double smallest_radius = 0.1, largest_radius = 1.25;
// Of the vehicle's weight. Track forces and propulsion stay below it; a wrong unit does not.
constexpr double largest_force = 10, gravity = 9.81;

void look_at_wheels(const CaseModel& model, std::vector<std::string>& out) {
  for (const vehicle::Wheelset& wheelset : model.vehicle.wheelsets) {
    const double r = wheelset.wheel_radius;
    if (r >= smallest_radius && r <= largest_radius) continue;
    out.push_back(
        fmt::format("{} has wheels of {:g} m radius; those of railway vehicles have {:g} to {:g} m. Check "
                    "wheel_radius, which is in m",
                    model.vehicle.bodies.bodies[wheelset.body].name, r, smallest_radius, largest_radius));
  }
}

bool share_a_rail(const multibody::Body& a, const multibody::Body& b) {
  for (const std::size_t side : {0u, 1u})
    if (multibody::has_wheel(a, side) && multibody::has_wheel(b, side)) return true;
  return false;
}

void look_at_places(const CaseModel& model, std::vector<std::string>& out) {
  const std::vector<vehicle::Wheelset>& all = model.vehicle.wheelsets;
  const auto& bodies = model.vehicle.bodies.bodies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const double apart = std::abs(bodies[all[i].body].initial[0] - bodies[all[k].body].initial[0]),
                   needed = all[i].wheel_radius + all[k].wheel_radius;
      if (apart >= needed || !share_a_rail(bodies[all[i].body], bodies[all[k].body])) continue;
      out.push_back(
          fmt::format("{} and {} stand {:g} m apart, where their wheels need {:g} m: they stand in each "
                      "other. Check x of the wheelsets",
                      bodies[all[i].body].name, bodies[all[k].body].name, apart, needed));
    }
  }
}

void look_at_forces(const CaseModel& model, std::vector<std::string>& out) {
  double weight = 0;
  for (const multibody::Body& body : model.vehicle.bodies.bodies) weight += body.mass * gravity;
  for (const multibody::AppliedForce& applied : multibody::applied_forces(model.vehicle.bodies)) {
    const double force = applied.force.norm();
    if (force <= largest_force * weight) continue;
    out.push_back(
        fmt::format("a force of {:g} N acts on {}, {:.3g} times the weight of the vehicle. Check "
                    "applied_forces, which are in N",
                    force, model.vehicle.bodies.bodies[applied.i].name, force / weight));
  }
}

}  // namespace

std::vector<std::string> implausible_values(const CaseModel& model) {
  std::vector<std::string> out;
  look_at_wheels(model, out);
  look_at_places(model, out);
  look_at_forces(model, out);
  return out;
}

}  // namespace flangeway::vehicle_case
