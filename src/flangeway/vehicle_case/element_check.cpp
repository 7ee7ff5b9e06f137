#include "flangeway/vehicle_case/element_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/single_wheel.hpp"

namespace flangeway::vehicle_case {
namespace {

using multibody::Body;
using multibody::BodyRole;
using multibody::ElementInfo;
using multibody::Role;

// s. Rubber with a loss factor of 0.05 to 0.3 has c/k = loss factor/ω of 2e-4 to 0.05 s between 1 and 50 Hz;
// coil springs with their dampers reach 2 s. A damper in series with the rubber of its ends relaxes in 0.2 ms
// to 50 ms.
constexpr double min_damping_time = 5e-5, max_damping_time = 3, max_relaxation_time = 0.5;
constexpr double min_side_offset = 0.3;    // m from the middle: on one side
constexpr double max_across = 0.5;         // m, from the middle to both ends of an element across the vehicle
constexpr double max_gear_distance = 4.5;  // m, between bodies of one running gear

// The parts of ElementCheck that look at one element.
class ElementCheck {
 public:
  ElementCheck(const multibody::Model& vehicle, const std::vector<BodyRole>& roles, VehicleCheck& check)
      : vehicle_(vehicle), roles_(roles), check_(check) {}

  void look_at_dampers() {
    for (const auto& spring : multibody::elements_of<multibody::Axial>(vehicle_))
      compare(spring.name, "", spring.damping, spring.stiffness, max_damping_time);
    for (const auto& damper : multibody::elements_of<multibody::MaxwellDamper>(vehicle_))
      compare(damper.name, "", damper.damping, damper.stiffness, max_relaxation_time);
    constexpr const char* axes[] = {" along x", " along y", " along z"};
    for (const auto& bushing : multibody::elements_of<multibody::Bushing>(vehicle_))
      for (Eigen::Index k = 0; k < 3; ++k) {
        compare(bushing.name, axes[k], bushing.damping[k], bushing.stiffness[k], max_damping_time);
        if (bushing.series_stiffness[k] > 0)
          compare(bushing.name, axes[k], bushing.series_damping[k], bushing.series_stiffness[k],
                  max_relaxation_time);
      }
  }

  void look_at_places() {
    for (const ElementInfo& element : vehicle_.elements) {
      if (element.type == "coupler" || element.type == "buffer") continue;
      if (element.has_points) {
        look_at_sides(element);
        for (const auto& [pose, point] :
             {std::pair(element.i, element.point_i), std::pair(element.j, element.point_j)})
          look_at_end(element, pose, point);
      }
      look_at_distance(element);
    }
  }

 private:
  void compare(const std::string& name, const char* axis, double damping, double stiffness, double max_time) {
    if (!(damping > 0) || !(stiffness > 0)) return;
    const double time = damping / stiffness;
    if (time >= min_damping_time && time <= max_time) return;
    check_.remarks.push_back(fmt::format(
        "{}: damping over stiffness{} is {:.3g} s; usual are {:g} to {:g} s. Check damping, which is in N "
        "s/m, and stiffness, which is in N/m",
        name, axis, time, min_damping_time, max_time));
  }

  [[nodiscard]] const Body* body(std::size_t pose) const {
    return pose < vehicle_.body_count() ? &vehicle_.bodies[pose] : nullptr;
  }
  [[nodiscard]] double lateral(std::size_t pose, const Vec3& point) const {
    return point.y() + (body(pose) != nullptr ? body(pose)->initial(1) : 0);
  }

  void look_at_sides(const ElementInfo& element) {
    const double first = lateral(element.i, element.point_i), second = lateral(element.j, element.point_j);
    if (first * second > 0 || std::min(std::abs(first), std::abs(second)) < max_across) return;
    check_.remarks.push_back(fmt::format(
        "{} reaches from y = {:.3g} m to y = {:.3g} m, across the vehicle. Check the signs of its "
        "positions: y is to the left",
        element.name, first, second));
  }

