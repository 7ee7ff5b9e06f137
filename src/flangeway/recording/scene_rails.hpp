// Rails that vary along the track, for the picture of the track. Private to the room.
#pragma once

#include <nlohmann/json.hpp>

#include "flangeway/track/model.hpp"
#include "flangeway/wheelrail/search/shape.hpp"

namespace flangeway::recording {

/// Adds to a rail of the scene, as of a left rail: `pieces`, rails from place to place with their sections,
/// and `missing`, where the running rail is not as its outline. Nothing where rails do not vary.
void add_pieces(const wheelrail::elastic::Shape& shape, const track::TrackModel& track,
                nlohmann::ordered_json& rail);

}  // namespace flangeway::recording
