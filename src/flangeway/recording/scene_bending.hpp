// How a body bends, for the picture of the vehicle. Private to the room.
#pragma once

#include <nlohmann/json.hpp>

#include "flangeway/multibody/lists.hpp"

namespace flangeway::recording {

/// Sections along a body, from its centre of gravity: `place`, and for each mode `move` and `turn` of the
/// section per metre of the mode's coordinate. Null where the body is stiff.
[[nodiscard]] nlohmann::ordered_json bending_json(const multibody::Model& vehicle, std::size_t body);

}  // namespace flangeway::recording