  void look_at_end(const ElementInfo& element, std::size_t pose, const Vec3& point) {
    if (body(pose) == nullptr) return;
    const double own = body(pose)->initial(1), end = lateral(pose, point);
    if (own * end >= 0 || std::min(std::abs(own), std::abs(end)) < min_side_offset) return;
    check_.remarks.push_back(
        fmt::format("{} at y = {:.3g} m is fastened to {} on the other side, at y = {:.3g} m. Check its body",
                    element.name, end, body(pose)->name, own));
  }

  // Running gear is short. Points show a wrong body of other elements: VehicleCheck looks at them.
  void look_at_distance(const ElementInfo& element) {
    const Body *first = body(element.i), *second = body(element.j);
    if (first == nullptr || second == nullptr) return;
    for (const std::size_t pose : {element.i, element.j})
      if (roles_[pose].role == Role::car_body || roles_[pose].role == Role::other) return;
    const double distance = std::abs(first->initial(0) - second->initial(0));
    if (distance <= max_gear_distance) return;
    check_.remarks.push_back(fmt::format(
        "{} joins {} and {}, which are {:.3g} m apart; bodies of one running gear are up to {:g} m "
        "apart. Check its bodies",
        element.name, first->name, second->name, distance, max_gear_distance));
  }

  const multibody::Model& vehicle_;
  const std::vector<BodyRole>& roles_;
  VehicleCheck& check_;
};

double median_of(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

void add_wheels(const vehicle::VehicleModel& vehicle, VehicleCheck& check) {
  std::vector<double> radii;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets) radii.push_back(wheelset.wheel_radius);
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets) {
    const std::string& name = vehicle.bodies.bodies[wheelset.body].name;
    const auto add = [&](const char* quantity, const char* unit, double value, double low, double high,
                         const char* remedy) {
      check.values.push_back({name, quantity, unit, value, low, high, "wheelset", remedy});
    };
    add("wheel radius", "m", wheelset.wheel_radius, 0.15, 0.7,
        "Check wheel_radius, which is no diameter and in m");
    add("wheel radius over the median of all", "1", wheelset.wheel_radius / median_of(radii), 0.6, 1.6,
        "Check wheel_radius, which is no diameter");
    add("distance of the tape circle from the middle", "m", wheelset.profile_position, 0.25, 0.9,
        "Check profile_position or back_to_back, which are in m");
  }
}

bool share_rail(const Body& first, const Body& second) {
  for (const std::size_t side : {0u, 1u})
    if (multibody::has_wheel(first, side) && multibody::has_wheel(second, side)) return true;
  return false;
}

void look_at_overlaps(const vehicle::VehicleModel& vehicle, VehicleCheck& check) {
  const std::vector<vehicle::Wheelset>& all = vehicle.wheelsets;
  const auto& bodies = vehicle.bodies.bodies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const double apart = std::abs(bodies[all[i].body].initial[0] - bodies[all[k].body].initial[0]),
                   needed = all[i].wheel_radius + all[k].wheel_radius;
      if (apart >= needed || !share_rail(bodies[all[i].body], bodies[all[k].body])) continue;
      check.remarks.push_back(
          fmt::format("{} and {} stand {:g} m apart, where their wheels need {:g} m: they stand in each "
                      "other. Check x of the wheelsets",
                      bodies[all[i].body].name, bodies[all[k].body].name, apart, needed));
    }
  }
}

}  // namespace

void check_elements(const multibody::Model& vehicle, const std::vector<BodyRole>& roles,
                    VehicleCheck& check) {
  ElementCheck looker(vehicle, roles, check);
  looker.look_at_dampers();
  looker.look_at_places();
}

void check_running_gear(const vehicle::VehicleModel& vehicle, VehicleCheck& check) {
  add_wheels(vehicle, check);
  look_at_overlaps(vehicle, check);
}

}  // namespace flangeway::vehicle_case
