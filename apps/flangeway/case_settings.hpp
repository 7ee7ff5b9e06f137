// Settings of a case on the command line that other settings leave without an effect.
#pragma once

#include "command.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::app {

/// Finds values of --set that belong to another contact method than that of the case, or to a track that
/// yields. In files they may stay, so that a study compares methods.
void check_settings(const Common& common, const vehicle_case::CaseModel& model, Findings& findings);

}  // namespace flangeway::app
