#include "flangeway/vehicle_case/control.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "flangeway/core/input_record.hpp"

namespace flangeway::vehicle_case {
namespace {

bool is_multiple(double time, double of) {
  const double ratio = time / of;
  return ratio > 0.5 && std::abs(ratio - std::round(ratio)) < 1e-6;
}

}  // namespace

std::vector<std::string> command_names(const vehicle::VehicleModel& vehicle) {
  std::vector<std::string> names = vehicle.bodies.commands;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets)
    names.push_back(vehicle.bodies.bodies[wheelset.body].name + ".torque");
  for (const multibody::AxleTwist& twist : vehicle.bodies.axle_twists)
    for (const char* side : {".left", ".right"})
      names.push_back(vehicle.bodies.bodies[twist.body].name + side + ".torque");
  return names;
}

void check_control(const CaseSpec& spec, const control::Model& control, bool step_is_open,
                   Findings& findings) {
  if (control.controllers.empty()) return;
  if (spec.coupling.method == TrackCoupling::cosim)
    findings.add({control.controllers.front().where, "coupling.method", "cannot be combined with controllers",
                  "cosim", "none, tight or mass_spring", "Leave them out"});
  double shortest = HUGE_VAL;
  for (const control::Controller& c : control.controllers) shortest = std::min(shortest, c.sample_time);
  const bool fixed = has_fixed_steps(spec.integration.method) && !step_is_open;
  for (const control::Controller& c : control.controllers) {
    const std::string key = c.key + ".sample_time", got = fmt::format("{}", c.sample_time);
    if (fixed && !is_multiple(c.sample_time, spec.integration.step)) {
      findings.add({c.where, key, "is no multiple of the time step, which has to end at each sample", got,
                    fmt::format("a multiple of {} s", spec.integration.step),
                    "Change it, or integration.step"});
    } else if (!is_multiple(c.sample_time, shortest)) {
      findings.add({c.where, key, "is no multiple of the shortest sample time of all controllers", got,
                    fmt::format("a multiple of {} s", shortest), "Change one of them"});
    }
  }
}

void add_control_sources(const control::Model& control, std::vector<SourceFile>& sources) {
  for (const control::Controller& controller : control.controllers) {
    std::string path;
    if (const auto* python = std::get_if<control::PythonSpec>(&controller.law)) path = python->file.value;
    if (const auto* fmu = std::get_if<control::Fmu>(&controller.law)) path = fmu->spec.file.value;
    if (path.empty()) continue;
    note_input(path);
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    sources.push_back({path, text.str()});
  }
}

}  // namespace flangeway::vehicle_case
