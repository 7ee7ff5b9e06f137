// From a vehicle on its track to a self-contained C project.
#pragma once

#include <array>
#include <vector>

#include "flangeway/codegen/generate.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::case_codegen {

/// Inputs that generated code may have, besides actuators and, if the vehicle is free, motors.
enum class InputGroup { torques, friction, irregularities, rails, cant, forces };

constexpr auto alternatives_of(InputGroup) {
  using One = Alternative<InputGroup>;
  return std::array{
      One{InputGroup::torques, "torques", "torque of motor or brake on each wheelset"},
      One{InputGroup::friction, "friction", "factor of the coefficient of friction at each wheel"},
      One{InputGroup::irregularities, "irregularities",
          "deviation of the rail at rest below each wheel, with gradient and curvature"},
      One{InputGroup::rails, "rails",
          "motion of the rail below each wheel: displacement, velocity, acceleration"},
      One{InputGroup::cant, "cant", "cant and its gradient at each body"},
      One{InputGroup::forces, "forces", "force and moment on each body"}};
}

/// A number of the vehicle that generated code takes as a parameter. Three cases show how it enters the
/// equations: only in proportion, and only forces and rates of elements.
struct ParameterKey {
  std::string name, unit;
  double value = 0, step = 0;                          ///< of the case; between the cases
  vehicle_case::CaseModel above, below, above_of_all;  ///< with value + step, value − step; all keys + step
};

/// Requests are KEY or KEY:STEP; without a step, half of the value. Findings are about `option`.
[[nodiscard]] std::vector<ParameterKey> parameter_keys(const vehicle_case::CaseSource& source,
                                                       const std::vector<std::string>& requests,
                                                       const std::string& option, Findings& findings);

struct Choice {
  codegen::Target target = codegen::Target::project;
  std::vector<InputGroup> inputs;
  std::vector<ParameterKey> parameters = {};
};

/// The project steps the case as simulate::Simulation does, by the same equations and methods; its test holds
/// it against states that the simulation has evaluated. Findings with their places in `file`, the case file,
/// where the case asks for what generated code does not follow. Theory: docs/theory/generated_vehicle.md.
[[nodiscard]] codegen::Project generate(const vehicle_case::CaseModel& model, const document::Document& file,
                                        const Choice& choice, Findings& findings);

}  // namespace flangeway::case_codegen
