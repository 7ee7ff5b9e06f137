// The track below a body of a record. Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/record.hpp"

namespace flangeway::acceptance {

struct TrackBelow {
  std::vector<double> curvature;   ///< 1/m; 0 where the record has none
  std::vector<double> cant_angle;  ///< rad: cant over its base, right side up positive; 0 where there is none
  double height = 0;               ///< m, of the body's centre of gravity above the rails, at the start
};

/// Curvature and cant below a body at the instants of a record, filtered like its motions. A record that does
/// not locate the body gives the track below the vehicle's reference, and the height 0.
[[nodiscard]] TrackBelow track_below(const Record& record, const std::string& body);

}  // namespace flangeway::acceptance
