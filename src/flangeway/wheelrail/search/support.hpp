// How a wheel stands on its rails, rigid and square to the track. Left-hand coordinates.
#pragma once

#include <optional>

#include "flangeway/wheelrail/search/search.hpp"

namespace flangeway::wheelrail::elastic {

struct Support {
  double height = 0;  ///< m, of the wheelset's centre over that on a level rail, less the radius
  ContactCandidate contact;
};
/// Support of a wheel at s that is lowered from above, moved by `y` (m) towards the field side. Nothing:
/// within 30 mm below the running plane there is no rail.
[[nodiscard]] std::optional<Support> support_at(const Shape& shape, double s, double y = 0);

}  // namespace flangeway::wheelrail::elastic
