// Inputs of generated code, which the caller may change from step to step. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/case_codegen/generate_case.hpp"

namespace flangeway::case_codegen {

struct Input {
  std::string name, unit, description;
  double start = 0;
  std::optional<double> minimum;
};

/// Inputs of one kind, next to each other.
struct InputRange {
  std::size_t first = 0, count = 0;
};

struct InputList {
  std::vector<Input> all;
  InputRange motors;          ///< torque on all driven wheelsets, if the vehicle is free
  InputRange wheels;          ///< torques on the left and right wheel of each axle that twists
  InputRange commands;        ///< of actuators and valves, as in multibody::Model::commands
  InputRange torques;         ///< on each wheelset of the contact
  InputRange friction;        ///< factors of left and right wheel of each wheelset
  InputRange irregularities;  ///< below left and right wheel of each wheelset, rail_inputs each
  InputRange rails;           ///< below left and right wheel of each wheelset, rail_inputs each
  InputRange cant;            ///< at each body, cant_inputs each
  InputRange forces;          ///< on each body, force_inputs each
};

/// The factor of small changes: of forces and torques, which are large numbers.
[[nodiscard]] double scale_of(const Input& input);

constexpr std::size_t rail_inputs = 6, cant_inputs = 2, force_inputs = 6;

[[nodiscard]] InputList inputs_of(const vehicle_case::CaseModel& model,
                                  const std::vector<InputGroup>& groups);

}  // namespace flangeway::case_codegen
