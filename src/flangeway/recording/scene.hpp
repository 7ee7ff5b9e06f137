// The shapes and positions from which pictures of a run are drawn.
#pragma once

#include <string>

#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::recording {

/// One JSON document with bodies, wheel and rail profiles, suspension elements, friction, and the track with
/// its irregularities (docs/results.md). SI; profiles in left-hand coordinates, the right-hand ones are
/// mirror images.
[[nodiscard]] std::string scene_json(const vehicle_case::CaseModel& model);

}  // namespace flangeway::recording
