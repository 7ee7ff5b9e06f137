#include "flangeway/vehicle/vehicle_compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "flangeway/multibody/statics.hpp"
#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle/flexible_bodies.hpp"
#include "flangeway/vehicle/vehicle_bodies.hpp"
#include "flangeway/vehicle/vehicle_elements.hpp"

namespace flangeway::vehicle {

namespace {

void report_unsupported(const VehicleSpec& spec, const std::vector<multibody::Unsupported>& bodies,
                        Findings& findings) {
  static constexpr std::array<std::string_view, 6> directions = {"longitudinally", "laterally", "vertically",
                                                                 "in roll",        "in pitch",  "in yaw"};
  for (const multibody::Unsupported& body : bodies) {
    const bool force = body.coordinate < 3;
    // Without wheels a train is free along the track: what pulls it accelerates it.
    if (spec.wheelsets.empty() && body.coordinate == 0) continue;
    const auto tell = [&](const auto& of) {
      complain(
          findings, of, "",
          {fmt::format("\"{}\" is not held {} by the suspension", of.name.value, directions[body.coordinate]),
           fmt::format("{:.0f} {} that no spring takes up", body.residual, force ? "N" : "N m"), "",
           "Add the spring that carries it, or give other positions"});
    };
    const std::size_t bodies_alone = spec.bodies.size();
    if (body.body < bodies_alone) {
      tell(spec.bodies[body.body]);
    } else {
      tell(spec.wheelsets[body.body - bodies_alone]);  // the carrier of a single wheel
    }
  }
}

void note_balance(const std::vector<multibody::Unsupported>& left, VehicleModel& vehicle) {
  const auto& largest = *std::max_element(left.begin(), left.end(), [](const auto& a, const auto& b) {
    return std::abs(a.residual) < std::abs(b.residual);
  });
  vehicle.notes.push_back(
      fmt::format("the preloads of the vehicle file leave {:.3g} {} on \"{}\": they were changed so that it "
                  "is in balance",
                  std::abs(largest.residual), largest.coordinate < 3 ? "N" : "N m",
                  vehicle.bodies.bodies[largest.body].name));
}

void solve_preloads(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings) {
  const std::vector<multibody::Unsupported> left = multibody::solve_preloads(vehicle.bodies);
  if (!left.empty() && multibody::balance_given_preloads(vehicle.bodies, left))
    note_balance(left, vehicle);
  else
    report_unsupported(spec, left, findings);
}

void report_repeated(const std::vector<ElementSpec>& joints, const multibody::Model& model,
                     Findings& findings) {
  for (const multibody::RepeatedJoint& repeated : multibody::repeated_joints(model)) {
    const std::size_t rows = multibody::row_count(model.joints[repeated.joint].type);
    complain(
        findings, joints[repeated.joint], "",
        {fmt::format("\"{}\" holds again what other joints hold already", model.joints[repeated.joint].name),
         fmt::format("{} of {} directions", repeated.directions, rows), "",
         "Leave it out, or take a joint that holds less"});
  }
}

void set_speed_differences(const VehicleSpec& spec, multibody::Model& model) {
  const auto& differences = spec.elements->speed_differences;
  if (differences.empty()) return;
  model.lists->speed_differences.assign(model.body_count(), 0.0);
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    const auto found = differences.find(model.bodies[b].name);
    if (found != differences.end()) model.lists->speed_differences[b] = found->second;
  }
}

/// Removes findings that the reader has already reported for the same key, and repetitions by mirror images.
void merge(Findings& findings, const Findings& fresh) {
  const std::vector<Finding> known = findings.all();
  std::set<std::string> texts;
  for (const Finding& finding : fresh.all()) {
    const bool said = std::any_of(known.begin(), known.end(), [&](const Finding& other) {
      return other.key == finding.key && other.where.file == finding.where.file;
    });
    if (!said && texts.insert(finding.text()).second) findings.add(finding);
  }
}

}  // namespace

std::optional<VehicleModel> compile(const VehicleSpec& spec, Findings& findings) {
  VehicleModel vehicle;
  vehicle.name = spec.name.value;
  vehicle.bodies.gravity = spec.gravity;
  Findings fresh;
  add_bodies(spec, vehicle, fresh);
  set_speed_differences(spec, vehicle.bodies);
  const AddedElements added = add_elements(spec, vehicle, fresh);
  vehicle.sources = added.sources;
  merge(findings, fresh);
  if (!findings.empty()) return std::nullopt;
  multibody::finish(vehicle.bodies, true);
  report_repeated(added.joints, vehicle.bodies, findings);
  solve_preloads(spec, vehicle, findings);
  if (findings.empty()) check_loads(added.loaded, vehicle, findings);
  if (findings.empty()) check_valves(added.valves, vehicle, findings);
  if (findings.empty()) add_flexible_bodies(spec, vehicle.bodies, findings);
  add_shapes(spec, vehicle.bodies, vehicle.shapes, findings);
  if (!findings.empty()) return std::nullopt;
  return vehicle;
}

std::vector<double> rolling_state(const VehicleModel& vehicle, double s0, double speed) {
  std::vector<double> y = multibody::nominal_state(vehicle.bodies, s0, speed);
  for (const Wheelset& wheelset : vehicle.wheelsets) {
    double* const velocity = y.data() + vehicle.bodies.velocity_offset() + 6 * wheelset.body;
    velocity[4] = velocity[0] / wheelset.wheel_radius;
  }
  return y;
}

}  // namespace flangeway::vehicle
