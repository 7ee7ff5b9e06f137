// From a vehicle on its track to a self-contained C project.
#pragma once

#include "flangeway/codegen/generate.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::case_codegen {

/// The project steps the case as simulate::Simulation does, by the same equations and methods; its test holds
/// it against states that the simulation has evaluated. Findings with their places in `file`, the case file,
/// where the case asks for what generated code does not follow. Theory: docs/theory/generated_vehicle.md.
[[nodiscard]] codegen::Project generate(const vehicle_case::CaseModel& model, const document::Document& file,
                                        codegen::Target target, Findings& findings);

}  // namespace flangeway::case_codegen
