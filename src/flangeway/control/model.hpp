// Controllers that are ready to run, and their state between samples. Theory:
// docs/theory/control.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "flangeway/control/spec.hpp"
#include "flangeway/core/state_codec.hpp"

namespace flangeway::control {

struct Fmu {
  FmuSpec spec;
  fmi::Description description;
  fmi::Use use = fmi::Use::co_simulation;
  std::vector<fmi::Place> inputs, outputs;
  std::vector<fmi::Start> starts;
};

/// The keys of a controller that calculates here are its parameters.
using Law = std::variant<TableSpec, SpeedSpec, SlideProtectionSpec, LevellingSpec, LateralSpec, GuidanceSpec,
                         PythonSpec, Fmu, SharedMemorySpec>;

struct Controller {
  std::string name, key;
  SourceLocation where;
  double sample_time = 0, limit = 0, time_limit = 0;  ///< s; of outputs; s of the clock
  Names inputs;                                       ///< channels
  std::vector<std::string> outputs;
  std::vector<std::size_t> commands;  ///< of each output, in State::commands
  Law law;

  /// It calculates in another process.
  [[nodiscard]] bool external() const;
};

struct Model {
  std::vector<Controller> controllers;
  std::size_t commands = 0;  ///< of all actuators of the vehicle, whether or not a controller sets them

  /// The first controller whose state is not part of State; nullptr: a run can be continued.
  [[nodiscard]] const Controller* external() const;
};

struct State {
  std::vector<double> commands;
  std::vector<std::vector<double>> memory;  ///< of each controller
  std::vector<std::uint64_t> samples;       ///< that each controller has taken
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<State> state) {
  codec(state.commands, state.memory, state.samples);
}
[[nodiscard]] State make_state(const Model& model);

/// One sample.
struct Sample {
  double t = 0;
  bool first = false;
  std::span<const double> inputs;
};
/// The outputs of a controller that is not external, without its limit.
void respond(const Controller& controller, const Sample& sample, std::span<double> memory,
             std::span<double> outputs);

/// The names of all commands are those of Model::commands in multibody, then one of each wheelset, and then
/// the left and the right one of each wheelset whose wheels turn against each other.
[[nodiscard]] Model compile(const Spec& spec, const std::vector<std::string>& commands, Findings& findings);

}  // namespace flangeway::control
