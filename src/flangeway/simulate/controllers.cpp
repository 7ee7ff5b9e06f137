#include "flangeway/simulate/controllers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/simulate/recorder.hpp"

namespace flangeway::simulate {
namespace {

constexpr double rounding = 1e-12;  // of a time

std::vector<std::string> channel_names(const vehicle_case::CaseModel& model) {
  std::vector<std::string> names;
  for (const results::Channel& channel : channels(model)) names.push_back(channel.name);
  return names;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

double next_of(const control::Controller& controller, std::uint64_t samples) {
  return static_cast<double>(samples) * controller.sample_time;
}

}  // namespace

void check_inputs_of_controllers(const vehicle_case::CaseModel& model, Findings& findings) {
  if (model.control.controllers.empty()) return;
  const std::vector<std::string> names = channel_names(model);
  for (const control::Controller& controller : model.control.controllers) {
    for (const auto& input : controller.inputs) {
      if (index_of(names, input.value) < names.size()) continue;
      const std::string near = nearest_name(input.value, names);
      findings.add(
          {input.where, controller.key + ".inputs", "is no channel of the case", '"' + input.value + '"', "",
           near.empty() ? "Name a channel, as flangeway results lists them" : "Use \"" + near + '"'});
    }
  }
}

void check_functions(const vehicle_case::CaseModel& model, const control::Functions& functions,
                     Findings& findings) {
  for (const control::Controller& controller : model.control.controllers) {
    const auto* python = std::get_if<control::PythonSpec>(&controller.law);
    if (python == nullptr || !python->file.value.empty() || functions.count(controller.name) > 0) continue;
    findings.add({controller.where, controller.key + ".file", "is missing", "", "",
                  "Give a file, or in Python a function: case.run(controllers={name: function})"});
  }
}

Controllers::Controllers(const vehicle_case::CaseModel& model, const control::Functions& functions)
    : model_(model.control) {
  if (model_.controllers.empty()) return;
  const std::vector<std::string> names = channel_names(model);
  for (const control::Controller& controller : model_.controllers) {
    Running running;
    for (const auto& input : controller.inputs) {
      running.inputs.push_back(index_of(names, input.value));
      if (running.inputs.back() == names.size())
        problem_ = fmt::format("the input \"{}\" of the controller \"{}\" is no channel", input.value,
                               controller.name);
    }
    running.values.resize(running.inputs.size());
    running.outputs.resize(controller.outputs.size());
    running.external = control::make_external(controller, functions);
    running_.push_back(std::move(running));
  }
}

double Controllers::next(const control::State& state) const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < running_.size(); ++i)
    next = std::min(next, next_of(model_.controllers[i], state.samples[i]));
  return next;
}

bool Controllers::sample(double t, std::span<const double> row, control::State& state) {
  bool changed = false;
  for (std::size_t i = 0; i < running_.size() && problem_.empty(); ++i) {
    if (next_of(model_.controllers[i], state.samples[i]) > t * (1 + rounding)) continue;
    changed = sample_one(i, t, row, state) || changed;
  }
  return changed;
}

bool Controllers::sample_one(std::size_t i, double t, std::span<const double> row, control::State& state) {
  const control::Controller& controller = model_.controllers[i];
  Running& running = running_[i];
  for (std::size_t k = 0; k < running.inputs.size(); ++k) running.values[k] = row[running.inputs[k]];
  std::string why;
  if (running.external) {
    why = running.external->respond(t, running.values, running.outputs, interrupted_);
  } else {
    control::respond(controller, {t, state.samples[i] == 0, running.values}, state.memory[i],
                     running.outputs);
  }
  ++state.samples[i];
  bool changed = false;
  for (std::size_t k = 0; k < running.outputs.size() && why.empty(); ++k) {
    double output = running.outputs[k];
    if (!std::isfinite(output)) {
      why =
          fmt::format("its output {} is {}", controller.outputs[k], std::isnan(output) ? "NaN" : "infinite");
      break;
    }
    if (controller.limit > 0) output = std::clamp(output, -controller.limit, controller.limit);
    double& command = state.commands[controller.commands[k]];
    changed = changed || command != output;
    command = output;
  }
  if (!why.empty()) problem_ = fmt::format("the controller \"{}\" failed: {}", controller.name, why);
  return changed;
}

}  // namespace flangeway::simulate
