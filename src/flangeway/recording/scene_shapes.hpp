// Shapes of bodies from files, for pictures. Private to the room.
#pragma once

#include <nlohmann/json.hpp>

#include "flangeway/vehicle/body_shape.hpp"

namespace flangeway::recording {

/// Puts the shapes into the list "shapes" of the scene, equal ones once, and their places in that list into
/// its "bodies". Corners are in 65535 steps along each edge of the box (docs/results.md).
void add_shapes(const std::vector<vehicle::BodyShape>& shapes, nlohmann::ordered_json& scene);

}  // namespace flangeway::recording
