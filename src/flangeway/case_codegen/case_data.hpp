// Names, numbers and the start of a case as C. Private to the room.
#pragma once

#include <string>

#include "flangeway/case_codegen/case_inputs.hpp"
#include "flangeway/codegen/fmu.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::case_codegen {

/// model_size.h
[[nodiscard]] std::string sizes_code(const vehicle_case::CaseModel& model, const InputList& inputs,
                                     const std::vector<ParameterKey>& parameters);
/// Data that do not depend on the start.
[[nodiscard]] std::string fixed_data_code(const vehicle_case::CaseModel& model, const InputList& inputs);
/// Data of a simulation at its start.
[[nodiscard]] std::string data_code(simulate::Simulation& simulation, const InputList& inputs,
                                    const std::vector<ParameterKey>& parameters);
[[nodiscard]] codegen::FmuDescription fmu_of(const vehicle_case::CaseModel& model, const InputList& inputs,
                                             const std::vector<ParameterKey>& parameters,
                                             const std::string& token);

}  // namespace flangeway::case_codegen
