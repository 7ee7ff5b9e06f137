// Properties of a track, in numbers and as a picture.
#pragma once

#include <string>

#include "flangeway/plot/figure.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {

/// The segments and the range of the irregularities, as a table to read.
[[nodiscard]] std::string summary_text(const TrackModel& model);
/// The same as JSON.
[[nodiscard]] std::string json_text(const TrackModel& model);
/// The centreline and the irregularities over the distance.
[[nodiscard]] std::string csv_text(const TrackModel& model);
/// Plan view, curvature, cant, gradient and irregularities.
[[nodiscard]] plot::Figure figure_of(const TrackModel& model);

}  // namespace flangeway::track
